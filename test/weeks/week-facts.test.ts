import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, openCatalog } from '../../src/query/catalog.ts';
import { LEAST_PIECES } from '../../src/query/separation.ts';
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
  expect(moves.length).toBeGreaterThan(0);
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
    'launch_date',
    'launch_id',
  ]);
  const objects = texts.map((text) => JSON.parse(text) as Record<string, string | number | null>);
  const dayOf = (date: string) => {
    const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    return catalog.pages.week({ from: date, to: next, compared });
  };
  const newest = (field: string) =>
    objects
      .flatMap((object) => String(object[field] ?? ''))
      .sort()
      .at(-1)!;
  const decayDay = newest('decay_date');
  expect([...(await dayOf(decayDay)).reentered].sort((a, b) => a - b)).toEqual(
    objects.flatMap(({ norad_cat_id, decay_date }) => (decay_date === decayDay ? [Number(norad_cat_id)] : [])),
  );
  const launchDay = newest('launch_date');
  expect((await dayOf(launchDay)).launches.map(({ launch_id }) => launch_id)).toEqual([
    ...new Set(objects.flatMap(({ launch_id, launch_date }) => (launch_date === launchDay ? [launch_id] : []))),
  ]);
  const pieces = Map.groupBy(
    objects.filter(({ object_class, separation_date }) => object_class === 'DEBRIS' && separation_date !== null),
    ({ separation_date, parent_gcat_id }) => `${separation_date} ${parent_gcat_id}`,
  );
  const largest = [...pieces].sort(([, a], [, b]) => b.length - a.length)[0]!;
  const [date, parent] = largest[0].split(' ') as [string, string];
  expect(largest[1].length).toBeGreaterThanOrEqual(LEAST_PIECES);
  const { breakups } = await dayOf(date);
  const found = breakups.find(({ parent_gcat_id }) => parent_gcat_id === parent);
  expect(found?.pieces).toBe(largest[1].length);
  for (const { pieces: count } of breakups) expect(count).toBeGreaterThanOrEqual(LEAST_PIECES);
});
