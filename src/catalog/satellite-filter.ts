import type { Parameters } from './database.ts';

/** Numbers of a record between which a list can be cut. */
export const ranged = ['perigee_km', 'apogee_km', 'inclination_deg', 'period_min'] as const;
type Ranged = (typeof ranged)[number];

/** What a list of satellites can be ordered by. */
export const sortable = ['norad_cat_id', 'name', 'launch_date', 'apogee_km', 'updated_at'] as const;
export type Sort = { readonly by: (typeof sortable)[number]; readonly descending: boolean };

/** What a satellite must be to be listed; everything that is left out or undefined asks for nothing. */
export type SatelliteFilter = {
  readonly orbit_class?: string | undefined;
  readonly status?: string | undefined;
  readonly object_class?: string | undefined;
  readonly country?: string | undefined;
  readonly active?: boolean | undefined;
  readonly operator?: string | undefined;
  /** That day or later. */
  readonly launched_after?: string | undefined;
  /** Before that day. */
  readonly launched_before?: string | undefined;
  readonly conflicting?: boolean | undefined;
} & { readonly [Bound in `${'min' | 'max'}_${Ranged}`]?: number | undefined };

const conflicted = "s.norad_cat_id IN (SELECT norad_cat_id FROM provenance WHERE confidence = 'CONFLICTING')";

const conditions: Readonly<Record<keyof SatelliteFilter, string>> = {
  orbit_class: 's.orbit_class = $orbit_class',
  status: 's.operational_status = $status',
  object_class: 's.object_class = $object_class',
  country: 's.country = $country',
  active: 's.active = $active',
  operator: 's.operator_slug = $operator',
  launched_after: 's.launch_date >= $launched_after::DATE',
  launched_before: 's.launch_date < $launched_before::DATE',
  conflicting: `(${conflicted}) = $conflicting`,
  ...(Object.fromEntries(
    ranged.flatMap((name) => [
      [`min_${name}`, `s.${name} >= $min_${name}`],
      [`max_${name}`, `s.${name} <= $max_${name}`],
    ]),
  ) as Record<`${'min' | 'max'}_${Ranged}`, string>),
};

/** The conditions of a filter over `satellites s`, and their values. */
export function whereOf(filter: SatelliteFilter): { conditions: string[]; values: Parameters } {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  return {
    conditions: asked.map(([name]) => conditions[name as keyof SatelliteFilter]),
    values: Object.fromEntries(asked) as Parameters,
  };
}

/** The catalogue numbers that a filter leaves, in a total order: what is unknown comes last, ties by catalogue number. */
export function listed(filter: SatelliteFilter, sort: Sort): { sql: string; values: Parameters } {
  const { conditions: where, values } = whereOf(filter);
  const order = `s.${sort.by} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST${sort.by === 'norad_cat_id' ? '' : ', s.norad_cat_id'}`;
  return {
    sql: `SELECT s.norad_cat_id FROM satellites s ${where.length > 0 ? `WHERE ${where.join(' AND ')} ` : ''}ORDER BY ${order}`,
    values,
  };
}
