import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, openCatalog } from '../../src/query/catalog.ts';
import { LEAST_PIECES } from '../../src/query/separation/breakups.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

let home: string;
let catalog: Catalog;
beforeAll(async () => {
  home = await copySample();
  catalog = await openCatalog(join(home, 'current'));
});
afterAll(async () => {
  catalog.close();
  await removeFolder(home);
});

/** The first release of the sample, which is compared with none. */
const compared = '2026-08-21T23:00:00Z';
const week = { from: '2026-08-17', to: '2026-08-24', compared };

test('what the first release has is not new: only what the second one found is', async () => {
  const { found, moves } = await catalog.pages.week(week);
  const detected = (await catalog.pages.eventsSince('2026-01-01T00:00:00Z')).filter(
    ({ detected_at }) => detected_at > compared,
  );
  expect(found.map(({ id }) => id).sort()).toEqual(
    detected.flatMap(({ type, id }) => (type === 'new_object' ? [id] : [])).sort(),
  );
  expect(found.length).toBeGreaterThan(0);
  const active = detected.filter(({ type, norad_cat_id, object_class }) => {
    const { active } = JSON.parse(catalog.summary(norad_cat_id)!) as { active: boolean };
    return type === 'orbit_change' && object_class === 'PAYLOAD' && active;
  });
  expect(moves.map(({ id }) => id).sort()).toEqual(active.map(({ id }) => id).sort());
});

test('launches, reentries, and separations belong to the week of their dates', async () => {
  const ids = [...(await catalog.list({}, { by: 'norad_cat_id', descending: false }))];
  const texts = await catalog.fields(ids, [
    'norad_cat_id',
    'decay_date',
    'separation_date',
    'object_class',
    'parent_gcat_id',
  ]);
  const objects = texts.map((text) => JSON.parse(text) as Record<string, string | number | null>);
  const dates = new Set(objects.flatMap(({ decay_date }) => (decay_date === null ? [] : [String(decay_date)])));
  const day = [...dates].sort().at(-1)!;
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const { reentered, launches } = await catalog.pages.week({ from: day, to: next, compared });
  expect([...reentered].sort((a, b) => a - b)).toEqual(
    objects.flatMap(({ norad_cat_id, decay_date }) => (decay_date === day ? [Number(norad_cat_id)] : [])),
  );
  for (const { launch_date } of launches) expect(launch_date).toBe(day);
  const pieces = Map.groupBy(
    objects.filter(({ object_class, separation_date }) => object_class === 'DEBRIS' && separation_date !== null),
    ({ separation_date, parent_gcat_id }) => `${separation_date} ${parent_gcat_id}`,
  );
  const largest = [...pieces].sort(([, a], [, b]) => b.length - a.length)[0]!;
  const [date, parent] = largest[0].split(' ') as [string, string];
  const after = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const { breakups } = await catalog.pages.week({ from: date, to: after, compared });
  const found = breakups.find(({ parent_gcat_id }) => parent_gcat_id === parent);
  expect(found?.pieces).toBe(largest[1].length >= LEAST_PIECES ? largest[1].length : undefined);
  for (const { pieces: count } of breakups) expect(count).toBeGreaterThanOrEqual(LEAST_PIECES);
});
