import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { Memory } from '../../pipeline/fetch/record.ts';
import { source as celestrak } from '../../pipeline/sources/celestrak/source.ts';
import type { Source } from '../../pipeline/sources/source.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { acceptAll, fetchOnly, simulated } from './fetch-world.ts';
import { DAYS, START, ticks } from './month.ts';

const LIMIT = celestrak.fetchPolicy.budget!;
const HOUR = 3_600_000;

/** Files and the byte budget are scaled down by this factor: a month of full-size files would be a gigabyte. */
const SCALE = 100;
const scaled: Source = {
  ...celestrak,
  fetchPolicy: { ...celestrak.fetchPolicy, budget: { ...LIMIT, megabytes: LIMIT.megabytes / SCALE } },
};

/** Sizes of CelesTrak's files in July and August 2026, in bytes; groups that are not listed are small. */
const sizes: Readonly<Record<string, number>> = {
  'satcat.csv': 6_900_000,
  'GROUP=active': 2_700_000,
  'GROUP=starlink': 1_600_000,
  'GROUP=oneweb': 105_000,
  'GROUP=geo': 95_000,
  'GROUP=analyst': 60_000,
  'GROUP=fengyun-1c-debris': 320_000,
  'GROUP=cosmos-2251-debris': 100_000,
  'NAME=DEB': 1_900_000,
  'NAME=R%2FB': 400_000,
};
const sizeOf = (url: string) =>
  (Object.entries(sizes).find(([part]) => url.includes(`${part}&`) || url.endsWith(part))?.[1] ?? 20_000) / SCALE;

/** Requests to a publisher in one UTC day. */
interface Day {
  requests: number;
  bytes: number;
  notFound: number;
}

const folders: string[] = [];
let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
});
afterAll(() => Promise.all(folders.map(removeFolder)));

/** Refreshes on schedule from a local server, and counts requests by day. */
async function month(
  days: number,
  respond: (url: string, now: Date) => { status: number; body: string },
  start = START,
) {
  const deps = simulated(start);
  const seen = new Map<string, Day>();
  const listener: RequestListener = (request, response) => {
    const today = new Date(deps.time).toISOString().slice(0, 10);
    const day = seen.get(today) ?? { requests: 0, bytes: 0, notFound: 0 };
    seen.set(today, day);
    const { status, body } = respond(request.url!, new Date(deps.time));
    day.requests++;
    day.bytes += body.length;
    if (status === 404) day.notFound++;
    response.writeHead(status, { 'Content-Length': body.length }).end(body);
  };
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const home = existsSync('/dev/shm') ? await mkdtemp('/dev/shm/orbweaver-budget-') : await makeFolder();
  folders.push(home);
  const bases = { celestrak: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  for (const now of ticks(start, days)) {
    deps.time = Math.max(deps.time, now.getTime());
    // Each refresh reopens the stored record, like a separate process.
    await fetchOnly(deps, home, { bases, sources: [scaled] });
    await acceptAll(home);
  }
  return { home, days: [...seen.values()], seen };
}

const file = (bytes: number, mark: number) => `NORAD_CAT_ID ${mark}\n${'1,2,3,4,5\n'.repeat(Math.ceil(bytes / 10))}`;
const fresh = (url: string, now: Date) => ({ status: 200, body: file(sizeOf(url), Math.floor(now.getTime() / HOUR)) });
const maxOf = (days: readonly Day[], what: keyof Day) => Math.max(...days.map((day) => day[what]));

test(`${DAYS} days of new files: downloads every file within each day's budget`, async () => {
  const { home, days } = await month(DAYS, fresh);
  expect(days.length).toBe(DAYS + 1);
  expect(maxOf(days, 'requests')).toBeLessThanOrEqual(LIMIT.requests);
  expect(maxOf(days, 'bytes')).toBeLessThanOrEqual((LIMIT.megabytes * 1e6) / SCALE);
  expect(maxOf(days, 'notFound')).toBe(0);
  // Nothing is skipped: each day has the whole list once, SATCAT's list of files, and the active objects three more times.
  expect(days.slice(1, -1).map(({ requests }) => requests)).toEqual(
    Array(DAYS - 1).fill(celestrak.downloads.length + 1 + 3),
  );
  const memory = await Memory.open(home);
  for (const { file } of celestrak.downloads)
    expect([file, memory.file(`celestrak/${file}`).problem]).toEqual([file, null]);
});

test('groups that no longer exist cost at most ten 404s a day, and displace no existing group', async () => {
  const isGone = (url: string) => /GROUP=[a-m]/.test(url) && !url.includes('GROUP=active');
  const { home, days } = await month(3, (url, now) =>
    isGone(url) ? { status: 404, body: 'No GP data found' } : fresh(url, now),
  );
  expect(celestrak.downloads.filter(({ path }) => isGone(path)).length).toBeGreaterThan(2 * LIMIT.notFound);
  expect(maxOf(days, 'notFound')).toBe(LIMIT.notFound);
  const memory = await Memory.open(home);
  for (const { file, path } of celestrak.downloads)
    if (!isGone(path)) expect([file, memory.file(`celestrak/${file}`).good_at]).not.toEqual([file, null]);
});

test('files three times as large are deferred to another day, and repeated refreshes stay within the byte budget', async () => {
  const { days } = await month(2, (url, now) => ({ ...fresh(url, now), body: file(3 * sizeOf(url), now.getTime()) }));
  const limit = (LIMIT.megabytes * 1e6) / SCALE;
  // The file in progress when the budget ran out had already been sent.
  expect(maxOf(days, 'bytes')).toBeLessThanOrEqual(limit + (3 * sizes['satcat.csv']!) / SCALE);
  expect(maxOf(days.slice(1), 'bytes')).toBeLessThanOrEqual(limit);
});

test('stops for the day at the first 403, and requests files again the next day', async () => {
  const start = new Date('2026-08-24T00:00:00Z');
  const refused: string[] = [];
  const { seen } = await month(
    2,
    (url, now) => {
      if (now.getUTCDate() === 24 && now.getUTCHours() >= 6) {
        refused.push(now.toISOString());
        return { status: 403, body: 'Forbidden' };
      }
      return fresh(url, now);
    },
    start,
  );
  expect(refused.length).toBe(1);
  expect(seen.get('2026-08-25')!.requests).toBeGreaterThan(60);
});
