import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measure } from '../../../pipeline/publish/compress.ts';
import { openRelease } from '../release/opened-release.ts';
import { differingFiles, differingTables, withoutDatabase } from '../release/same-release.ts';
import { build, copyHome, FIRST, makeFolder, removeFolder, SECOND, writeSmall } from '../sample-build.ts';

/** A home with a first release, and folders with what publishers send next. */
let first: string;
let second: string;
let elements: string;
const folders: string[] = [];
async function folder(): Promise<string> {
  const made = await makeFolder();
  folders.push(made);
  return made;
}

const SAME_DAY = new Date(FIRST.getTime() + 1_800_000);
/** What is read from small files is kept, too. */
const keeping = { leastParsedBytes: 0, archive: false } as const;

beforeAll(async () => {
  const files = await folder();
  await writeSmall(files);
  first = await folder();
  await build(first, files, FIRST, keeping);
  second = await folder();
  await writeSmall(second, undefined, 'second');
  elements = await folder();
  await mkdir(join(elements, 'celestrak'));
  await writeFile(
    join(elements, 'celestrak/gp-active.csv'),
    await readFile(join(second, 'celestrak/gp-active.csv'), 'utf8'),
  );
});

afterAll(() => Promise.all(folders.map(removeFolder)));

type Manifest = { program?: string; files: Record<string, unknown> };

/** A copy of the first home, with changes to the manifest of its release. */
async function copy(change: (manifest: Manifest, release: string) => Promise<void> | void = () => {}): Promise<string> {
  const home = await folder();
  copyHome(first, home);
  const release = join(home, 'current');
  const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
  await change(manifest, release);
  await writeFile(join(release, 'manifest.json'), JSON.stringify(manifest));
  return home;
}

/** As if another program had built the release and read the files: nothing is taken over. */
async function byOther(): Promise<string> {
  const home = await copy((manifest) => {
    manifest.program = 'f'.repeat(64);
  });
  await rm(join(home, 'parsed'), { recursive: true });
  return home;
}

/** Files whose bytes may differ though all tables are equal: the database, and the manifest, which has its hash. */
const mayDiffer = ['catalog.duckdb', 'manifest.json'];

/** Builds in two homes, and expects the same release in both. */
async function expectSame(homes: readonly string[], from: string, now: Date): Promise<void> {
  for (const home of homes) await build(home, from, now, keeping);
  const [taken, whole] = [await openRelease(homes[0]!), await openRelease(homes[1]!)];
  try {
    expect(taken.manifest.counts.satellites).toBeGreaterThan(50);
    expect(withoutDatabase(taken.manifest)).toEqual(withoutDatabase(whole.manifest));
    expect(await differingTables(taken, whole)).toEqual([]);
    const differing = await differingFiles(taken.folder, whole.folder);
    expect(differing.filter((file) => !mayDiffer.includes(file))).toEqual([]);
  } finally {
    taken.close();
    whole.close();
  }
}

describe('a build that takes over what has not changed is the same as a whole build', () => {
  test.each([
    ['new elements on the same day', () => elements, SAME_DAY],
    ['new elements and a new SATCAT on the next day', () => second, SECOND],
  ] as const)('%s', async (_name, from, now) => expectSame([await copy(), await byOther()], from(), now));

  test('what was read from files is damaged', async () => {
    const home = await copy();
    const parsed = join(home, 'parsed');
    const names = await readdir(parsed);
    expect(names.length).toBeGreaterThan(10);
    for (const [at, name] of names.entries()) {
      const bytes = await readFile(join(parsed, name));
      bytes[bytes.length >> 1]! ^= 1;
      // A missing file, one that is cut short, and changed bytes.
      if (at % 3 === 0) await rm(join(parsed, name));
      else await writeFile(join(parsed, name), at % 3 === 1 ? bytes.subarray(0, 100) : bytes);
    }
    await expectSame([home, await byOther()], elements, SAME_DAY);
  });
});

/** Changes a stored record of a release. */
function alter(release: string, id: number): void {
  const database = new DatabaseSync(join(release, 'records.sqlite'));
  database.prepare('UPDATE objects SET record = ? WHERE norad_cat_id = ?').run(gzipSync('"altered"'), id);
  database.close();
}

function storedRecord(home: string, id: number): unknown {
  const database = new DatabaseSync(join(home, 'current/records.sqlite'), { readOnly: true });
  const row = database.prepare('SELECT record FROM objects WHERE norad_cat_id = ?').get(id);
  database.close();
  return JSON.parse(gunzipSync(row!.record as Uint8Array).toString());
}

/** The first object that has decayed, and so has no new elements. */
async function decayed(): Promise<number> {
  const release = await openRelease(first);
  const [row] = await release.rows<{ id: number }>(
    "SELECT min(norad_cat_id) AS id FROM satellites WHERE operational_status = 'DECAYED'",
  );
  release.close();
  return row!.id;
}

test('what has not changed is not made again', async () => {
  const id = await decayed();
  const home = await copy(async ({ files }, release) => {
    alter(release, id);
    files['records.sqlite'] = await measure(join(release, 'records.sqlite'));
  });
  const times = async () => {
    const names = (await readdir(join(home, 'parsed'))).filter((name) => name.endsWith('.state'));
    return new Map(
      await Promise.all(names.map(async (name) => [name, (await stat(join(home, 'parsed', name))).mtimeMs] as const)),
    );
  };
  const openData = async () => {
    const names = ['all-cc-by.csv.gz', 'all-cc-by.parquet'];
    const facts = names.map((name) => stat(join(home, 'current/public/api/v1/dataset', name)));
    return (await Promise.all(facts)).map(({ ino }) => ino);
  };
  const [before, openBefore] = [await times(), await openData()];
  await build(home, elements, SAME_DAY, keeping);
  expect(storedRecord(home, id)).toBe('altered');
  // No claim of an openly licensed source is new: the files are the same ones.
  expect(await openData()).toEqual(openBefore);
  const after = await times();
  // All files but the new one.
  expect([after.size, [...after].filter(([name, time]) => before.get(name) !== time).length]).toEqual([before.size, 1]);
});

test('nothing is taken over from damaged records', async () => {
  const id = await decayed();
  const home = await copy(async (_manifest, release) => {
    // Another file under the name, of the same size.
    const path = join(release, 'records.sqlite');
    const { size } = await stat(path);
    await writeFile(`${path}.new`, Buffer.alloc(size, 1));
    await rename(`${path}.new`, path);
  });
  await build(home, elements, SAME_DAY, keeping);
  expect(storedRecord(home, id)).toMatchObject({ data: { norad_cat_id: id } });
});
