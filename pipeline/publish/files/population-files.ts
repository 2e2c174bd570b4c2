import { csvRow } from '../../../src/schema/escaped-text.ts';
import { isStationsLaunch } from '../../../src/schema/stations.ts';
import {
  leftOut,
  type Population,
  type PopulationBy,
  type PopulationSeries,
  population,
  populationBy,
  populationSeries,
} from '../../../src/schema/statistics/population.ts';
import { codeWords, objectClasses } from '../../../src/schema/vocabulary.ts';
import { countryKind } from '../../codes/country.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseContext } from '../release-context.ts';

/** Changes of the objects with one value and class in one year. */
interface Change {
  readonly by: PopulationBy;
  readonly code: string;
  readonly name: string | null;
  readonly object_class: PopulationSeries['object_class'];
  readonly year: number;
  readonly objects: number;
  readonly with_mass: number;
  readonly known_mass_kg: number;
}

/** For each grouping, SQL for the code and the name of an object's group, and for the condition under which the object is counted. */
const values: Readonly<Record<PopulationBy, readonly [code: string, name: string, when: string]>> = {
  object_class: ['object_class', 'NULL', 'TRUE'],
  country: ['country', 'country_name', 'TRUE'],
  operator: ['operator_slug', 'operator', "object_class = 'PAYLOAD'"],
  orbit_class: ['orbit_class', 'NULL', 'TRUE'],
  purpose: ['purpose', 'purpose', "object_class = 'PAYLOAD'"],
};

/**
 * Objects about the Earth with the years of their arrival and their end, and why some are omitted. Debris arrives with
 * its separation from its parent, as does an object of which only the launch of its station is known, everything else with its launch;
 * the designator has the year even if no source has the day.
 */
const lives = `CREATE OR REPLACE TEMP TABLE lives AS
  WITH dated AS (
    SELECT *, operational_status = 'DECAYED' AS decayed,
      CASE WHEN separates THEN year(separation_date) ELSE coalesce(year(launch_date), left(launch_id, 4)::INTEGER) END AS arrived,
      coalesce(CASE WHEN separates THEN separation_date ELSE launch_date END > decay_date, FALSE) AS contradict
    FROM (SELECT *, object_class = 'DEBRIS' OR ${isStationsLaunch} AS separates FROM satellites))
  SELECT *, if(decayed, year(decay_date), NULL) AS ended,
    CASE WHEN orbit_class = 'DEEP_SPACE' THEN 'beyond_earth_orbit' WHEN arrived IS NULL THEN 'no_start_date'
      WHEN decayed AND decay_date IS NULL THEN 'no_decay_date'
      WHEN decayed AND (contradict OR arrived > year(decay_date)) THEN 'dates_contradict' END AS reason
  FROM dated`;

/** `/api/v1/population`: the objects in orbit at the end of each year, by several kinds of value, as series and as rows. */
export async function publishPopulation(
  store: Store,
  folder: ReleaseFolder,
  { id, generatedAt, now }: Pick<ReleaseContext, 'id' | 'generatedAt' | 'now'>,
): Promise<void> {
  await store.run(lives);
  const lastYear = now.getUTCFullYear();
  const data = seriesOf(await changes(store), lastYear);
  const [counted] = await store.rows<{ n: number; separated: string | null }>(
    `SELECT count(*)::INTEGER AS n, (max(separation_date) FILTER (WHERE object_class = 'DEBRIS'))::VARCHAR AS separated
     FROM lives WHERE reason IS NULL`,
  );
  const { object_class: _, ...reasons } = leftOut.shape;
  const omitted = await store.rows<Population['meta']['left_out'][number]>(
    `SELECT object_class, ${Object.keys(reasons)
      .map((reason) => `(count(*) FILTER (WHERE reason = '${reason}'))::INTEGER AS ${reason}`)
      .join(', ')} FROM lives WHERE reason IS NOT NULL GROUP BY object_class`,
  );
  await store.run('DROP TABLE lives');
  const document: Population = {
    data,
    meta: {
      next: null,
      prev: null,
      generated_at: generatedAt,
      release: id,
      total: data.length,
      last_year: lastYear,
      counted: counted!.n,
      newest_separation: counted!.separated,
      left_out: objectClasses.flatMap((one) => omitted.find(({ object_class }) => object_class === one) ?? []),
    },
  };
  const { data: checked, meta } = population.parse(document);
  const list = checked.map((series) => JSON.stringify(series)).join(',\n');
  await folder.text('public/api/v1/population.json', `{"data":[${list}],\n"meta":${JSON.stringify(meta)}}\n`);
  await folder.text('public/api/v1/population.csv', csvOf(checked));
}

/** Arrivals minus ends of each year. An object that ended in the year of its arrival changes nothing. */
async function changes(store: Store): Promise<Change[]> {
  const mass = "object_class = 'PAYLOAD' AND launch_mass_kg IS NOT NULL";
  const selects = populationBy.map((by) => {
    const [code, name, when] = values[by];
    return `SELECT '${by}' AS "by", coalesce(${code}, 'UNKNOWN') AS code, any_value(${name}) AS name, object_class, year::INTEGER AS year, sum(step)::INTEGER AS objects,
      coalesce(sum(step) FILTER (WHERE ${mass}), 0)::INTEGER AS with_mass,
      round(coalesce(sum(step * launch_mass_kg) FILTER (WHERE ${mass}), 0), 3)::DOUBLE AS known_mass_kg
      FROM steps WHERE ${when} GROUP BY 2, object_class, year`;
  });
  return store.rows<Change>(`WITH steps AS (
      SELECT *, arrived AS year, 1 AS step FROM lives WHERE reason IS NULL
      UNION ALL SELECT *, ended, -1 FROM lives WHERE reason IS NULL AND ended IS NOT NULL)
    FROM (${selects.join(' UNION ALL ')}) ORDER BY "by", code, object_class, year`);
}

/** The running totals of each value and class, most objects first within each grouping. */
function seriesOf(all: readonly Change[], lastYear: number): PopulationSeries[] {
  const groups = Map.groupBy(all, ({ by, code, object_class }) => `${by} ${object_class} ${code}`);
  const found = [...groups.values()].flatMap((steps) => {
    const { by, code, object_class } = steps[0]!;
    const byYear = new Map(steps.map((step) => [step.year, step]));
    const sums = { objects: 0, with_mass: 0, known_mass_kg: 0 };
    const years = Array.from({ length: Math.max(0, lastYear - steps[0]!.year + 1) }, (_, index) => {
      const step = byYear.get(steps[0]!.year + index);
      sums.objects += step?.objects ?? 0;
      sums.with_mass += step?.with_mass ?? 0;
      // Sums of parts of a kilogram drift from zero by less than a gram.
      sums.known_mass_kg = Math.max(0, Number((sums.known_mass_kg + (step?.known_mass_kg ?? 0)).toFixed(3)));
      return { ...sums };
    });
    const first = years.findIndex(({ objects }) => objects > 0);
    if (first < 0) return [];
    const kept = years.slice(first);
    const payloads = object_class === 'PAYLOAD';
    return {
      by,
      code,
      name: steps.find(({ name }) => name !== null)?.name ?? codeWords(code),
      kind: by === 'country' ? countryKind(code) : null,
      object_class,
      first_year: steps[0]!.year + first,
      objects: kept.map(({ objects }) => objects),
      with_mass: payloads ? kept.map(({ with_mass }) => with_mass) : null,
      known_mass_kg: payloads ? kept.map(({ known_mass_kg }) => known_mass_kg) : null,
    };
  });
  const place = ({ by, object_class }: PopulationSeries) =>
    populationBy.indexOf(by) * objectClasses.length + objectClasses.indexOf(object_class);
  return found.sort(
    (a, b) => place(a) - place(b) || b.objects.at(-1)! - a.objects.at(-1)! || (a.code < b.code ? -1 : 1),
  );
}

/** A row for each series and year. */
function csvOf(all: readonly PopulationSeries[]): string {
  const { first_year: _, objects, with_mass, known_mass_kg, ...value } = populationSeries.shape;
  const names = Object.keys(value) as (keyof typeof value)[];
  const rows = all.flatMap((series) =>
    series.objects.map((count, index) => [
      ...names.map((name) => series[name]),
      series.first_year + index,
      count,
      series.with_mass?.[index],
      series.known_mass_kg?.[index],
    ]),
  );
  const head = [...names, 'year', ...Object.keys({ objects, with_mass, known_mass_kg })];
  return [head, ...rows].map(csvRow).join('');
}
