import fc from 'fast-check';
import { ranged } from '../../src/query/satellite-filter.ts';
import { objectClasses, orbitClasses, statuses } from '../../src/schema/vocabulary.ts';

/** Values of the filters of lists, by name: as text in a query, or as the catalog takes them. */
export type Asked = Readonly<Record<string, string | number | boolean>>;

/** An object without a launch date counts by the year of its designator, as launched on the last day of it. */
const day = "if(launch_date IS NULL, (substr(cospar_id, 1, 4) || '-12-31')::DATE, launch_date)";

const text = (column: string) => (value: unknown) => `${column} = '${value}'`;

/** What each filter means, in SQL over `satellites s`: written from the contract, not from the code. */
const meanings: Readonly<Record<string, (value: string | number | boolean) => string>> = {
  orbit_class: text('orbit_class'),
  status: text('operational_status'),
  object_class: text('object_class'),
  country: text('country'),
  operator: text('operator_slug'),
  active: (value) =>
    `(operational_status IN ('OPERATIONAL', 'PARTIALLY_OPERATIONAL', 'STANDBY', 'SPARE', 'EXTENDED_MISSION')) = ${value}`,
  launched_after: (value) => `${day} >= DATE '${value}'`,
  launched_before: (value) => `${day} < DATE '${value}'`,
  conflicting: (value) =>
    `${value ? '' : 'NOT '}EXISTS (FROM provenance p WHERE p.norad_cat_id = s.norad_cat_id AND p.confidence = 'CONFLICTING')`,
  ...Object.fromEntries(
    ranged.flatMap((name) => [
      [`min_${name}`, (value: unknown) => `${name} >= ${value}`],
      [`max_${name}`, (value: unknown) => `${name} <= ${value}`],
    ]),
  ),
};

/** The catalog numbers that filters leave, in an order of the contract: unknown values last, ties by catalog number. */
export function listed(asked: Asked, by = 'norad_cat_id', descending = false): string {
  const where = Object.entries(asked).map(([name, value]) => meanings[name]!(value));
  const tie = by === 'norad_cat_id' ? '' : ', norad_cat_id';
  return `SELECT norad_cat_id FROM satellites s WHERE ${where.join(' AND ') || 'true'}
    ORDER BY ${by === 'launch_date' ? day : by} ${descending ? 'DESC' : 'ASC'} NULLS LAST${tie}`;
}

const days = ['1957-10-04', '1990-04-24', '1998-11-20', '1998-11-21', '2019-11-11', '2026-01-01'];
const one = <T extends string | number | boolean>(name: string, ...values: T[]) =>
  fc.constantFrom(...values).map((value) => [name, value] as const);

/** Any combination of up to four filters, contradictions of bounds left out. */
export const anyFilters: fc.Arbitrary<Asked> = fc
  .uniqueArray(
    fc.oneof(
      one('orbit_class', ...orbitClasses),
      one('status', ...statuses),
      one('object_class', ...objectClasses),
      one('country', 'US', 'RU', 'ESA', 'UNKNOWN'),
      one('active', true, false),
      one('operator', 'nasa', 'spacex', 'planet-labs'),
      one('launched_after', ...days.slice(0, 3)),
      one('launched_before', ...days.slice(3)),
      one('conflicting', true, false),
      ...ranged.flatMap((name) => [one(`min_${name}`, 0, 51.64, 92.9, 140), one(`max_${name}`, 140, 145.5, 170)]),
    ),
    { maxLength: 4, selector: ([name]) => name },
  )
  .map((pairs) => Object.fromEntries(pairs));

export const orders = ['norad_cat_id', 'name', 'launch_date', 'apogee_km', 'updated_at'] as const;
