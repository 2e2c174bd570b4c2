import { event } from '../../src/schema/changes/event.ts';
import { sqlText } from '../../src/schema/escaped-text.ts';
import { type Column, columns, jsonValue } from '../../src/schema/field.ts';
import { claim } from '../../src/schema/objects/claim.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import type { FieldVerdict } from '../../src/schema/objects/provenance-text.ts';
import { type ClaimSource, claimRecord, groupRecord, reentryRecord } from '../../src/schema/objects/record.ts';
import { satellite, satelliteSummary } from '../../src/schema/objects/satellite.ts';
import { predictedAt } from '../../src/schema/reentries/reentry.ts';
import { type Range, within } from '../store.ts';
import { butUnchanged } from './unchanged-records.ts';

const fields = columns(satellite);
const inSummary = columns(satelliteSummary).length;

const json = (members: readonly (readonly [name: string, value: string])[]) =>
  `to_json({${members.map(([name, value]) => `'${name}': ${value}`).join(', ')}})::VARCHAR`;
const record = (chosen: readonly Column[], table: string) =>
  json(chosen.map((column) => [column.name, jsonValue(column, table)]));

/**
 * Each changed object of a range with its name and the JSON texts of its summary, of the rest of its record, of its elements, of its events
 * (newest first), of its groups and of this release's prediction of its reentry (null if none), ascending by catalog number. `verdicts` are
 * the numbers of its rows in `verdict_kinds`: most objects share theirs with many others.
 */
export const headsQuery = (generatedAt: string, range: Range, unchanged: readonly number[]): string => `
  SELECT s.norad_cat_id, s.name, ${record(fields.slice(0, inSummary), 's')} AS summary, ${record(fields.slice(inSummary), 's')} AS rest,
    if(e.epoch IS NULL, NULL, ${record(columns(elementSet), 'e')}) AS elements, h.events, v.verdicts, g.groups, r.reentry
  FROM satellites s
  LEFT JOIN elements e USING (norad_cat_id)
  LEFT JOIN (SELECT norad_cat_id, '[' || string_agg(${record(columns(event), 'events')}, ',' ORDER BY occurred_at DESC, id) || ']' AS events
    FROM events WHERE ${within('norad_cat_id', range)} GROUP BY norad_cat_id) h USING (norad_cat_id)
  LEFT JOIN (SELECT norad_cat_id, array_to_string(list_sort(list(kind)), ' ') AS verdicts
    FROM provenance JOIN verdict_kinds k USING (field, rule, sources, uncertain)
    WHERE ${within('norad_cat_id', range)} AND provenance.note IS NOT DISTINCT FROM k.note GROUP BY norad_cat_id) v USING (norad_cat_id)
  LEFT JOIN (SELECT norad_cat_id, '[' || string_agg(${json(Object.keys(groupRecord.shape).map((name) => [name, `m.${name}`]))}, ',' ORDER BY p.position) || ']' AS groups
    FROM memberships m JOIN (SELECT slug, row_number() OVER () AS position FROM groups) p USING (slug)
    WHERE ${within('m.norad_cat_id', range)} GROUP BY norad_cat_id) g USING (norad_cat_id)
  LEFT JOIN (SELECT norad_cat_id, ${record(columns(reentryRecord), 'p')} AS reentry FROM reentry_predictions p
    WHERE ${predictedAt(generatedAt)}) r USING (norad_cat_id)
  WHERE ${within('s.norad_cat_id', range)} AND ${butUnchanged(unchanged, 's.norad_cat_id')}
  ORDER BY s.norad_cat_id`;

/** Distinct combinations of evidence for a field: some hundreds, and one more for each claim that was not compared. */
export const verdictKinds = `
  SELECT field, rule, sources, uncertain, note, row_number() OVER (ORDER BY field, rule, sources, uncertain, note)::INTEGER AS kind
  FROM (SELECT DISTINCT field, rule, sources, uncertain, note FROM provenance)`;

/** A row of `verdict_kinds`. */
export interface VerdictKind extends FieldVerdict {
  readonly kind: number;
}

/**
 * The JSON text of every claim about a changed object with its catalog number, in the order of the table: by object, then as records list
 * them. DuckDB keeps that order because the query has no join.
 */
export function claimsQuery(sources: readonly ClaimSource[], unchanged: readonly number[]): string {
  const known = new Map(columns(claim).map((column) => [column.name, column]));
  const who = sources.map(
    ({ name, slug, license }) =>
      `WHEN ${sqlText(slug)} THEN {'name': ${sqlText(name)}, 'slug': ${sqlText(slug)}, 'license': ${sqlText(license)}}`,
  );
  const special: Readonly<Record<string, string>> = {
    source: `CASE source ${who.join(' ')} END`,
    // The time of an element set has a fraction of a second, that of a file has none.
    observed_at: "replace(strftime(observed_at, '%Y-%m-%dT%H:%M:%S.%fZ'), '.000000Z', 'Z')",
  };
  const members = Object.keys(claimRecord.shape).map(
    (name) => [name, special[name] ?? jsonValue(known.get(name)!)] as const,
  );
  return `SELECT norad_cat_id, ${json(members)} FROM claims WHERE ${butUnchanged(unchanged)}`;
}
