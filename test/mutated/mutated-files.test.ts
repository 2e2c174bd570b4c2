import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Releases } from '../../pipeline/publish/release.ts';
import { type SnapshotIndex, Snapshots } from '../../pipeline/snapshots.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { openRelease } from '../pipeline/release/opened-release.ts';
import { build, databaseOnly, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { mutated, numbersFrom } from './mutations.ts';

/** How many mutated files are tried, and the first seed. By hand: ORBWEAVER_MUTATIONS=10000 npx vitest run test/mutated/mutated-files.test.ts */
const FILES = Number(process.env.ORBWEAVER_MUTATIONS ?? 300);
const SEED = Number(process.env.ORBWEAVER_SEED ?? 36);
/**
 * With ORBWEAVER_MUTATIONS, only the database is built, which the checks read: the other files are most of the time of a small build, and
 * errors while they are written are found without it only. To repeat a run of CI, set ORBWEAVER_SEED alone.
 */
const OUTPUT = process.env.ORBWEAVER_MUTATIONS === undefined ? { archive: false } : databaseOnly;

let home: string;
let valid: string;
let scratch: string;
const texts = new Map<string, string>();
let snapshots: Snapshots;
let hour = 0;

beforeAll(async () => {
  [home, valid, scratch] = await Promise.all([makeFolder(), makeFolder(), makeFolder()]);
  await writeSmall(valid);
  for (const source of await readdir(valid))
    for (const name of await readdir(join(valid, source)))
      texts.set(`${source}/${name}`, await readFile(join(valid, source, name), 'utf8'));
  snapshots = new Snapshots(home);
  await publish(texts);
});
afterAll(() => Promise.all([home, valid, scratch].map(removeFolder)));

/** Builds a release from files as if their publishers had sent them. Any error fails the test. */
async function publish(files: ReadonlyMap<string, string>) {
  hour++;
  const now = new Date(FIRST.getTime() + hour * 3_600_000);
  const fresh: SnapshotIndex = {};
  for (const [key, text] of files) {
    const path = join(scratch, key);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
    fresh[key] = await snapshots.keep(key, path, now);
  }
  // Recorded as waiting, as a refresh records them: a failed attempt then keeps them on disk.
  await snapshots.await(fresh);
  const from = { fresh, problems: new Map<string, string>() };
  const more = { ...OUTPUT, sample: false, limits: { memory: '300MB', ...smallCatalog } };
  const report = await build(home, from as unknown as string, now, { ...more, from });
  return { report: report!, manifest: (await new Releases(home).current())! };
}

/** The catalog numbers of the current release. */
async function objects(): Promise<ReadonlySet<number>> {
  const release = await openRelease(home);
  try {
    const rows = await release.rows<{ id: number }>('SELECT norad_cat_id AS id FROM satellites');
    return new Set(rows.map((row) => row.id));
  } finally {
    release.close();
  }
}

test(`${FILES} mutated files stop no build, lose no object silently, and heal`, {
  timeout: 24 * 3_600_000,
}, async () => {
  const pick = numbersFrom(SEED);
  const healthy = (await new Releases(home).current())!.counts;
  let tried = 0;
  let healedAt = 0;
  const real = await objects();
  let before = real;
  while (tried < FILES) {
    const changes = new Map([...texts].map(([key, text]) => [key, mutated(text, pick)] as const));
    tried += changes.size;
    const { report, manifest } = await publish(new Map([...changes].map(([key, { text }]) => [key, text])));
    const told = `seed ${SEED}, file ${tried}: ${[...changes].map(([key, { how }]) => `${key} ${how}`).join('; ')}`;
    // Losses stay below the limits of the gates, which compare with the release before, and are reported: as a problem of the
    // source, or as a reject. Several damaged files may each lose an object, in one release after the other. An object that only
    // a damaged file had is not lost when it goes again.
    const now = (await objects()).intersection(real);
    expect(now.intersection(before).size, told).toBeGreaterThanOrEqual(before.size * 0.99 - 1);
    expect(now.size, told).toBeGreaterThanOrEqual(real.size * 0.95);
    before = now;
    for (const { file, problem } of report.files.filter((one) => one.problem !== null)) {
      const [slug, name] = file.split('/');
      const source = manifest.sources.find((one) => one.slug === slug);
      expect([source?.status, source?.problem], told).toEqual([
        'stale',
        expect.stringContaining(`${name}: ${problem}`),
      ]);
    }
    if (manifest.counts.satellites < healthy.satellites)
      expect(report.rejects.filter(({ scope }) => scope === 'row').length, told).toBeGreaterThan(0);
    if (tried - healedAt < 100 && tried < FILES) continue;
    healedAt = tried;
    const healed = await publish(texts);
    before = real;
    expect(
      healed.report.files.filter(({ problem }) => problem !== null),
      told,
    ).toEqual([]);
    expect({ ...healed.manifest.counts, events: 0 }, told).toEqual({ ...healthy, events: 0 });
  }
});
