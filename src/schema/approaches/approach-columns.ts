import { type Conjunction, conjunction } from './conjunction.ts';

/** A flat column of close approaches. */
export interface ApproachColumn {
  readonly name: string;
  /** DuckDB type. */
  readonly type: 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN';
  readonly meaning: string;
  readonly value: (row: Conjunction) => string | number | boolean | null;
}

const party = conjunction.shape.first.shape;

const partyColumns = (number: 1 | 2, of: (row: Conjunction) => Conjunction['first']): ApproachColumn[] => {
  const whose = number === 1 ? 'First object' : 'Second object';
  const plain = (
    name: Exclude<keyof typeof party, 'sigma_km' | 'p95_km'>,
    type: ApproachColumn['type'],
  ): ApproachColumn => ({
    name: `${name}_${number}`,
    type,
    meaning: `${whose}: ${party[name].description}`,
    value: (row) => of(row)[name],
  });
  return [
    plain('norad_cat_id', 'INTEGER'),
    plain('name', 'VARCHAR'),
    plain('object_class', 'VARCHAR'),
    plain('active', 'BOOLEAN'),
    plain('operator_slug', 'VARCHAR'),
    plain('elements_epoch', 'VARCHAR'),
    plain('age_days', 'DOUBLE'),
    ...axisColumns(number, 'sigma', (row) => of(row).sigma_km),
    plain('radius_m', 'DOUBLE'),
    plain('radius_basis', 'VARCHAR'),
  ];
};

const axisColumns = (
  number: 1 | 2,
  name: 'sigma' | 'p95',
  of: (row: Conjunction) => readonly number[] | null | undefined,
): ApproachColumn[] =>
  (['radial', 'in_track', 'cross_track'] as const).map((axis, at) => ({
    name: `${name}_${axis}_km_${number}`,
    type: 'DOUBLE',
    meaning: `${number === 1 ? 'First' : 'Second'} object: ${axis.replace('_', '-')} part of ${name}_km. ${party[`${name}_km`].description}`,
    value: (row) => of(row)?.[at] ?? null,
  }));

const plain = (name: Exclude<keyof Conjunction, 'first' | 'second'>, type: ApproachColumn['type']): ApproachColumn => ({
  name,
  type,
  meaning: conjunction.shape[name].description!,
  value: (row) => row[name],
});

/** The columns of close approaches in CSV, Parquet, and SQL. */
export const approachColumns: readonly ApproachColumn[] = [
  plain('id', 'VARCHAR'),
  plain('tca', 'VARCHAR'),
  plain('range_km', 'DOUBLE'),
  plain('relative_speed_km_s', 'DOUBLE'),
  plain('radial_km', 'DOUBLE'),
  plain('in_track_km', 'DOUBLE'),
  plain('cross_track_km', 'DOUBLE'),
  plain('kind', 'VARCHAR'),
  plain('max_probability', 'DOUBLE'),
  plain('dilution_km', 'DOUBLE'),
  plain('probability', 'DOUBLE'),
  ...partyColumns(1, (row) => row.first),
  ...partyColumns(2, (row) => row.second),
  ...axisColumns(1, 'p95', (row) => row.first.p95_km),
  ...axisColumns(2, 'p95', (row) => row.second.p95_km),
];
