import type { Database } from '../release/database.ts';
import { objectLaunches } from '../schema/objects/launch-interval.ts';

/** Words of a column as numbers: `codes[row]` is the index of the row's word in `words`, -1 if it has none. */
interface WordColumn {
  readonly words: readonly string[];
  readonly codes: Int32Array;
}

/** The columns that lists are most often filtered by, one array each, ascending by catalog number. Absent numbers are NaN. */
export interface SatelliteColumns {
  readonly ids: Int32Array;
  readonly words: Readonly<Record<'orbit_class' | 'status' | 'object_class' | 'country' | 'operator', WordColumn>>;
  readonly flags: Readonly<Record<'active' | 'conflicting', Uint8Array>>;
  readonly numbers: Readonly<Record<NumberName, Float64Array>>;
}

const wordColumns = {
  orbit_class: 'orbit_class',
  status: 'operational_status',
  object_class: 'object_class',
  country: 'country',
  operator: 'operator_slug',
} as const;

/** A day as a number that days can be compared by: `1998-11-20` is 19981120. */
export const dayNumber = (day: string) => Number(day.replaceAll('-', ''));

const wordNames = Object.keys(wordColumns) as (keyof typeof wordColumns)[];
/** The first and the last day on which an object may have been launched, as `dayNumber`. */
const dayNames = ['launched_from', 'launched_to'] as const;
const numberNames = [...dayNames, 'perigee_km', 'apogee_km', 'inclination_deg', 'period_min'] as const;
type NumberName = (typeof numberNames)[number];

const isDay = (name: NumberName) => (dayNames as readonly string[]).includes(name);

/** Reads the columns: their words by one query, their rows by another, which goes through the table once. */
export async function readColumns(database: Database): Promise<SatelliteColumns> {
  const distinct = (column: string) => `list(DISTINCT ${column} ORDER BY ${column}) FILTER (${column} IS NOT NULL)`;
  const coded = (column: string) =>
    `(SELECT word, (row_number() OVER (ORDER BY word) - 1)::INTEGER AS code FROM (SELECT DISTINCT ${column} AS word FROM satellites WHERE ${column} IS NOT NULL))`;
  const number = (expression: string) => `coalesce(${expression}, 'NaN'::DOUBLE)::DOUBLE`;
  const [lists] = await database.rows<Record<keyof typeof wordColumns, string[] | null>>(
    `SELECT ${wordNames.map((name) => `${distinct(wordColumns[name])} AS ${name}`)} FROM satellites`,
  );
  const selected = {
    ids: 'satellites.norad_cat_id',
    ...mapped(wordNames, (name) => `coalesce(${name}_word.code, -1)::INTEGER`),
    active: 'satellites.active::INTEGER',
    conflicting:
      "(satellites.norad_cat_id IN (SELECT norad_cat_id FROM provenance WHERE confidence = 'CONFLICTING'))::INTEGER",
    ...mapped(numberNames, (name) =>
      number(isDay(name) ? `strftime(${name}, '%Y%m%d')::INTEGER` : `satellites.${name}`),
    ),
  };
  const read = await database.table<
    Record<Exclude<keyof typeof selected, NumberName>, Int32Array> & Record<NumberName, Float64Array>
  >(
    `SELECT ${Object.entries(selected).map(([name, expression]) => `${expression} AS ${name}`)}
    FROM satellites JOIN (${objectLaunches}) USING (norad_cat_id) ${wordNames.map((name) => `LEFT JOIN ${coded(wordColumns[name])} ${name}_word ON ${name}_word.word = satellites.${wordColumns[name]}`).join(' ')}
    ORDER BY satellites.norad_cat_id`,
  );
  return {
    ids: read.ids,
    words: mapped(wordNames, (name) => ({ words: lists?.[name] ?? [], codes: read[name] })),
    flags: { active: Uint8Array.from(read.active), conflicting: Uint8Array.from(read.conflicting) },
    numbers: mapped(numberNames, (name) => read[name]),
  };
}

/** An object with the result of `make` for each name. */
const mapped = <Name extends string, T>(names: readonly Name[], make: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
