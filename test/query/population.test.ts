import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalog } from '../../src/query/catalog.ts';
import { stationNamedBy } from '../../src/schema/stations.ts';
import type { Population } from '../../src/schema/statistics/population.ts';
import { populationBy } from '../../src/schema/statistics/population.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

/** Objects in orbit at the end of each year, counted again from the records of the sample. */
interface Thing {
  readonly cospar_id: string | null;
  readonly object_class: string;
  readonly operational_status: string;
  readonly orbit_class: string;
  readonly country: string;
  readonly operator_slug: string | null;
  readonly purpose: string | null;
  readonly launch_id: string | null;
  readonly launch_date: string | null;
  readonly separation_date: string | null;
  readonly decay_date: string | null;
  readonly launch_mass_kg: number | null;
}

let home: string;
let population: Population;
let things: Thing[];
beforeAll(async () => {
  home = await copySample();
  const catalog = await openCatalog(join(home, 'current'));
  population = (await catalog.population())!;
  const ids = [...(await catalog.list({}, { by: 'norad_cat_id', descending: false }))];
  const names =
    'cospar_id object_class operational_status orbit_class country operator_slug purpose launch_id launch_date separation_date decay_date launch_mass_kg';
  things = (await catalog.fields(ids, names.split(' '))).map((text) => JSON.parse(text) as Thing);
  catalog.close();
});
afterAll(() => removeFolder(home));

const yearOf = (date: string | null | undefined) => (date ? Number(date.slice(0, 4)) : null);
const separates = (thing: Thing) => thing.object_class === 'DEBRIS' || stationNamedBy(thing)?.isStationsLaunch === true;
const startOf = (thing: Thing) =>
  separates(thing) ? yearOf(thing.separation_date) : (yearOf(thing.launch_date) ?? yearOf(thing.launch_id));
const isDown = ({ operational_status }: Thing) => operational_status === 'DECAYED';

/** The first reason for leaving an object out; undefined if it is counted. */
function reasonFor(thing: Thing): string | undefined {
  if (thing.orbit_class === 'DEEP_SPACE') return 'beyond_earth_orbit';
  const start = startOf(thing);
  if (start === null) return 'no_start_date';
  if (!isDown(thing)) return undefined;
  if (thing.decay_date === null) return 'no_decay_date';
  const day = separates(thing) ? thing.separation_date : thing.launch_date;
  return (day !== null && day > thing.decay_date) || start > yearOf(thing.decay_date)! ? 'dates_contradict' : undefined;
}

test('every series has the objects that were in orbit at the end of each year', () => {
  const { last_year } = population.meta;
  const codes = {
    object_class: 'object_class',
    country: 'country',
    operator: 'operator_slug',
    orbit_class: 'orbit_class',
    purpose: 'purpose',
  } as const;
  for (const by of populationBy) {
    const series = population.data.filter((one) => one.by === by);
    expect(series.length, by).toBeGreaterThan(0);
    const only = by === 'operator' || by === 'purpose' ? ['PAYLOAD'] : ['PAYLOAD', 'ROCKET_BODY', 'DEBRIS', 'UNKNOWN'];
    const counted = things.filter((thing) => reasonFor(thing) === undefined && only.includes(thing.object_class));
    for (const year of [1970, 2000, 2019, 2025, last_year]) {
      const there = counted.filter(
        (thing) => startOf(thing)! <= year && (!isDown(thing) || yearOf(thing.decay_date)! > year),
      );
      for (const { code, object_class, first_year, objects, with_mass, known_mass_kg } of series) {
        const own = there.filter(
          (thing) => (thing[codes[by]] ?? 'UNKNOWN') === code && thing.object_class === object_class,
        );
        expect([by, code, year, objects[year - first_year] ?? 0]).toEqual([by, code, year, own.length]);
        const weighed = own.flatMap(({ launch_mass_kg }) => launch_mass_kg ?? []);
        expect(with_mass?.[year - first_year] ?? 0).toBe(object_class === 'PAYLOAD' ? weighed.length : 0);
        const mass = weighed.reduce((sum, one) => sum + one, 0);
        expect(known_mass_kg?.[year - first_year] ?? 0).toBeCloseTo(object_class === 'PAYLOAD' ? mass : 0, 1);
      }
      const sum = series.reduce((all, { first_year, objects }) => all + (objects[year - first_year] ?? 0), 0);
      expect([by, year, sum]).toEqual([by, year, there.length]);
    }
  }
});

test('counted objects and those left out are all objects', () => {
  const { counted, left_out, newest_separation } = population.meta;
  const expected = Map.groupBy(things, reasonFor);
  expect(counted).toBe(expected.get(undefined)!.length);
  for (const reason of ['beyond_earth_orbit', 'no_start_date', 'no_decay_date', 'dates_contradict'] as const) {
    const sum = left_out.reduce((all, one) => all + one[reason], 0);
    expect([reason, sum]).toEqual([reason, expected.get(reason)?.length ?? 0]);
  }
  const dates = things.flatMap((thing) =>
    thing.object_class === 'DEBRIS' && reasonFor(thing) === undefined ? (thing.separation_date ?? []) : [],
  );
  expect(newest_separation).toBe(dates.sort().at(-1));
});

test('the CSV has the numbers of the JSON, a row for each series and year', async () => {
  const text = await readFile(join(home, 'current/public/api/v1/population.csv'), 'utf8');
  const { data } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true });
  const expected = population.data.flatMap(({ first_year, objects, with_mass, known_mass_kg, ...value }) =>
    objects.map((count, at) => ({
      ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one ?? ''])),
      year: String(first_year + at),
      objects: String(count),
      with_mass: String(with_mass?.[at] ?? ''),
      known_mass_kg: String(known_mass_kg?.[at] ?? ''),
    })),
  );
  expect(data).toEqual(expected);
});

test('owners are states, organizations, or several owners', () => {
  const kinds = new Map(population.data.flatMap(({ by, code, kind }) => (by === 'country' ? [[code, kind]] : [])));
  expect(kinds.get('US')).toBe('state');
  expect(kinds.get('ESA')).toBe('organization');
  for (const { by, kind } of population.data) if (by !== 'country') expect(kind).toBeNull();
});
