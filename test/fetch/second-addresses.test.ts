import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Memory } from '../../pipeline/fetch/record.ts';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { acceptAll, fetchOnly, simulated } from './fetch-world.ts';
import { correct, StandIn } from './stand-in.ts';

const DAY = 86_400_000;
let upstream: string;
let standIn: StandIn;
const folders: string[] = [];

async function ownFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  upstream = await ownFolder();
  await writeSmall(upstream);
});
beforeEach(async () => {
  standIn = new StandIn(upstream);
  await standIn.start();
  return () => standIn.stop();
});
afterAll(() => Promise.all(folders.map(removeFolder)));

const listOf = (time: string, size = 7) =>
  JSON.stringify([
    { FILE_NAME: 'other.csv', FILE_SIZE: 1, FILE_MTIME: 'x' },
    { FILE_NAME: 'satcat.csv', FILE_SIZE: size, FILE_MTIME: time },
  ]);
const only = new Set(['celestrak']);
/** The requests for SATCAT and its list since the last call. */
const seen = () =>
  standIn.seen
    .splice(0)
    .map(({ file }) => file)
    .filter((file) => !file.startsWith('gp-') && !file.startsWith('/NORAD'));
const [LIST, FILE] = ['/satcat/jsonDir.php', 'satcat.csv'];

test('SATCAT is requested only if its time or size in the list of files has changed', async () => {
  const home = await ownFolder();
  const days = [
    [listOf('2026-10-03 16:16:02 UTC'), [LIST, FILE]],
    [listOf('2026-10-03 16:16:02 UTC'), [LIST]],
    [listOf('2026-10-03 16:16:02 UTC', 8), [LIST, FILE]],
    [listOf('2026-10-04 16:16:02 UTC'), [LIST, FILE]],
  ] as const;
  for (const [day, [list, expected]] of days.entries()) {
    standIn.list = list;
    const start = new Date(FIRST.getTime() + day * DAY);
    await fetchOnly(simulated(start), home, { bases: standIn.bases, only });
    expect([day, seen()]).toEqual([day, expected]);
    await acceptAll(home);
    // The file is known to be good since the day's request, for the file or for the list.
    expect((await Memory.open(home)).file('celestrak/satcat.csv')).toMatchObject({
      problem: null,
      good_at: start.toISOString(),
    });
    // Other bytes, so that the file of each day is a new one.
    standIn.faults.set('celestrak/satcat.csv', ({ response, body }) => response.end(`${body}${'\n'.repeat(day + 1)}`));
  }
});

test.each([
  ['503', '', 503, [LIST, FILE]],
  ['text', 'down for maintenance', 200, [LIST, FILE]],
  ['a list without SATCAT', '[]', 200, [LIST, FILE]],
  ['another form', '{"FILE_NAME":"satcat.csv"}', 200, [LIST, FILE]],
  ['403', '', 403, [LIST]],
])('a list that cannot be used (%s)', async (_name, body, status, expected) => {
  standIn.faults.set('celestrak', (context) => {
    if (context.file === LIST) context.response.writeHead(status).end(body);
    else correct(context);
  });
  const memory = await fetchOnly(simulated(FIRST), await ownFolder(), { bases: standIn.bases, only });
  // A refusal stops every further request of the day.
  expect(memory.waiting('celestrak', new Date(FIRST.getTime() + 60_000)) !== null).toBe(status === 403);
  if (status === 403) expect(standIn.seen).toHaveLength(1);
  expect(seen()).toEqual(expected);
});

test('if Wikidata fails, all queries go to the second service, and the receipt names it', async () => {
  const home = await ownFolder();
  const second = new StandIn(upstream);
  await second.start();
  try {
    const wikidata = { only: new Set(['wikidata']), bases: standIn.bases };
    const seconds = { wikidata: `${second.bases['wikidata']}/sparql` };
    let asked = 0;
    standIn.faults.set('wikidata', ({ response, body }) => {
      asked += 1;
      if (asked > 3) response.writeHead(500).end();
      else response.end(body);
    });
    const deps = simulated(FIRST);
    const memory = await fetchOnly(deps, home, { ...wikidata, seconds });
    expect(memory.file('wikidata/satellites.json').problem).toBeNull();
    expect(second.seen.length).toBe(10);
    expect((await new Snapshots(home).arrived())['wikidata/satellites.json']?.receipt?.url).toBe(seconds.wikidata);
    expect(deps.logged.join('\n')).toMatch(/answered 500; asking 127\.0\.0\.1/);

    const other = await ownFolder();
    const without = await fetchOnly(simulated(FIRST), other, wikidata);
    expect(without.file('wikidata/satellites.json').problem).toMatch(/answered 500/);
  } finally {
    await second.stop();
  }
});
