import type { Database } from '../release/database.ts';
import { sqlTexts } from '../schema/escaped-text.ts';
import { jsonRow } from '../schema/field.ts';
import { factsOfObjects, launch } from '../schema/objects/launch.ts';
import type { ClaimSource } from '../schema/objects/record.ts';

/** A source's claim about a launch, from its row about the launch, or from its rows about objects of the launch. */
interface LaunchClaim {
  readonly field: string;
  readonly value_text: string | null;
  /** ISO 8601. */
  readonly value_date: string | null;
  readonly source: ClaimSource;
  /** One of the rows with this claim. */
  readonly source_record: string;
  /** The text of that row. */
  readonly raw: string | null;
  readonly uncertain: boolean;
  /** Number of the launch's objects with this claim; null if it is about the launch itself. */
  readonly objects: number | null;
}

export interface LaunchRecord {
  /** The JSON text of its row. */
  readonly json: string;
  /** By field; within a field, the claim about most objects first. */
  readonly claims: readonly LaunchClaim[];
}

const launchRow = `SELECT ${jsonRow(launch)} FROM launches WHERE launch_id = $id`;
const claims = `WITH found AS (
    SELECT field, value_text, value_date::VARCHAR AS value_date, source, arg_min(source_record, norad_cat_id) AS source_record,
      arg_min(raw, norad_cat_id) AS raw, bool_and(uncertain) AS uncertain, count(DISTINCT norad_cat_id)::INTEGER AS objects
    FROM claims WHERE norad_cat_id IN (SELECT norad_cat_id FROM satellites WHERE launch_id = $id)
      AND field IN (${sqlTexts(factsOfObjects)}) AND coalesce(value_text, value_date::VARCHAR) IS NOT NULL
    GROUP BY ALL
    UNION ALL BY NAME
    SELECT field, value_text, source, source_record, raw, uncertain FROM launch_claims WHERE launch_id = $id)
  SELECT field, value_text, value_date, {name: s.name, slug: s.slug, license: s.license} AS source, source_record, raw, uncertain, objects
  FROM found JOIN sources s ON s.slug = found.source`;

/** A launch and the claims of its objects' sources; null if the release has no such launch. */
export async function readLaunch(database: Database, id: string): Promise<LaunchRecord | null> {
  const [row] = await database.rows<{ json: string }>(launchRow, { id });
  if (!row) return null;
  const found = await database.rows<{ claim: string }>(
    `SELECT to_json(c)::VARCHAR AS claim FROM (${claims}) c ORDER BY field, objects DESC, source.slug, value_text, value_date`,
    { id },
  );
  return { json: row.json, claims: found.map(({ claim }) => JSON.parse(claim) as LaunchClaim) };
}
