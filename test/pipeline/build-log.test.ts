import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GateFailure } from '../../pipeline/publish/gates.ts';
import { logged } from '../../pipeline/report/build-log.ts';
import type { Report } from '../../pipeline/report/report.ts';
import { buildLog, MAX_BUILDS } from '../../src/schema/release/refresh-record.ts';
import { makeFolder, removeFolder } from './sample-build.ts';

let home: string;
let time: number;
beforeEach(async () => {
  home = await makeFolder();
  time = Date.parse('2026-08-21T23:00:00Z');
});
afterEach(() => removeFolder(home));

const builds = async () => buildLog.parse(JSON.parse(await readFile(join(home, 'builds.json'), 'utf8'))).builds;
/** A clock that advances by a second with each call. */
const now = () => {
  time += 1000;
  return new Date(time);
};
const run = (work: () => Promise<Report | null>) => logged({ home, from: 'publishers', now }, work);
const report = {
  release: '20260821T230000Z-00000001',
  counts: { satellites: 7 },
  set_aside: [],
} as unknown as Report;

test('logs a build when it begins and when it ends', async () => {
  let meanwhile: unknown;
  await run(async () => {
    meanwhile = await builds();
    return report;
  });
  const began_at = '2026-08-21T23:00:01.000Z';
  expect(meanwhile).toEqual([
    { began_at, ended_at: null, from: 'publishers', outcome: 'running', release: null, objects: null, reason: null },
  ]);
  const published = { outcome: 'published', release: report.release, objects: 7 };
  expect(await builds()).toMatchObject([{ began_at, ended_at: '2026-08-21T23:00:02.000Z', ...published }]);
  await run(async () => null);
  expect((await builds()).map(({ outcome }) => outcome)).toEqual(['nothing_new', 'published']);
});

test.each([
  [new GateFailure(['at least one object']), 'the release was stopped:\n  - at least one object'],
  [Object.assign(new Error("ENOSPC: no space left on '/home/me'"), { code: 'ENOSPC' }), 'the disk is full'],
  [new Error("cannot read '/home/me/secret'"), 'an unexpected error; the log of the refresh has the details'],
])('logs a failed build with a reason that names no path: %s', async (error, reason) => {
  await expect(run(() => Promise.reject(error))).rejects.toBe(error);
  expect(await builds()).toMatchObject([{ outcome: 'failed', reason, release: null }]);
});

test('the next build marks one that was killed', async () => {
  await run(async () => null);
  const [ended] = await builds();
  const unfinished = { ...ended, ended_at: null, outcome: 'running' };
  await writeFile(join(home, 'builds.json'), JSON.stringify({ builds: [unfinished, ended] }));
  await run(async () => report);
  expect((await builds()).map(({ outcome }) => outcome)).toEqual(['published', 'killed', 'nothing_new']);
});

test('limits the length of the log, and starts a new one if it is corrupt', async () => {
  for (let n = 0; n < MAX_BUILDS + 3; n++) await run(async () => null);
  expect(await builds()).toHaveLength(MAX_BUILDS);
  await writeFile(join(home, 'builds.json'), '{"builds":');
  await run(async () => null);
  expect(await builds()).toHaveLength(1);
});

test('a log that can’t be written does not stop the build', async () => {
  const unusableHome = join(home, 'a-file');
  await writeFile(unusableHome, '');
  const work = async () => report;
  expect(await logged({ home: unusableHome, from: 'files', now: () => new Date(0) }, work)).toBe(report);
});
