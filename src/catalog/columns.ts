import type { Database } from './database.ts';
import type { ranged } from './satellite-filter.ts';

/** Words of a column as numbers: `codes[row]` is the place of its word in `words`, -1 where it has none. */
export interface WordColumn {
  readonly words: readonly string[];
  readonly codes: Int32Array;
}

/** What lists are filtered by, one array a column, rows ascending by catalogue number. Absent numbers are NaN. */
export interface SatelliteColumns {
  readonly ids: Int32Array;
  readonly words: Readonly<Record<'orbit_class' | 'status' | 'object_class' | 'country' | 'operator', WordColumn>>;
  readonly flags: Readonly<Record<'active' | 'conflicting', Uint8Array>>;
  readonly numbers: Readonly<Record<(typeof ranged)[number] | 'launch_date', Float64Array>>;
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

/** The row of a catalogue number that is among `ids`, which ascend. */
export function rowOf(ids: Int32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads the columns, each by a query of its own: the memory of one, and other requests in between. */
export async function readColumns(database: Database): Promise<SatelliteColumns> {
  const integers = (expression: string) =>
    database.integers(`SELECT (${expression})::INTEGER FROM satellites s ORDER BY s.norad_cat_id`);
  const word = async (column: string): Promise<WordColumn> => {
    const distinct = await database.rows<{ word: string }>(
      `SELECT DISTINCT ${column} AS word FROM satellites WHERE ${column} IS NOT NULL ORDER BY word`,
    );
    const words = distinct.map((row) => row.word);
    const codes = await database.integers(
      `SELECT coalesce(w.code, -1)::INTEGER FROM satellites s LEFT JOIN
         (SELECT word, (row_number() OVER (ORDER BY word) - 1)::INTEGER AS code FROM (SELECT DISTINCT ${column} AS word FROM satellites WHERE ${column} IS NOT NULL)) w
         ON w.word = s.${column} ORDER BY s.norad_cat_id`,
    );
    return { words, codes };
  };
  const flag = async (expression: string) => Uint8Array.from(await integers(expression));
  const number = async (column: string) =>
    database.doubles(`SELECT coalesce(${column}, 'NaN'::DOUBLE)::DOUBLE FROM satellites s ORDER BY s.norad_cat_id`);
  return {
    ids: await integers('s.norad_cat_id'),
    words: {
      orbit_class: await word(wordColumns.orbit_class),
      status: await word(wordColumns.status),
      object_class: await word(wordColumns.object_class),
      country: await word(wordColumns.country),
      operator: await word(wordColumns.operator),
    },
    flags: {
      active: await flag('s.active'),
      conflicting: await flag(
        "s.norad_cat_id IN (SELECT norad_cat_id FROM provenance WHERE confidence = 'CONFLICTING')",
      ),
    },
    numbers: {
      launch_date: await number("strftime(launch_date, '%Y%m%d')::INTEGER"),
      perigee_km: await number('perigee_km'),
      apogee_km: await number('apogee_km'),
      inclination_deg: await number('inclination_deg'),
      period_min: await number('period_min'),
    },
  };
}
