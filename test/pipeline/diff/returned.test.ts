import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../../../src/schema/changes/event.ts';
import { openRelease } from '../release/opened-release.ts';
import { build, cut, FIRST, makeFolder, removeFolder, writeSmall } from '../sample-build.ts';

/** A month without elements of an object, and the orbit that it has after it. */
const [WITHOUT, AGAIN] = [new Date('2026-08-22T23:00:00Z'), new Date('2026-09-24T23:00:00Z')];
let home: string;
let folder: string;
let id: number;
let events: (Pick<Event, 'type' | 'norad_cat_id'> & { readonly details: string })[];

beforeAll(async () => {
  [home, folder] = [await makeFolder(), await makeFolder()];
  await writeSmall(folder);
  const path = join(folder, 'celestrak/gp-active.csv');
  const text = await readFile(path, 'utf8');
  const [header, ...rows] = text.trimEnd().split('\n');
  const names = header!.trim().split(',');
  const column = (line: string, name: string) => line.trim().split(',')[names.indexOf(name)]!;
  const row = rows.find((line) => Number(column(line, 'MEAN_MOTION')) > 14)!;
  id = Number(column(row, 'NORAD_CAT_ID'));
  const options = { files: 'database' } as const;
  await build(home, folder, FIRST, options);
  await cut(path, (line) => line !== row);
  await build(home, folder, WITHOUT, options);
  const moved = { MEAN_MOTION: '1.00270000', ECCENTRICITY: '.0002', EPOCH: '2026-09-24T12:00:00.000000', BSTAR: '0' };
  const cells = names.map((name) => (moved as Record<string, string>)[name] ?? column(row, name));
  await writeFile(path, text.replace(row, `${cells.join(',')}${row.endsWith('\r') ? '\r' : ''}`));
  await build(home, folder, AGAIN, options);
  const release = await openRelease(home);
  events = await release.rows('SELECT type, norad_cat_id, details::VARCHAR AS details FROM events');
  release.close();
}, 120_000);
afterAll(async () => {
  await removeFolder(home);
  await removeFolder(folder);
});

test('an object that had no elements in the last release is compared with its newest archived set', () => {
  const found = events.filter(({ type, norad_cat_id }) => type === 'orbit_change' && norad_cat_id === id);
  expect(found.map(({ details }) => JSON.parse(details))).toEqual([
    expect.objectContaining({
      orbit_class: { before: 'LEO', after: 'GEO' },
      predicted: null,
      delta: expect.objectContaining({ semi_major_axis_km: expect.closeTo(35_200, -3) }),
    }),
  ]);
});
