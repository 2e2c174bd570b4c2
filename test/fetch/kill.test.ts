import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { filesBelow, inSmallest, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { until } from '../until.ts';
import { correct, StandIn } from './stand-in.ts';
import { refreshFrom, servedManifest } from './stand-in-refresh.ts';

const KILLS = 9;
/** After how many requests the first refreshes are killed. */
const IN_FETCH = [2, 7, 15];
const FILES = 15;
/** Shortly after a scheduled time, and long before the next. */
const STARTED_AT = Date.UTC(2026, 7, 22, 10, 40);

/** Whether every file has arrived, whether or not a build has accepted it. */
async function allArrived(): Promise<boolean> {
  const snapshots = new Snapshots(home);
  return Object.keys({ ...(await snapshots.index()), ...(await snapshots.arrived()) }).length === FILES;
}

let home: string;
let upstream: string;
let standIn: StandIn;

beforeAll(async () => {
  home = await makeFolder();
  upstream = await makeFolder();
  await writeSmall(upstream, inSmallest);
  standIn = new StandIn(upstream);
  await standIn.start();
});

afterAll(async () => {
  await standIn.stop();
  await Promise.all([home, upstream].map(removeFolder));
});

const refresh = (...args: string[]) => refreshFrom(standIn, home, STARTED_AT, ...args);

test('resumes a fetch that was killed at any moment, and leaves nothing behind', async () => {
  const slow = (milliseconds: number) =>
    sources.forEach(({ slug }) => {
      standIn.faults.set(slug, (context) => void wait(milliseconds).then(() => correct(context)));
    });
  slow(20);
  const seen = new Map<string, number>();
  let partial = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = standIn.seen.length;
    const { child, ended } = refresh();
    // First during the fetch, after a number of requests; later during or after the build, once every file has arrived.
    const requests = IN_FETCH[kill];
    const over = () => child.exitCode !== null || child.signalCode !== null;
    const moment = requests
      ? until(() => over() || standIn.seen.length >= before + requests)
      : until(async () => over() || (await allArrived())).then(() => wait(400 * (kill - IN_FETCH.length)));
    await Promise.race([ended, moment]);
    child.kill('SIGKILL');
    await ended;
    // Each index is complete, and every file it lists exists.
    const snapshots = new Snapshots(home);
    for (const [key, one] of Object.entries({ ...(await snapshots.index()), ...(await snapshots.arrived()) }))
      expect((await readFile(snapshots.path(key, one))).length).toBe(one.bytes);
    const arrived = Object.keys(await snapshots.arrived()).length;
    if (arrived > 0 && arrived < FILES) partial++;
    const text = await readFile(join(home, 'refresh.json'), 'utf8').catch(() => '{}');
    refreshRecord.parse(JSON.parse(text));
  }
  for (const { source, file } of standIn.seen) {
    const key = `${source}/${file}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  // Files that arrived before a kill are not requested again: a few requests per file, however many refreshes were started.
  expect(partial).toBeGreaterThan(0);
  for (const [key, count] of seen) expect([key, count <= (key.startsWith('wikidata') ? 50 : 4)]).toEqual([key, true]);
  standIn.faults.clear();
  expect(await refresh().ended).toMatchObject({ code: 0 });
  const { sources: read, counts } = await servedManifest(home);
  expect(counts.satellites).toBeGreaterThan(10);
  expect(read.map(({ status, problem }) => [status, problem])).toEqual(Array(4).fill(['fresh', null]));
  const files = await filesBelow(home);
  expect(files.filter((path) => !/^(releases\/\d{8}T\d{6}Z-[0-9a-f]{8}|snapshots|archive)\//.test(path))).toEqual([
    'builds.json',
    'lock.sqlite',
    'refresh.json',
  ]);
  expect(files.filter((path) => /\.(part|new|tmp|wal)$/.test(path))).toEqual([]);
  expect(await readdir(home)).toEqual([
    'archive',
    'builds.json',
    'current',
    'lock.sqlite',
    'refresh.json',
    'releases',
    'snapshots',
  ]);
  const index = await new Snapshots(home).index();
  expect(files.filter((path) => /^snapshots\/\w+\//.test(path))).toHaveLength(Object.keys(index).length);
});

test('the next refresh has nothing to do, and exits with 0', async () => {
  const before = standIn.seen.length;
  const again = await refresh('--all').ended;
  expect(again.code).toBe(0);
  // CelesTrak’s files are requested again after two hours at the earliest; the others after an hour.
  expect(standIn.seen).toHaveLength(before);
});
