import type { Database } from '../release/database.ts';
import { launch } from '../schema/objects/launch.ts';
import { jsonRow } from './json-row.ts';

/** What a source says of a launch, in its rows about objects of it. */
interface LaunchClaim {
  readonly field: string;
  /** As text; a date is ISO 8601. */
  readonly value: string;
  readonly source: string;
  /** One of the rows that say so. */
  readonly source_record: string;
  readonly uncertain: boolean;
  /** Objects of the launch that it says so of. */
  readonly objects: number;
}

export interface LaunchRecord {
  /** The JSON text of its row. */
  readonly json: string;
  /** By field, what most objects have first. */
  readonly claims: readonly LaunchClaim[];
}

const launchRow = `SELECT ${jsonRow(launch)} FROM launches WHERE launch_id = $id`;
const claims = `SELECT field, coalesce(value_text, value_date::VARCHAR) AS value, source, arg_min(source_record, norad_cat_id) AS source_record,
    bool_and(uncertain) AS uncertain, count(DISTINCT norad_cat_id)::INTEGER AS objects
  FROM claims WHERE norad_cat_id IN (SELECT norad_cat_id FROM satellites WHERE launch_id = $id)
    AND field IN ('launch_date', 'launch_site', 'launch_vehicle') AND coalesce(value_text, value_date::VARCHAR) IS NOT NULL
  GROUP BY ALL ORDER BY field, objects DESC, source, value`;

/** A launch and what its objects' sources say of it; null where the release has no such launch. */
export async function readLaunch(database: Database, id: string): Promise<LaunchRecord | null> {
  const [row] = await database.rows<{ json: string }>(launchRow, { id });
  if (!row) return null;
  return { json: row.json, claims: await database.rows<LaunchClaim>(claims, { id }) };
}
