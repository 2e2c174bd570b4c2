import { approachColumns } from '../approaches/approach-columns.ts';
import { event } from '../changes/event.ts';
import { type Column, columns } from '../field.ts';
import { claim, verdict } from '../objects/claim.ts';
import { elementSet } from '../objects/elements.ts';
import { group, membership } from '../objects/group.ts';
import { launch } from '../objects/launch.ts';
import { operator } from '../objects/operator.ts';
import { satellite } from '../objects/satellite.ts';
import { transmitter } from '../objects/transmitter.ts';
import { reentryPrediction } from '../reentries/reentry.ts';
import { archiveColumns, archivedElements } from '../release/archive.ts';

/** A column of a table for SQL: its type, meaning and unit. */
export interface SqlColumn {
  readonly name: string;
  /** DuckDB type. */
  readonly type: string;
  readonly meaning: string;
  readonly unit?: string;
  /** Made by the table's query: no table of the release has it. */
  readonly computed?: true;
}

/** Names a table of the release's database in SQL. */
type From = (table: string) => string;

/**
 * A table for SQL: the server makes it a view over the release's database, the pipeline a Parquet file, and the SQL page a view
 * over that file. All three come from `query`, so that a query has the same result everywhere.
 */
export interface SqlTable {
  readonly name: string;
  readonly meaning: string;
  /** License of its rows. */
  readonly license: string;
  readonly columns: readonly SqlColumn[];
  /** Tables of the release's database that it is made from. */
  readonly needs: readonly string[];
  /** The rows as SQL over those tables. */
  readonly query: (from: From) => string;
  /** The order of the rows in the file. */
  readonly order: string;
  /** Path of its Parquet file below `/api/v1/`. */
  readonly file: string;
}

const typed = ({ name, sql, meaning, unit, json }: Column): SqlColumn => ({
  name,
  // Decimal text becomes a number, and JSON is text, as in Parquet readers.
  type: json === 'number' ? 'DOUBLE' : sql === 'JSON' ? 'VARCHAR' : sql,
  meaning: sql === 'JSON' ? `${meaning}; JSON text` : meaning,
  ...(unit && { unit }),
});

/** The value of a column as its SQL type. */
const value = (column: Column): string => {
  const { type } = typed(column);
  return type === column.sql ? column.name : `${column.name}::${type} AS ${column.name}`;
};

/** A table that has the columns of a table of the release. */
function plain(name: string, meaning: string, order: string, own: readonly Column[], license = 'ODbL-1.0'): SqlTable {
  return {
    name,
    meaning,
    license,
    columns: own.map(typed),
    needs: [name],
    query: (from) => `SELECT ${own.map(value).join(', ')} FROM ${from(name)}`,
    order,
    file: `dataset/${name.replaceAll('_', '-')}.parquet`,
  };
}

const claimColumns = new Map(columns(claim).map((column) => [column.name, typed(column)]));
const named = (...names: string[]) => names.map((name) => claimColumns.get(name)!);
const claimValue = (claims: string) =>
  `coalesce(${claims}value_text, ${claims}value_date::VARCHAR, ${claims}value_numeric::VARCHAR, ${claims}value_bool::VARCHAR)`;
const valueColumn: SqlColumn = {
  name: 'value',
  type: 'VARCHAR',
  meaning: 'The value as text, whatever its type',
  computed: true,
};

const claims: SqlTable = {
  name: 'claims',
  meaning: 'Every claim of every source: one row for each source, field, and object',
  license: 'ODbL-1.0',
  columns: [
    ...named('norad_cat_id', 'field'),
    valueColumn,
    ...named('value_numeric', 'precision', 'uncertain', 'raw', 'source', 'source_record'),
    { name: 'license', type: 'VARCHAR', meaning: 'License of the source', computed: true },
    { name: 'observed_at', type: 'VARCHAR', meaning: 'When the source made this claim', unit: 'ISO 8601, UTC' },
    ...named('selected', 'confidence', 'url'),
  ],
  needs: ['claims', 'sources'],
  query: (from) => `SELECT norad_cat_id, field, ${claimValue('c.')} AS value,
    value_numeric, precision, uncertain, raw, source, source_record, coalesce(s.license, 'ODbL-1.0') AS license,
    strftime(observed_at, '%Y-%m-%dT%H:%M:%SZ') AS observed_at, selected, confidence, c.url
    FROM ${from('claims')} c LEFT JOIN (SELECT slug, license FROM ${from('sources')}) s ON s.slug = c.source`,
  order: 'norad_cat_id, field, selected DESC, source, source_record, value, value_numeric',
  file: 'dataset/claims.parquet',
};

const provenanceColumns = ['norad_cat_id', 'field', 'confidence', 'rule', 'sources'];
const provenance: SqlTable = {
  name: 'provenance',
  meaning: 'How certain each field of each object is, and why',
  license: 'ODbL-1.0',
  columns: provenanceColumns.map((name) => typed(columns(verdict).find((column) => column.name === name)!)),
  needs: ['provenance'],
  query: (from) => `SELECT ${provenanceColumns.join(', ')} FROM ${from('provenance')}`,
  order: 'norad_cat_id, field',
  file: 'dataset/provenance.parquet',
};

const conflicts: SqlTable = {
  name: 'conflicts',
  meaning: 'The claims of each source about fields on which sources disagree, one row per claim',
  license: 'ODbL-1.0',
  columns: [
    ...named('norad_cat_id'),
    { name: 'name', type: 'VARCHAR', meaning: 'Name of the object' },
    ...named('field'),
    valueColumn,
    ...named('source', 'selected', 'source_record'),
  ],
  needs: ['claims', 'provenance', 'satellites'],
  query: (
    from,
  ) => `SELECT c.norad_cat_id, s.name, c.field, ${claimValue('c.')} AS value, c.source, c.selected, c.source_record
    FROM ${from('claims')} c JOIN ${from('provenance')} p ON p.norad_cat_id = c.norad_cat_id AND p.field = c.field
    JOIN ${from('satellites')} s ON s.norad_cat_id = c.norad_cat_id
    WHERE p.confidence = 'CONFLICTING' AND (c.confidence = 'CONFLICTING' OR c.selected)`,
  order: 'norad_cat_id, field, selected DESC, source, source_record, value',
  file: 'dataset/conflicting-claims.parquet',
};

const elementColumns = columns(elementSet);
const elements: SqlTable = {
  name: 'elements',
  meaning: 'The current element set of each object that has one (SGP4, TEME)',
  license: 'ODbL-1.0',
  columns: elementColumns.map((column) =>
    column.name === 'epoch'
      ? { name: 'epoch', type: 'TIMESTAMP', meaning: 'Epoch, to the microsecond', unit: 'UTC' }
      : typed(column),
  ),
  needs: ['elements'],
  query: (from) =>
    `SELECT ${elementColumns
      .map((column) => (column.name === 'epoch' ? "replace(epoch, 'Z', '')::TIMESTAMP AS epoch" : value(column)))
      .join(', ')} FROM ${from('elements')}`,
  order: 'norad_cat_id',
  file: 'elements/all.parquet',
};

/** The tables that come from the release. */
export const releaseTables: readonly SqlTable[] = [
  plain(
    'satellites',
    'Every cataloged object, with the values chosen from all sources',
    'norad_cat_id',
    columns(satellite).filter(({ sql }) => sql !== 'JSON[]'),
  ),
  claims,
  provenance,
  conflicts,
  elements,
  plain('launches', 'Launches that put a cataloged object in orbit', 'launch_id', columns(launch)),
  plain(
    'events',
    'New objects, reentries, orbit changes, and changed values',
    'occurred_at, type, norad_cat_id, id',
    columns(event),
  ),
  plain('operators', 'Operators of payloads, counted', 'slug', columns(operator)),
  plain('groups', 'Groups of objects, as CelesTrak has them', 'slug', columns(group)),
  plain('memberships', 'Which object is in which group', 'slug, norad_cat_id', columns(membership)),
  plain(
    'reentry_predictions',
    'Reentry predictions of this release, and those of earlier releases that are scored or waiting for a score',
    'norad_cat_id, predicted_at',
    columns(reentryPrediction),
  ),
  plain(
    'transmitters',
    'Transmitters of SatNOGS DB',
    'norad_cat_id, downlink_low_hz, uuid',
    columns(transmitter),
    'CC-BY-SA-4.0',
  ),
];

/**
 * Archived numbers under their own names, as doubles. Numbers with more digits than their column holds are read from
 * `beyond`.
 */
const archivedNumbers = Object.keys(archiveColumns).flatMap((name): readonly (readonly [string, string])[] => {
  const beyond = (field: string) => `try_cast(regexp_extract(beyond, '"${field}":"([^"]*)"', 1) AS DOUBLE)`;
  const scaled = /^(.*)_e(\d)$/.exec(name);
  if (scaled) return [[scaled[1]!, `coalesce(${beyond(scaled[1]!)}, ${name} / 1e${scaled[2]})`]];
  const powered = /^(.*)_digits$/.exec(name);
  if (powered)
    return [[powered[1]!, `coalesce(${beyond(powered[1]!)}, (${name} || 'e' || ${powered[1]}_power)::DOUBLE)`]];
  return name === 'beyond' || name.endsWith('_power') ? [] : [[name, name]];
});

const historyFacts: Readonly<Record<string, string>> = {
  first_seen: 'First snapshot of the catalog that had it (UTC); null if that is unknown',
  last_seen: 'Last snapshot that had it (UTC); null while it is current, or if that is unknown',
  source: 'Source of the set',
};

/** Every element set that the archive has; its files are the archive's, not the release's. */
export const historyTable = {
  name: 'element_history',
  meaning: 'Every element set that was ever in the catalog or imported, from the archive',
  license: 'ODbL-1.0',
  columns: archivedNumbers.map(([name, expression]): SqlColumn => {
    const column = elements.columns.find((one) => one.name === name);
    if (column) return expression === name ? { ...column, type: archiveColumns[name as 'source'] } : column;
    return { name, type: archiveColumns[name as 'source'], meaning: historyFacts[name]! };
  }),
  /** The rows as SQL over Parquet files: months, and additions of refreshes since they were written. */
  query: (months: readonly string[], recent: readonly string[]) =>
    `SELECT ${archivedNumbers.map(([name, expression]) => (name === expression ? name : `${expression} AS ${name}`)).join(', ')}
    FROM (${archivedElements(months, recent)})`,
} as const;

/** Close approaches of the newest search; its file is that of the search, which follows the release. */
export const approachTable = {
  name: 'close_approaches',
  meaning:
    'Predicted close approaches of the newest search: without pairs that are docked or in formation. From public element sets; not for operations',
  license: 'ODbL-1.0',
  columns: approachColumns.map(({ name, type, meaning }): SqlColumn => ({ name, type, meaning })),
  /** Path of its Parquet file below `/api/v1/`. */
  file: 'conjunctions.parquet',
} as const;

/** Every table that a query may name, with its columns. */
export const sqlTables: readonly Pick<SqlTable, 'name' | 'meaning' | 'license' | 'columns'>[] = [
  ...releaseTables.flatMap((table) => (table.name === 'elements' ? [table, historyTable] : [table])),
  approachTable,
];
