import type { DuckDBConnection } from '@duckdb/node-api';
import { event } from '../schema/changes/event.ts';
import { columns } from '../schema/field.ts';
import { claim, reject, verdict } from '../schema/objects/claim.ts';
import { elementSet } from '../schema/objects/elements.ts';
import { group, membership } from '../schema/objects/group.ts';
import { launch, launchClaim } from '../schema/objects/launch.ts';
import { operator } from '../schema/objects/operator.ts';
import { satellite } from '../schema/objects/satellite.ts';
import { objectFacts, transmitter } from '../schema/objects/transmitter.ts';
import { source } from '../schema/release/source.ts';

const tables = {
  satellites: satellite,
  claims: claim,
  provenance: verdict,
  elements: elementSet,
  launches: launch,
  launch_claims: launchClaim,
  operators: operator,
  events: event,
  sources: source,
  rejects: reject,
  transmitters: transmitter,
  groups: group,
  memberships: membership,
};

/** Tables that earlier formats lack. */
const later = ['groups', 'launch_claims', 'memberships', 'transmitters'] as const;

/**
 * Makes a release of an earlier minor format readable through temporary views, which keep `rowid`: missing columns are null in each row,
 * missing tables of `later` have no rows, and the facts that the catalog adds to transmitters are read from
 * `satellites`. Any other missing table stays missing, and its readers report that.
 */
export async function addMissingColumns(connections: readonly DuckDBConnection[]): Promise<void> {
  const reader = await connections[0]!.runAndReadAll(
    'SELECT database_name, table_name, list(column_name) AS names FROM duckdb_columns() WHERE database_name = current_database() GROUP BY ALL',
  );
  const rows = reader.getRowObjectsJson() as { database_name: string; table_name: string; names: string[] }[];
  const views = rows.flatMap(({ database_name, table_name, names }) => {
    const schema = Object.hasOwn(tables, table_name) ? tables[table_name as keyof typeof tables] : null;
    const missing = schema ? columns(schema).filter(({ name, nullable }) => nullable && !names.includes(name)) : [];
    if (missing.length === 0) return [];
    const added = missing.map(({ name, sql }) => `NULL::${sql} AS ${name}`).join(', ');
    return [`CREATE TEMP VIEW ${table_name} AS SELECT *, ${added}, rowid FROM "${database_name}".main.${table_name}`];
  });
  const transmitters = rows.find(({ table_name }) => table_name === 'transmitters');
  if (transmitters && !transmitters.names.includes('audible')) {
    const { database_name: database, names } = transmitters;
    const facts = Object.entries(objectFacts).filter(([name]) => !names.includes(name));
    const added = facts.map(([name, sql]) => `${sql} AS ${name}`).join(', ');
    views.push(`CREATE OR REPLACE TEMP VIEW transmitters AS SELECT t.*, ${added} FROM "${database}".main.transmitters t
      LEFT JOIN "${database}".main.satellites s ON s.norad_cat_id = t.norad_cat_id`);
  }
  for (const table of later.filter((name) => !rows.some(({ table_name }) => table_name === name))) {
    const none = columns(tables[table]).map(({ name, sql }) => `NULL::${sql} AS ${name}`);
    views.push(`CREATE TEMP VIEW ${table} AS SELECT ${none.join(', ')} WHERE false`);
  }
  for (const connection of connections) for (const view of views) await connection.run(view);
}
