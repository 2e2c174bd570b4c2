import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Sgp4Elements, sgp4NumberNames } from '../../orbit/sgp4-record.ts';
import { type ApproachFigures, differsMaterially, SAME_SECONDS } from '../../schema/approaches/approach-news.ts';
import { approachId, type Conjunction, passingKinds } from '../../schema/approaches/conjunction.ts';
import { type ComparedObject, isPrimary, type RunObject } from './run-inputs.ts';

/** A query of a run. */
export interface ConjunctionQuery {
  /** Each of these lists contains at least one object of the approach. */
  readonly among?: readonly (readonly number[])[];
  /** Approaches of objects of any of these operators. */
  readonly operators?: readonly string[];
  readonly kinds?: readonly Conjunction['kind'][];
  readonly max_range_km?: number;
  /** Minimum of `probability`, or of `max_probability` if that is null. */
  readonly min_probability?: number;
  /** ISO 8601, UTC. */
  readonly from?: string;
  readonly to?: string;
  readonly sort: ConjunctionSort;
  readonly limit: number;
  readonly offset: number;
}

/** Orders of rows; ties are broken by time and catalog numbers. */
export const conjunctionSorts = {
  tca: 'tca',
  range_km: 'range_km',
  '-max_probability': 'max_probability DESC',
  '-probability': 'probability DESC NULLS LAST',
  '-relative_speed_km_s': 'relative_speed_km_s DESC',
} as const;
export type ConjunctionSort = keyof typeof conjunctionSorts;

/** Columns of a party that depend only on the object, the same in every row of a run. */
const objectColumns = [
  'norad_cat_id',
  'name',
  'object_class',
  'active',
  'operator_slug',
  'elements_epoch',
  'radius_m',
  'radius_basis',
] as const;

const figureColumns = [
  'range_km',
  'relative_speed_km_s',
  'radial_km',
  'in_track_km',
  'cross_track_km',
  'max_probability',
  'dilution_km',
  'probability',
] as const;

const axisColumns = (figure: 'sigma' | 'p95', party: number) =>
  ['radial', 'in_track', 'cross_track'].map((axis) => `${axis}_${figure}_${party}`);

const unknownAxes = [null, null, null];

/** Errors and age of the first object, then of the second. */
const partyFigures = [1, 2].flatMap((party) => [
  ...axisColumns('sigma', party),
  `age_days_${party}`,
  ...axisColumns('p95', party),
]);

/**
 * The figures of the same approach in the previous run, if it has it; `is_news` is 1 if the approach is new, or differs
 * materially.
 */
const previousFigures = ['range_km', 'max_probability', 'probability'] as const;
const previousColumns = [
  'is_news',
  'previous_tca',
  'previous_kind',
  ...previousFigures.map((name) => `previous_${name}` as const),
];

const approachColumns = ['first', 'second', 'tca', 'kind', ...figureColumns, ...partyFigures, ...previousColumns];

/**
 * Writes the rows of a run into a new file: the objects that were compared and for which time, those in rows with the element sets that
 * were used, and the approaches, each with the same one in the run before.
 */
export function writeRunStore(
  file: string,
  rows: Iterable<Conjunction>,
  objects: readonly ComparedObject[],
  before: Pick<RunStore, 'sameAs'> | null,
): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA journal_mode = off; PRAGMA synchronous = off;
      CREATE TABLE objects (norad_cat_id INTEGER PRIMARY KEY, name TEXT, object_class TEXT, active INTEGER,
        operator_slug TEXT, elements_epoch TEXT, radius_m REAL, radius_basis TEXT, elements TEXT) STRICT;
      CREATE TABLE compared (norad_cat_id INTEGER PRIMARY KEY, is_primary INTEGER, searched_from TEXT, searched_to TEXT) STRICT;
      CREATE TABLE approaches (first INTEGER, second INTEGER, tca TEXT, kind TEXT,
        ${[...figureColumns, ...partyFigures].map((name) => `${name} REAL`).join(', ')},
        is_news INTEGER, previous_tca TEXT, previous_kind TEXT,
        ${previousFigures.map((name) => `previous_${name} REAL`).join(', ')}) STRICT;
      BEGIN;`);
    const marks = (columns: readonly unknown[]) => columns.map(() => '?').join(', ');
    const addObject = database.prepare(`INSERT OR IGNORE INTO objects VALUES (${marks(objectColumns)}, ?)`);
    const elements = new Map(objects.map((object) => [object.norad_cat_id, object]));
    const addApproach = database.prepare(`INSERT INTO approaches VALUES (${marks(approachColumns)})`);
    const addCompared = database.prepare('INSERT INTO compared VALUES (?, ?, ?, ?)');
    for (const object of objects)
      addCompared.run(object.norad_cat_id, Number(isPrimary(object)), object.searched_from, object.searched_to);
    for (const row of rows) {
      for (const party of [row.first, row.second])
        addObject.run(
          ...objectColumns.map((name) => (name === 'active' ? Number(party.active) : party[name])),
          JSON.stringify(elementsOf(elements.get(party.norad_cat_id)!)),
        );
      const errors = [row.first, row.second].flatMap(({ sigma_km, age_days, p95_km }) => [
        ...(sigma_km ?? unknownAxes),
        age_days,
        ...(p95_km ?? unknownAxes),
      ]);
      const previous = before?.sameAs(row) ?? null;
      addApproach.run(
        row.first.norad_cat_id,
        row.second.norad_cat_id,
        row.tca,
        row.kind,
        ...figureColumns.map((name) => row[name]),
        ...errors,
        Number(previous === null || differsMaterially(row, previous)),
        previous?.tca ?? null,
        previous?.kind ?? null,
        ...previousFigures.map((name) => previous?.[name] ?? null),
      );
    }
    database.exec(`COMMIT;
      CREATE INDEX by_pair ON approaches (first, second); CREATE INDEX by_second ON approaches (second);
      CREATE INDEX by_operator ON objects (operator_slug);
      CREATE INDEX by_range ON approaches (range_km); CREATE INDEX by_tca ON approaches (tca);`);
  } finally {
    database.close();
  }
}

/** The element set of an object as the run used it. */
const elementsOf = (object: RunObject): Sgp4Elements<string> =>
  Object.fromEntries(
    (['epoch', ...sgp4NumberNames] as const).map((name) => [name, object[name]]),
  ) as unknown as Sgp4Elements<string>;

type ApproachRow = { first: number; second: number; tca: string; kind: Conjunction['kind'] } & Record<
  string,
  number | null
>;

/** The objects and limits of a subscriber. */
export interface NewsFilter extends Pick<ConjunctionQuery, 'max_range_km' | 'min_probability'> {
  /** Approaches with any of these objects; null for every one. */
  readonly objects: ReadonlySet<number> | null;
}

/** An approach that is news to a subscriber: new, within the limits for the first time, or materially different. */
export interface ApproachNews {
  readonly approach: Conjunction;
  /** The same approach in the run before; null if that does not have it. */
  readonly previous: ApproachFigures | null;
}

/** Which approaches of an object a run searched. */
export interface Comparison {
  readonly compared_with: 'everything' | 'active_payloads' | 'nothing';
  /** The time of the run in which its elements are an orbit; null if there is none, or the run is of a version before 0.12. */
  readonly searched: { readonly from: string; readonly to: string } | null;
}

/** Reads the rows of a run. */
export class RunStore {
  readonly #database: DatabaseSync;
  readonly #object: StatementSync;
  #same: StatementSync | undefined;

  constructor(file: string) {
    // A finished run never changes.
    this.#database = new DatabaseSync(new URL(`${pathToFileURL(file)}?immutable=1`), { readOnly: true });
    this.#object = this.#database.prepare(`SELECT ${objectColumns.join(', ')} FROM objects WHERE norad_cat_id = ?`);
  }

  /** One approach; null if the run has no such row. */
  one({ first, second, tca }: { readonly first: number; readonly second: number; readonly tca: string }) {
    const row = this.#database
      .prepare('SELECT * FROM approaches WHERE first = ? AND second = ? AND tca = ?')
      .get(first, second, tca) as ApproachRow | undefined;
    return row ? this.#conjunction(row) : null;
  }

  /** The figures of the approach of the same pair at about the same time; null if the run has none. */
  sameAs({ first, second, tca }: Pick<Conjunction, 'first' | 'second' | 'tca'>): ApproachFigures | null {
    this.#same ??= this.#database.prepare(
      `SELECT tca, kind, ${previousFigures.join(', ')} FROM approaches
        WHERE first = ? AND second = ? AND abs(unixepoch(tca, 'subsec') - unixepoch(?, 'subsec')) < ${SAME_SECONDS}
        ORDER BY abs(unixepoch(tca, 'subsec') - unixepoch(?, 'subsec')) LIMIT 1`,
    );
    const row = this.#same.get(first.norad_cat_id, second.norad_cat_id, tca, tca);
    return (row as unknown as ApproachFigures | undefined) ?? null;
  }

  /**
   * The news of this run for a subscriber who has seen the run before, or no run at all (`seen` false): the closest first, of objects that
   * pass each other. An approach that moves out of the limits is news too, as long as the run has it.
   */
  news(
    { objects, max_range_km, min_probability }: NewsFilter,
    { seen, limit }: { readonly seen: boolean; readonly limit: number },
  ): { readonly news: ApproachNews[]; readonly total: number } {
    const within = (prefix: '' | 'previous_') =>
      `(${prefix}kind IN (SELECT value FROM json_each($kinds)) AND (${prefix}range_km <= $range OR $range IS NULL)
        AND (coalesce(${prefix}probability, ${prefix}max_probability) >= $probability OR $probability IS NULL))`;
    const [now, before] = [within(''), `coalesce(${within('previous_')}, 0)`];
    const isNews = seen ? `((${now} AND (is_news OR NOT ${before})) OR (${before} AND is_news))` : now;
    const ids = 'SELECT value FROM json_each($ids)';
    const condition = objects ? `(first IN (${ids}) OR second IN (${ids})) AND ${isNews}` : isNews;
    const values = {
      $kinds: JSON.stringify(passingKinds),
      $range: max_range_km ?? null,
      $probability: min_probability ?? null,
      ...(objects && { $ids: JSON.stringify([...objects]) }),
    };
    const rows = this.#database
      .prepare(
        `SELECT *, count(*) OVER () AS total FROM approaches WHERE ${condition} ORDER BY range_km, tca, first, second LIMIT $limit`,
      )
      .all({ ...values, $limit: limit }) as unknown as (ApproachRow & { readonly total: number })[];
    return {
      total: rows[0]?.total ?? 0,
      news: rows.map((row) => ({ approach: this.#conjunction(row), previous: seen ? previousOf(row) : null })),
    };
  }

  /** Which approaches of an object the run searched. */
  comparisonOf(id: number): Comparison {
    const row = this.#database.prepare('SELECT * FROM compared WHERE norad_cat_id = ?').get(id);
    if (!row) return { compared_with: 'nothing', searched: null };
    // A run of an earlier version has no such columns.
    const { searched_from: from, searched_to: to } = row as { searched_from?: string; searched_to?: string };
    return {
      compared_with: row['is_primary'] === 1 ? 'everything' : 'active_payloads',
      searched: from !== undefined && to !== undefined ? { from, to } : null,
    };
  }

  /** The element set of an object that the run used; null if it is in no row. */
  elements(id: number): Sgp4Elements<string> | null {
    const row = this.#database.prepare('SELECT elements FROM objects WHERE norad_cat_id = ?').get(id);
    return row ? (JSON.parse(String(row.elements)) as Sgp4Elements<string>) : null;
  }

  /** The rows of one page, and how many match. */
  read(query: ConjunctionQuery): { readonly rows: Conjunction[]; readonly total: number } {
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    const where = (condition: string, ...given: (string | number)[]): void => {
      conditions.push(condition);
      values.push(...given);
    };
    const marks = (list: readonly unknown[]) => list.map(() => '?').join(', ');
    const { among = [], operators, kinds, max_range_km, min_probability, from, to } = query;
    const either = (members: string, value: string) =>
      where(`(first IN (${members}) OR second IN (${members}))`, value, value);
    for (const ids of among) either('SELECT value FROM json_each(?)', JSON.stringify(ids));
    if (operators)
      either(
        'SELECT norad_cat_id FROM objects WHERE operator_slug IN (SELECT value FROM json_each(?))',
        JSON.stringify(operators),
      );
    if (kinds) where(`kind IN (${marks(kinds)})`, ...kinds);
    if (max_range_km !== undefined) where('range_km <= ?', max_range_km);
    if (min_probability !== undefined) where('coalesce(probability, max_probability) >= ?', min_probability);
    if (from !== undefined) where('tca >= ?', from);
    if (to !== undefined) where('tca <= ?', to);
    const condition = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const { total } = this.#database
      .prepare(`SELECT count(*) AS total FROM approaches ${condition}`)
      .get(...values) as { total: number };
    const order = `ORDER BY ${conjunctionSorts[query.sort]}, tca, first, second`;
    const rows = this.#database
      .prepare(`SELECT * FROM approaches ${condition} ${order} LIMIT ? OFFSET ?`)
      .all(...values, query.limit, query.offset) as unknown as ApproachRow[];
    return { rows: rows.map((row) => this.#conjunction(row)), total };
  }

  #conjunction(row: ApproachRow): Conjunction {
    const party = (id: number, number: 1 | 2): Conjunction['first'] => {
      const object = this.#object.get(id) as unknown as Omit<Conjunction['first'], 'active'> & { active: number };
      const axes = (figure: 'sigma' | 'p95') => {
        const known = axisColumns(figure, number).map((name) => row[name] ?? null);
        return known.includes(null) ? null : (known as number[]);
      };
      const p95_km = axes('p95');
      return {
        ...object,
        active: object.active === 1,
        age_days: row[`age_days_${number}`]!,
        sigma_km: axes('sigma'),
        // A run of an earlier version has no such columns.
        ...(p95_km && { p95_km }),
      };
    };
    const { first, second, tca, kind, ...figures } = row;
    const known = Object.fromEntries(figureColumns.map((name) => [name, figures[name]]));
    const id = approachId(first, second, tca);
    return { id, first: party(first, 1), second: party(second, 2), tca, kind, ...known } as Conjunction;
  }

  close(): void {
    this.#database.close();
  }
}

function previousOf(row: ApproachRow): ApproachFigures | null {
  const { previous_tca: tca, previous_kind: kind } = row as unknown as {
    previous_tca: string | null;
    previous_kind: Conjunction['kind'];
  };
  if (tca === null) return null;
  const [range_km, max_probability, probability] = previousFigures.map((name) => row[`previous_${name}`]!);
  return { tca, kind, range_km: range_km!, max_probability: max_probability!, probability: probability! };
}
