import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveReleases } from '../../pipeline/archive/absorb.ts';
import { Archive } from '../../pipeline/archive/archive.ts';
import { exportArchive } from '../../pipeline/archive/export.ts';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { verifyArchive } from '../../pipeline/archive/verify.ts';
import { localArchive } from '../../pipeline/mirror/archive.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import type { ArchiveFile } from '../../src/schema/release/archive.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

const limits = { memory: '200MB', ...smallCatalog };
let home: string;
beforeAll(async () => {
  home = await copySample();
});
afterAll(() => removeFolder(home));

test('finds the same changes compared with the previous release and with the archive', async () => {
  const [first, second] = (await readdir(join(home, 'releases'))).filter((name) => name.startsWith('2026')).sort();
  const path = join(home, 'archive/index.json');
  const versions = async (afterFirst: () => Promise<void>) => {
    await rm(join(home, 'archive'), { recursive: true });
    await archiveReleases({ home, limits }, first!);
    await afterFirst();
    await archiveReleases({ home, limits }, second!);
    const { values, claims } = (await localArchive(home))!;
    return [...values, ...claims].map(({ file, sha256, rows }) => ({ file, sha256, rows }));
  };
  const withRelease = await versions(async () => {});
  expect(withRelease).toHaveLength(4);
  // An archive of an earlier format may lack some versions: it is compared completely.
  const withArchive = await versions(async () => {
    const index = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...index, format: '1.0' }));
  });
  expect(withRelease).toEqual(withArchive);
});

test('merges versions by month without changing query results, and keeps the first release separate', async () => {
  const archive = await Archive.open({ home, limits });
  const files: ArchiveFile[] = [];
  for (const day of ['2026-08-23', '2026-08-24', '2026-09-01', '2026-09-02']) {
    const label = `${day.replaceAll('-', '')}T000000Z`;
    const [first] = archive.index.values;
    files.push(
      await archive.write(
        'values',
        label,
        `SELECT * REPLACE (TIMESTAMP '${day}' AS release_at, '"ON ${day}"' AS value)
          FROM read_parquet('${archive.path(first!.file)}') WHERE field = 'name' AND norad_cat_id % 3 = 0 ORDER BY ALL`,
      ),
    );
  }
  const snapshots = files.map((_file, at) => ({
    at: `2026-0${at < 2 ? 8 : 9}-${['23', '24', '01', '02'][at]}T00:00:00Z`,
    release: `r${at}`,
    objects: 1,
    complete: true,
  }));
  await archive.commit({
    values: [...archive.index.values, ...files],
    snapshots: [...archive.index.snapshots, ...snapshots],
  });
  await archive.close();
  const results = async () => {
    const reader = new ArchiveReader(home);
    const found = [];
    for (const id of [25_545, 190_062, 190_245])
      for (const { at } of (await reader.index())!.snapshots) {
        const rows = [await reader.values(id, at), await reader.claims(id, at), await reader.changes(id, undefined)];
        found.push([id, at, ...rows.map((some) => some.map((one) => JSON.stringify(one)).sort())]);
      }
    reader.close();
    return JSON.stringify(found);
  };
  const before = await results();
  expect(before).toContain('ON 2026-08-24');
  const path = join(home, 'archive/index.json');
  const written = await readFile(path, 'utf8');
  const earlier = JSON.parse(written, (key, value) => (key === 'by_object' ? undefined : value));
  await writeFile(path, JSON.stringify({ ...earlier, format: '1.2' }));
  expect(await results()).toBe(before);
  await writeFile(path, written);
  await compactArchive({ home, limits });
  const names = async () => (await localArchive(home))!.values.map(({ file }) => file.slice(0, file.lastIndexOf('-')));
  expect(await names()).toEqual(['values/20260821T230000Z', 'values/2026-08', 'values/2026-09']);
  expect(await results()).toBe(before);
  expect(await verifyArchive({ home, limits })).toEqual([]);
  const { values } = (await localArchive(home))!;
  await compactArchive({ home, limits });
  expect((await localArchive(home))!.values).toEqual(values);
});

test('exports versions, and verify reports invalid ones', async () => {
  const options = { home, limits };
  const file = join(home, 'exported.csv');
  const all = { from: null, to: null, norad_cat_id: 190_062 };
  for (const [of, columns] of [
    ['elements', 'norad_cat_id,epoch,mean_motion,'],
    ['values', 'norad_cat_id,field,release_at,value,'],
    ['claims', 'norad_cat_id,field,release_at,withdrawn,'],
  ] as const) {
    const rows = await exportArchive(options, file, { ...all, of });
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect([of, lines.length, lines[0]!.startsWith(columns)]).toEqual([of, rows + 1, true]);
    expect(rows).toBeGreaterThan(0);
    expect(lines.filter((line) => line.startsWith('0,'))).toEqual([]);
    const later = new Date('2030-01-01T00:00:00Z');
    expect(await exportArchive(options, file, { ...all, of, from: later })).toBe(0);
  }
  const archive = await Archive.open(options);
  const row = `(SELECT * REPLACE (TIMESTAMP '2029-01-01' AS release_at)
    FROM read_parquet('${archive.path(archive.index.values[0]!.file)}') WHERE field = 'name' ORDER BY norad_cat_id LIMIT 1)`;
  const invalid = await archive.write('values', '20290101T000000Z', `${row} UNION ALL ${row}`);
  await archive.commit({ values: [...archive.index.values, invalid] });
  await archive.close();
  expect(await verifyArchive(options)).toEqual([
    '2 values are of no release',
    '1 values have two versions of one release',
  ]);
});
