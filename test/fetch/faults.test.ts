import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetch, type RequestInit } from '../../pipeline/fetch/fetch-deps.ts';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { reasons, timeoutFor, transport } from './faults.ts';
import { acceptAll, fetchOnly, simulated } from './fetch-world.ts';
import { StandIn } from './stand-in.ts';

const DAY = 86_400_000;
/** The next Sunday evening: everything is due again. */
const LATER = new Date(FIRST.getTime() + 9 * DAY);
/** The file whose response is faulty, by source. */
const victims = {
  celestrak: 'celestrak/satcat.csv',
  gcat: 'gcat/satcat.tsv',
  satnogs: 'satnogs/satellites.json',
  wikidata: 'wikidata/satellites.json',
} as const;
type Slug = keyof typeof victims;

/** How many requests the publisher receives, by fault: its fetch policy determines which faults are retried. */
const once = { celestrak: 1, gcat: 1, satnogs: 1, wikidata: 1 };
const afterResponse = { celestrak: 1, gcat: 4, satnogs: 4, wikidata: 3 };
const afterBreak = { ...afterResponse, celestrak: 2 };
const requests: Readonly<Record<keyof typeof transport, Readonly<Record<Slug, number>>>> = {
  '304': once,
  '403 has not updated': once,
  '200 has not updated': once,
  '403': once,
  '404': once,
  '301': once,
  '429': afterResponse,
  '500': afterResponse,
  'HTML with 200': once,
  'an empty file': once,
  'half a body': afterBreak,
  'half a body that claims to be whole': afterBreak,
  'an early end': afterBreak,
  'an early end over HTTP/1.0': afterBreak,
  'half a body over HTTP/1.0, without a length': afterBreak,
  'a reset': afterBreak,
  'a reset before the headers': afterBreak,
  'not HTTP': afterBreak,
  'a stall': afterBreak,
  silence: afterBreak,
  'text that is not UTF-8': once,
  mojibake: once,
  '10 GB, announced': once,
  'an endless stream': once,
};

let upstream: string;
let fetched: string;
const folders: string[] = [];
const ownFolder = async () => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};
const standIns: StandIn[] = [];
async function standIn(): Promise<StandIn> {
  const one = new StandIn(upstream);
  await one.start();
  standIns.push(one);
  return one;
}

beforeAll(async () => {
  upstream = await ownFolder();
  fetched = await ownFolder();
  await writeSmall(upstream);
  const { bases } = await standIn();
  await fetchOnly(simulated(FIRST), fetched, { bases });
  await acceptAll(fetched);
});

afterAll(async () => {
  await Promise.all(standIns.map((one) => one.stop()));
  await Promise.all(folders.map(removeFolder));
});

/** A home that has fetched everything once. */
async function fetchedHome(): Promise<string> {
  const home = await ownFolder();
  await cp(fetched, home, { recursive: true });
  return home;
}

test('the first refresh fetches every file, with its receipt', async () => {
  const index = await new Snapshots(fetched).index();
  expect(Object.keys(index)).toHaveLength(4 + 8 + 2 + 1);
  for (const [key, { receipt, sha256, bytes, fetched_at }] of Object.entries(index)) {
    expect([key, receipt?.status, sha256.length, bytes > 100]).toEqual([key, 200, 64, true]);
    expect(Date.parse(fetched_at)).toBeGreaterThanOrEqual(FIRST.getTime());
  }
  expect(index['gcat/satcat.tsv']?.receipt).toMatchObject({ etag: expect.stringMatching(/^"/) });
  expect(await readdir(fetched)).toEqual(['refresh.json', 'snapshots']);
});

test('requests unchanged files with their ETag, and does not download them again', async () => {
  const home = await fetchedHome();
  const one = await standIn();
  const memory = await fetchOnly(simulated(LATER), home, { bases: one.bases });
  const gcat = one.seen.filter(({ source }) => source === 'gcat');
  expect(gcat).toHaveLength(8);
  for (const { headers } of gcat) expect(headers['if-none-match']).toMatch(/^"/);
  expect(memory.file('gcat/satcat.tsv').answers).toMatchObject({ new: 1, not_modified: 1 });
  for (const { headers } of one.seen) expect(headers['user-agent']).toMatch(/^Orbweaver\/.*\(test@example\.org\)/);
  expect(await new Snapshots(home).arrived()).toEqual({});
  expect(memory.keys.filter((key) => memory.file(key).problem !== null)).toEqual([]);
});

describe.each(Object.entries(transport) as [keyof typeof transport, (typeof transport)['403']][])(
  '%s',
  (name, fault) => {
    test.concurrent.each(Object.keys(victims) as Slug[])(
      'for %s: keeps the last valid file and reports the reason; the next valid response clears it',
      async (slug) => {
        const key = victims[slug];
        const home = await fetchedHome();
        const one = await standIn();
        const before = await new Snapshots(home).index();
        one.faults.set(key, fault);
        const deps = simulated(LATER, timeoutFor(name));
        const reason = reasons[name];
        // "Has not updated" is a CelesTrak response: for a Wikidata query it is a response without rows.
        const expected = slug === 'wikidata' && reason === null ? /answered a query with nothing/ : reason;
        const memory = await fetchOnly(deps, home, { bases: one.bases, only: new Set([slug]) });
        expect(one.seen.filter(({ file }) => `${slug}/${file}` === key)).toHaveLength(requests[name][slug]);
        if (expected === null) expect(memory.file(key).problem).toBeNull();
        else expect(memory.file(key).problem).toMatch(expected);
        expect(await new Snapshots(home).index()).toEqual(before);
        expect(Object.keys(await new Snapshots(home).arrived())).not.toContain(key);
        expect(await readdir(home)).toEqual(['refresh.json', 'snapshots']);
        if (name === '429' && slug !== 'celestrak')
          expect(Math.min(...deps.slept.filter((ms) => ms > 30_000 - 1))).toBe(30_000);
        one.faults.clear();
        const healed = await fetchOnly(simulated(new Date(LATER.getTime() + 7 * DAY)), home, {
          bases: one.bases,
          only: new Set([slug]),
        });
        expect([healed.file(key).problem, healed.file(key).failures]).toEqual([null, 0]);
      },
    );
  },
);

test('a group that CelesTrak has retired is requested once a week, and is no failure', async () => {
  const home = await ownFolder();
  const one = await standIn();
  const sentence = 'Invalid query: "GROUP=noaa&FORMAT=csv" (GROUP=noaa not found)';
  one.faults.set('celestrak/gp-stations.csv', ({ response }) => response.end(sentence));
  const only = new Set(['celestrak']);
  const asked = () => one.seen.filter(({ file }) => file === 'gp-stations.csv').length;
  for (let day = 0; day < 7; day++) {
    const memory = await fetchOnly(simulated(new Date(FIRST.getTime() + day * DAY)), home, { bases: one.bases, only });
    expect([asked(), memory.file('celestrak/gp-stations.csv').problem]).toEqual([1, null]);
    await acceptAll(home);
  }
  one.faults.clear();
  const healed = await fetchOnly(simulated(new Date(FIRST.getTime() + 7 * DAY)), home, { bases: one.bases, only });
  expect([asked(), healed.file('celestrak/gp-stations.csv').retired_at]).toEqual([2, null]);
  expect(Object.keys(await new Snapshots(home).arrived())).toContain('celestrak/gp-stations.csv');
});

test('a response of one line is reported as text, not as a file that is cut off', async () => {
  const one = await standIn();
  one.faults.set('celestrak/satcat.csv', ({ response }) => response.end('Server is busy, try later'));
  const memory = await fetchOnly(simulated(FIRST), await ownFolder(), {
    bases: one.bases,
    only: new Set(['celestrak']),
  });
  expect(memory.file('celestrak/satcat.csv').problem).toBe('it answered with text: Server is busy, try later');
});

describe('fetch policy', () => {
  test('sends no more requests to a publisher after a 403, for five hours', async () => {
    const home = await fetchedHome();
    const one = await standIn();
    one.faults.set('celestrak', transport['403']);
    const memory = await fetchOnly(simulated(LATER), home, { bases: one.bases, only: new Set(['celestrak']) });
    expect(one.seen).toHaveLength(1);
    expect(memory.file('celestrak/gp-active.csv').problem).toMatch(/^skipped: satcat\.csv: .* answered 403$/);
    const soon = simulated(new Date(LATER.getTime() + 4 * 3_600_000));
    await fetchOnly(soon, home, { bases: one.bases, only: new Set(['celestrak']), all: true });
    expect(one.seen).toHaveLength(1);
    expect(soon.logged).toEqual([expect.stringMatching(/^celestrak: skipped, because .* answered 403$/)]);
  });

  test('stops requesting files from a publisher that is down', async () => {
    const home = await fetchedHome();
    const one = await standIn();
    one.faults.set('gcat', transport['500']);
    const memory = await fetchOnly(simulated(LATER), home, { bases: one.bases, only: new Set(['gcat']) });
    expect(one.seen).toHaveLength(2 * 4);
    expect(memory.file('gcat/satcat100k.tsv').problem).toMatch(/skipped: /);
  });

  test('observes a long Retry-After across restarts', async () => {
    const home = await fetchedHome();
    const one = await standIn();
    one.faults.set('satnogs', ({ response }) => response.writeHead(429, { 'Retry-After': '86400' }).end());
    const only = new Set(['satnogs']);
    await fetchOnly(simulated(LATER), home, { bases: one.bases, only });
    await fetchOnly(simulated(new Date(LATER.getTime() + DAY - 60_000)), home, { bases: one.bases, only, all: true });
    expect(one.seen).toHaveLength(1);
    one.faults.clear();
    await fetchOnly(simulated(new Date(LATER.getTime() + DAY + 60_000)), home, { bases: one.bases, only, all: true });
    // Both files of the source.
    expect(one.seen).toHaveLength(1 + 2);
  });

  test('sends requests to one host one at a time, with pauses', async () => {
    const one = await standIn();
    const deps = simulated(FIRST);
    let running = 0;
    let maxRunning = 0;
    const counting = async (url: string, init: RequestInit) => {
      maxRunning = Math.max(maxRunning, ++running);
      const response = await fetch(url, init);
      running--;
      return response;
    };
    await fetchOnly({ ...deps, fetch: counting }, await ownFolder(), { bases: one.bases });
    expect(maxRunning).toBe(1);
    expect(deps.slept.filter((ms) => ms === 2000).length).toBeGreaterThanOrEqual(10);
    expect(deps.slept.filter((ms) => ms > 29_000).length).toBeGreaterThanOrEqual(9);
  });

  test('sends no requests to Wikidata without a contact', async () => {
    const one = await standIn();
    const memory = await fetchOnly(simulated(FIRST), await ownFolder(), { bases: one.bases, contact: undefined });
    expect(one.seen.filter(({ source }) => source === 'wikidata')).toEqual([]);
    expect(memory.file('wikidata/satellites.json').problem).toMatch(/ORBWEAVER_CONTACT is not set/);
  });

  test('requests no file twice within its interval, even with `all`', async () => {
    const home = await ownFolder();
    const one = await standIn();
    const deps = simulated(FIRST);
    await fetchOnly(deps, home, { bases: one.bases });
    await acceptAll(home);
    const count = one.seen.length;
    await fetchOnly(deps, home, { bases: one.bases });
    deps.time = FIRST.getTime() + 3_000_000;
    await fetchOnly(deps, home, { bases: one.bases, all: true });
    expect(one.seen).toHaveLength(count);
  });
});

describe('SatNOGS in pages', () => {
  test('joins all pages into one list, and rejects a page on another host', async () => {
    const home = await ownFolder();
    const one = await standIn();
    const only = new Set(['satnogs']);
    const page = (next: string | null, ids: number[]) =>
      JSON.stringify({ next, results: ids.map((id) => ({ sat_id: `X-${id}`, norad_cat_id: id })) });
    let elsewhere = false;
    one.faults.set('satnogs/satellites.json', ({ request, response }) => {
      const number = Number(new URL(request.url!, 'http://x').searchParams.get('page') ?? 1);
      const next = elsewhere
        ? 'http://127.0.0.2:1/x'
        : number < 3
          ? `/satnogs/api/satellites/?format=json&page=${number + 1}`
          : null;
      response.end(page(next, [number * 10, number * 10 + 1]));
    });
    await fetchOnly(simulated(FIRST), home, { bases: one.bases, only });
    const snapshots = new Snapshots(home);
    const { 'satnogs/satellites.json': arrived } = await snapshots.arrived();
    const list = JSON.parse(await readFile(snapshots.path('satnogs/satellites.json', arrived!), 'utf8')) as {
      norad_cat_id: number;
    }[];
    expect(list.map(({ norad_cat_id }) => norad_cat_id)).toEqual([10, 11, 20, 21, 30, 31]);
    elsewhere = true;
    const memory = await fetchOnly(simulated(LATER), home, { bases: one.bases, only });
    expect(memory.file('satnogs/satellites.json').problem).toMatch(/another host/);
  });
});

test('removes leftovers of a killed fetch', async () => {
  const home = await fetchedHome();
  await mkdir(join(home, 'incoming/gcat'), { recursive: true });
  await writeFile(join(home, 'incoming/gcat/satcat.tsv.part'), 'half');
  const one = await standIn();
  await fetchOnly(simulated(LATER), home, { bases: one.bases });
  expect(await readdir(home)).toEqual(['refresh.json', 'snapshots']);
  await rm(home, { recursive: true });
});
