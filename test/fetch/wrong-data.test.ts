import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshLive } from '../../pipeline/live.ts';
import { Releases } from '../../pipeline/publish/release.ts';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { runAdmin } from '../../src/cli/run-admin.ts';
import { build, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { simulated } from './fetch-world.ts';
import { StandIn } from './stand-in.ts';

const satcat = 'celestrak/satcat.csv';
let home: string;
let upstream: string;
let standIn: StandIn;

beforeAll(async () => {
  [home, upstream] = [await makeFolder(), await makeFolder()];
  await writeSmall(upstream);
  standIn = new StandIn(upstream);
  await standIn.start();
});
afterAll(async () => {
  await standIn.stop();
  await Promise.all([home, upstream].map(removeFolder));
});

/** Each refresh is on its own day, when every file is due. */
const refresh = (day: number, accept?: string) =>
  refreshLive(simulated(new Date(FIRST.getTime() + day * 86_400_000)), {
    ...{ home, base: '', sources, only: new Set(sources.map(({ slug }) => slug)), all: true, expected: false },
    ...{ bases: standIn.bases, contact: 'test@example.org', limits: { memory: '500MB', threads: 2 } },
    ...(accept !== undefined && { accept: new Set([accept]) }),
    compression: 'fast',
    archive: false,
    progress: () => {},
  });

const objects = async () => (await new Releases(home).current())!.counts.satellites;
const problem = async () =>
  (await new Releases(home).current())!.sources.find(({ slug }) => slug === 'celestrak')!.problem;

test('a file that has grown in steps, each of which may be lost, shrinks back at once', {
  timeout: 600_000,
}, async () => {
  const folder = await makeFolder();
  try {
    const launches = 'gcat/launch.tsv';
    const truth = await readFile(join(upstream, launches), 'utf8');
    const lines = truth.trimEnd().split('\n');
    const own = await makeFolder();
    const publish = async (text: string, hour: number) => {
      const path = join(own, 'launch.tsv');
      await writeFile(path, text);
      const snapshots = new Snapshots(folder);
      const now = new Date(FIRST.getTime() + hour * 3_600_000);
      const fresh = { [launches]: await snapshots.keep(launches, path, now) };
      const from = { fresh, problems: new Map<string, string>() };
      const report = await build(folder, (hour === 0 ? upstream : from) as string, now, {
        sample: false,
        archive: false,
      });
      return report!.files.find(({ file }) => file === launches)!.problem;
    };
    // Each is a tenth more than the one before, with rows of the years before.
    const more = (times: number) =>
      `${truth.trimEnd()}\n${lines
        .slice(-times)
        .map((line) => line.replace(/^\d{4}/, '1961'))
        .join('\n')}\n`;
    const tenth = Math.floor((lines.length - 2) * 0.09);
    expect(await publish(truth, 0)).toBeNull();
    expect([await publish(more(tenth), 1), await publish(more(2 * tenth), 2)]).toEqual([null, null]);
    expect(await publish(truth, 3)).toBeNull();
    await removeFolder(own);
  } finally {
    await removeFolder(folder);
  }
});

test('an inflated file is held aside, can be accepted, and can be taken back', { timeout: 600_000 }, async () => {
  const truth = await readFile(join(upstream, satcat), 'utf8');
  const invented = Array.from(
    { length: 3500 },
    (_one, n) => `INVENTED ${n},2026-100A,${300_000 + n},PAY,+,US,2026-05-01,AFETR,,95,50,500,490,,,EA,ORB\r\n`,
  ).join('');
  await refresh(0);
  const first = (await new Releases(home).current())!.id;
  const count = await objects();

  await writeFile(join(upstream, satcat), truth + invented);
  const held = await refresh(1);
  expect(held?.files.find(({ file }) => file === satcat)?.problem).toMatch(
    /^it has \d+ rows after \d+: more than are added between two files$/,
  );
  expect(held?.new_events.filter(({ type }) => type === 'new_object')).toEqual([]);
  expect([await objects(), await problem()]).toEqual([count, expect.stringContaining('more than are added')]);

  // The operator accepts it.
  await refresh(1.5, satcat);
  expect(await objects()).toBe(count + 3500);
  await expect(refresh(1.6, satcat)).rejects.toThrow('--accept celestrak/satcat.csv: no such file is held aside');

  // The accepted file was wrong after all: the true one is too small, until the release is rolled back.
  await writeFile(join(upstream, satcat), truth);
  const refused = await refresh(2);
  expect(refused?.files.find(({ file }) => file === satcat)?.problem).toMatch(/^it has \d+ rows after \d+$/);
  const said: string[] = [];
  const deps = { home, databaseUrl: undefined, secret: undefined, now: () => 0, actor: 'test' };
  const log = { out: (line: string) => said.push(line), say: (line: string) => said.push(line) };
  expect(await runAdmin(['releases', 'rollback', '--to', first], { ...deps, ...log })).toBe(0);
  expect(said).toEqual([`Now serving release ${first}.`, expect.stringMatching(/^Held aside \d+ newer upstream file/)]);
  await refresh(3);
  expect([await objects(), await problem()]).toEqual([count, null]);

  // The bytes of the rolled-back release are not used again.
  await writeFile(join(upstream, satcat), truth + invented);
  await refresh(4);
  expect([await objects(), await problem()]).toEqual([
    count,
    expect.stringContaining('more than are added between two files'),
  ]);
});
