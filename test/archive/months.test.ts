import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Archive, readArchiveIndex } from '../../pipeline/archive/archive.ts';
import { importElements } from '../../pipeline/archive/import.ts';
import { verifyArchive } from '../../pipeline/archive/verify.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { filesOfPage } from '../../src/release/archive-objects.ts';
import type { ElementSet } from '../../src/schema/objects/elements.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { seeded } from '../seeded.ts';
import { made, written } from './made-sets.ts';
import { plainSet } from './plain-set.ts';

const limits = { memory: '200MB', ...smallCatalog };
const random = seeded(20_260_501);
const pick = (count: number) => Math.floor(random() * count);
const DAY = 86_400_000;
const stamp = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');

const set = (id: number, epoch: number): ElementSet =>
  made({
    norad_cat_id: id,
    object_name: `MADE ${id}`,
    epoch: `${new Date(epoch).toISOString().slice(0, 19)}.000000`,
  });

/** The current sets at each snapshot: `catalogs[n]` maps each object to its set. */
const start = Date.parse('2026-03-28T06:00:00Z');
const times = Array.from({ length: 45 }, (_, n) => start + n * 2.5 * DAY);
const catalogs: Map<number, ElementSet>[] = [];
/** Sets from before the first snapshot, without times of snapshots. */
const old: ElementSet[] = [];

let home: string;
let files: string;
beforeAll(async () => {
  [home, files] = [await makeFolder(), await makeFolder()];
  const objects = Array.from({ length: 40 }, (_, n) => 1000 + n * 3);
  for (const id of objects)
    for (let time = Date.parse('2026-01-05T00:00:00Z'); time < start - DAY; time += (1 + pick(9)) * DAY)
      old.push(set(id, time + id * 1000));
  await writeFile(join(files, 'gp_history.csv'), written('csv', old));
  let current = new Map<number, ElementSet>();
  for (const time of times) {
    const before = current;
    current = new Map();
    for (const id of objects) {
      const previous = before.get(id);
      // Some objects have a new set each time, some keep theirs for months; one set in forty returns after a gap.
      if (previous && (id % 5 === 0 ? pick(30) > 0 : pick(3) === 0)) current.set(id, previous);
      else if (pick(40) > 0)
        current.set(id, pick(40) === 0 && previous ? catalogs[0]!.get(id)! : set(id, time - pick(DAY)));
    }
    catalogs.push(new Map([...current].filter(([, one]) => one)));
    const folder = join(files, stamp(time).replaceAll(':', ''), 'celestrak');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'gp-active.csv'), written('csv', [...catalogs.at(-1)!.values()]));
  }
  const options = { home, limits, progress: () => {} };
  // The middle first: importing earlier months later rewrites the initial catalogs of months.
  const folders = times.map((time) => join(files, stamp(time).replaceAll(':', '')));
  await importElements(options, folders.slice(15, 30));
  await importElements(options, [files]);
});
afterAll(() => Promise.all([home, files].map(removeFolder)));

test('every month except the first has an initial catalog, and the archive is valid', async () => {
  const { elements, starts } = (await readArchiveIndex(join(home, 'archive')))!;
  expect(elements.length).toBeGreaterThan(5);
  expect(starts.map(({ month }) => month)).toEqual(elements.slice(1).map(({ month }) => month));
  expect(await verifyArchive({ home, limits })).toEqual([]);
});

test('the catalog as of a snapshot, and until the next one, is that snapshot, in any month', async () => {
  const reader = new ArchiveReader(home);
  for (const [at, catalog] of catalogs.entries())
    for (const later of [0, DAY]) {
      const sets = await reader.asOf(times[at]! + later);
      const expected = [...catalog].sort(([a], [b]) => a - b).map(([id, { epoch }]) => [id, epoch]);
      expect([at, sets.map(({ norad_cat_id, epoch }) => [norad_cat_id, epoch])]).toEqual([at, expected]);
      const [one] = await reader.asOf(times[at]! + later, 1003);
      expect(one?.epoch).toBe(catalog.get(1003)?.epoch);
    }
  reader.close();
});

test('before the first snapshot, as_of returns each object’s last epoch up to then', async () => {
  const reader = new ArchiveReader(home);
  for (let time = Date.parse('2026-01-04T00:00:00Z'); time < start; time += 4.3 * DAY) {
    const last = new Map<number, string>();
    for (const one of [...old, ...catalogs.flatMap((catalog) => [...catalog.values()])]) {
      const previous = last.get(one.norad_cat_id);
      if (Date.parse(`${one.epoch}Z`) <= time && (previous === undefined || previous < one.epoch))
        last.set(one.norad_cat_id, one.epoch);
    }
    const sets = await reader.asOf(time);
    expect([time, sets.map(({ norad_cat_id, epoch }) => [norad_cat_id, epoch])]).toEqual([
      time,
      [...last].sort(([a], [b]) => a - b),
    ]);
  }
  reader.close();
});

test('pages of an object’s sets continue across months without gaps or repeats', async () => {
  const reader = new ArchiveReader(home);
  for (const id of [1000, 1003, 1060]) {
    const { sets: all, total } = await reader.elements(id, { limit: 1000, offset: 0 });
    expect(all.length).toBe(total);
    expect(all.map(({ epoch }) => epoch)).toEqual(
      all
        .map(({ epoch }) => epoch)
        .sort()
        .reverse(),
    );
    for (const limit of [1, 7]) {
      const paged = [];
      for (let offset = 0; offset < total + limit; offset += limit) {
        const page = await reader.elements(id, { limit, offset });
        expect(page.total).toBe(total);
        paged.push(...page.sets);
      }
      expect(paged.map(plainSet)).toEqual(all.map(plainSet));
    }
    const [from, to] = [Date.parse(`${all[20]!.epoch}Z`), Date.parse(`${all[5]!.epoch}Z`)];
    const within = await reader.elements(id, { from, to, limit: 1000, offset: 0 });
    expect(within.sets.map(plainSet)).toEqual(
      all.filter(({ epoch }) => Date.parse(`${epoch}Z`) >= from && Date.parse(`${epoch}Z`) <= to).map(plainSet),
    );
    expect(within.total).toBe(within.sets.length);
  }
  expect(await reader.elements(999_999, { limit: 1, offset: 0 })).toEqual({ total: 0, sets: [], epochs: [] });
  reader.close();
});

test('the first and last sets of a few objects, of many, and by name equal those of single objects', async () => {
  const reader = new ArchiveReader(home);
  for (const which of ['first', 'last'] as const) {
    const expected = [];
    for (let id = 1000; id <= 1060; id++) expected.push(...(await reader.outermost(id, which)));
    expect(expected.length).toBeGreaterThan(20);
    for (const [first, count] of [
      [1000, 61],
      [1, 1060],
    ] as const) {
      const some = { where: 'norad_cat_id BETWEEN $first AND $last', values: { first, last: first + count - 1 } };
      expect((await reader.outermost(some, which)).map(plainSet)).toEqual(expected.map(plainSet));
    }
    const named = await reader.outermost({ where: "object_name LIKE '%MADE 10%'", values: {} }, which);
    expect(named.slice(0, expected.length).map(plainSet)).toEqual(expected.map(plainSet));
    const allSets = [...old, ...catalogs.flatMap((catalog) => [...catalog.values()])];
    expect(named.map(({ norad_cat_id, epoch }) => [norad_cat_id, epoch])).toEqual(
      [...Map.groupBy(allSets, ({ norad_cat_id }) => norad_cat_id)]
        .filter(([id]) => id < 1100)
        .map(([id, sets]) => [
          id,
          sets
            .map(({ epoch }) => epoch)
            .sort()
            .at(which === 'first' ? 0 : -1),
        ])
        .sort(([a], [b]) => Number(a) - Number(b)),
    );
  }
  reader.close();
});

test('reads an archive of an earlier version without rows by object, and adds them with the next change', async () => {
  const other = await makeFolder();
  try {
    await cp(join(home, 'archive'), join(other, 'archive'), { recursive: true });
    const path = join(other, 'archive/index.json');
    const index = JSON.parse(await readFile(path, 'utf8'), (key, value) => (key === 'by_object' ? undefined : value));
    await writeFile(path, JSON.stringify({ ...index, format: '1.2' }));
    const [now, before] = [new ArchiveReader(home), new ArchiveReader(other)];
    for (const id of [1000, 1003, 999_999])
      for (const read of [
        (archive: ArchiveReader) => archive.elements(id, { limit: 40, offset: 3 }).then(({ sets }) => sets),
        ...times.slice(0, 20).map((time) => (archive: ArchiveReader) => archive.asOf(time, id)),
        ...(['first', 'last'] as const).map((which) => (archive: ArchiveReader) => archive.outermost(id, which)),
      ])
        expect((await read(before)).map(plainSet)).toEqual((await read(now)).map(plainSet));
    now.close();
    before.close();
    const archive = await Archive.open({ home: other, limits });
    await archive.commit({});
    await archive.close();
    const written = { ...(await readArchiveIndex(join(home, 'archive')))!, retired: [] };
    expect(await readArchiveIndex(join(other, 'archive'))).toEqual(written);
  } finally {
    await removeFolder(other);
  }
});

test('reads a page from the files that may contain it, and files with overlapping epochs together', () => {
  const file = (name: string, first: number, last: number, count: number) => ({ file: name, first, last, count });
  const files = [file('jan', 0, 10, 5), file('feb', 11, 20, 5), file('late', 15, 30, 5), file('apr', 40, 50, 5)];
  const page = (offset: number, limit: number) => filesOfPage(files, { offset, limit });
  expect(page(0, 5)).toEqual({ files: ['apr'], skip: 0 });
  expect(page(4, 2)).toEqual({ files: ['apr', 'late', 'feb'], skip: 4 });
  expect(page(7, 3)).toEqual({ files: ['late', 'feb'], skip: 2 });
  expect(page(15, 100)).toEqual({ files: ['jan'], skip: 0 });
  expect(page(20, 1)).toEqual({ files: [], skip: 0 });
});
