import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveReleases } from '../../pipeline/archive/absorb.ts';
import { readArchiveIndex } from '../../pipeline/archive/archive.ts';
import { importElements } from '../../pipeline/archive/import.ts';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { verifyArchive } from '../../pipeline/archive/verify.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { archiveFiles } from '../../src/schema/release/archive.ts';
import { plainSet } from '../archive/plain-set.ts';
import { copySample, makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { seeded } from '../seeded.ts';

/** ORBWEAVER_ARCHIVE_KILLS=100 runs as many as the release notes state; `npm run bench` does not include it. */
const KILLS = Number(process.env['ORBWEAVER_ARCHIVE_KILLS'] ?? 12);
const limits = { memory: '200MB', ...smallCatalog };
const program = fileURLToPath(new URL('./archive-process.ts', import.meta.url));

let home: string;
let series: string;
beforeAll(async () => {
  home = await copySample();
  series = await makeFolder();
  for (const [time, day] of [
    ['2026-08-20T0000Z', '26231.50000000'],
    ['2026-08-20T1200Z', '26232.00000000'],
  ] as const) {
    await mkdir(join(series, time, 'celestrak'), { recursive: true });
    await writeFile(join(series, time, 'celestrak/gp-active.tle'), lines(day));
  }
});
afterAll(() => Promise.all([home, series].map(removeFolder)));

/** TLEs of two synthetic objects at an epoch. */
function lines(epoch: string): string {
  const sum = (line: string) =>
    `${line}${[...line].reduce((all, one) => all + (one === '-' ? 1 : Number(one) || 0), 0) % 10}`;
  return [90_001, 90_002]
    .flatMap((id) => [
      `MADE ${id}`,
      sum(`1 ${id}U 26001A   ${epoch}  .00000100  00000+0  10000-3 0  999`),
      sum(`2 ${id}  51.6000 100.0000 0001000 200.0000 160.0000 15.50000000    1`),
    ])
    .join('\n')
    .concat('\n');
}

/** Runs one command, killed before a step; returns the number of steps if it finished, else null. */
async function run(step: number, ...command: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [program, home, String(step), ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL') expect(code).toBe(0);
  return signal === 'SIGKILL' ? null : Number(text);
}

/** The content of the archive, in an order that does not depend on how its files were created. */
async function contents(): Promise<string> {
  const archive = new ArchiveReader(home);
  try {
    const index = (await archive.index())!;
    const ids = new Set<number>();
    const catalogs = [];
    for (const { at } of index.snapshots) {
      const sets = await archive.asOf(Date.parse(at));
      for (const { norad_cat_id } of sets) ids.add(norad_cat_id);
      catalogs.push([
        at,
        sets.map(({ norad_cat_id, epoch, first_seen, last_seen }) => [norad_cat_id, epoch, first_seen, last_seen]),
      ]);
    }
    const changes = [];
    for (const id of [...ids].sort((a, b) => a - b).slice(0, 5)) changes.push(await archive.changes(id, undefined));
    const totals = [];
    for (const id of [25_544, 90_001])
      totals.push((await archive.elements(id, { limit: 100, offset: 0 })).sets.map(plainSet));
    return JSON.stringify({ snapshots: index.snapshots, catalogs, changes, totals });
  } finally {
    archive.close();
  }
}

test(`refreshes, compactions and imports that are killed at ${KILLS} steps lose and duplicate nothing`, async () => {
  const options = { home, limits, progress: () => {} };
  const id = (await currentReleaseId(home))!;
  await rm(join(home, 'archive'), { recursive: true });
  await archiveReleases(options, id);
  await importElements(options, [series]);
  await compactArchive(options);
  const uninterrupted = await contents();
  expect(await verifyArchive(options)).toEqual([]);

  const random = seeded(20_260_822);
  const commands = [['release', id], ['import', series], ['compact']];
  await rm(join(home, 'archive'), { recursive: true });
  const steps: number[] = [];
  for (const command of commands) steps.push((await run(0, ...command))!);
  let killed = 0;
  while (killed < KILLS) {
    await rm(join(home, 'archive'), { recursive: true });
    for (const [at, command] of commands.entries()) {
      // Killed repeatedly, each time at another step, until it finishes.
      for (let attempt = 0; ; attempt++) {
        const step = attempt < 4 && killed < KILLS ? 1 + Math.floor(random() * steps[at]!) : 0;
        if ((await run(step, ...command)) !== null) break;
        killed++;
        // Before its first index is written there is no archive yet.
        if (await readArchiveIndex(join(home, 'archive'))) expect(await verifyArchive(options)).toEqual([]);
        else await expect(verifyArchive(options)).rejects.toThrow('there is no archive');
      }
    }
    expect(await contents()).toBe(uninterrupted);
    const index = (await readArchiveIndex(join(home, 'archive')))!;
    const indexed = archiveFiles(index).map(({ file }) => file);
    const files = await readdir(join(home, 'archive'), { recursive: true });
    const written = files.filter((file) => /\.(parquet|csv\.gz|sqlite)$/.test(file) && !index.retired.includes(file));
    expect(written.sort()).toEqual(indexed.sort());
    expect(files.filter((file) => /\.(part|new)$/.test(file))).toEqual([]);
  }
}, 1_800_000);

test('reports a damaged index, and reads nothing from the archive', async () => {
  const copy = await makeFolder();
  await cp(join(home, 'archive'), join(copy, 'archive'), { recursive: true });
  await writeFile(join(copy, 'archive/index.json'), '{"format":');
  await expect(verifyArchive({ home: copy, limits })).rejects.toThrow(/archive\/index\.json is damaged/);
  const reader = new ArchiveReader(copy);
  expect(await reader.index()).toBeNull();
  await removeFolder(copy);
});
