import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { claimColumns } from '../../pipeline/release-versions.ts';
import { type ChangeIndex, type ChangeSet, changeIndex, changeSet } from '../../src/schema/changes/change-set.ts';
import { sqlTexts } from '../../src/schema/escaped-text.ts';
import { orbitFields } from '../../src/schema/release/archive.ts';
import { jsonWithNumbersAsText } from './release/exact-decimal.ts';
import type { OpenedRelease } from './release/opened-release.ts';

/** A client's copy of a release: each value with its confidence and sources, by object and field. */
export type Records = Map<number, Map<string, { value: unknown; confidence: string | null; sources: string[] }>>;
/** Element sets by object, each column as text. */
export type Sets = Map<number, Record<string, unknown>>;

const derived = new Set<string>(orbitFields);

/** The records of a release, read from its database, without the fields derived from elements. */
export async function recordsOf(release: Pick<OpenedRelease, 'rows'>): Promise<Records> {
  const objects = await release.rows<{ norad_cat_id: number; json: string; with_elements: boolean }>(
    `SELECT norad_cat_id, to_json(s)::VARCHAR AS json, norad_cat_id IN (SELECT norad_cat_id FROM elements) AS with_elements FROM satellites s`,
  );
  const verdicts = await release.rows<{ norad_cat_id: number; field: string; confidence: string; sources: string[] }>(
    'SELECT norad_cat_id, field, confidence, sources FROM provenance',
  );
  const records: Records = new Map();
  const hasElements = new Map<number, boolean>();
  for (const { norad_cat_id, json, with_elements } of objects) {
    hasElements.set(norad_cat_id, with_elements);
    const { norad_cat_id: _id, updated_at: _time, ...fields } = JSON.parse(json) as Record<string, unknown>;
    const kept = Object.entries(fields).filter(
      ([name, value]) => value !== null && !(with_elements && derived.has(name)),
    );
    records.set(norad_cat_id, new Map(kept.map(([name, value]) => [name, { value, confidence: null, sources: [] }])));
  }
  for (const { norad_cat_id, field, confidence, sources } of verdicts) {
    if (field === 'norad_cat_id' || field === 'updated_at' || (hasElements.get(norad_cat_id) && derived.has(field)))
      continue;
    const record = records.get(norad_cat_id)!;
    record.set(field, { value: record.get(field)?.value ?? null, confidence, sources });
  }
  return records;
}

/** Applies a change set in the documented order: removals, additions, changes. */
export function applyChanges(records: Records, { data }: Pick<ChangeSet, 'data'>): void {
  for (const { norad_cat_id } of data.removed) records.delete(norad_cat_id);
  for (const { norad_cat_id, values } of data.added)
    records.set(
      norad_cat_id,
      new Map(values.map(({ field, value, confidence, sources }) => [field, { value, confidence, sources }])),
    );
  for (const { norad_cat_id, field, after, confidence_after, sources } of data.changed) {
    const record = records.get(norad_cat_id)!;
    if (after === null && confidence_after === null) record.delete(field);
    else record.set(field, { value: after, confidence: confidence_after, sources });
  }
}

type Columns = { data: Record<string, unknown[]>; gone?: string[] };

/** Parses element sets from columnar JSON, keeping every digit. */
export function setsOf(text: string): { sets: Sets; gone: number[] } {
  const { data, gone = [] } = jsonWithNumbersAsText(text) as Columns;
  const rows = data['norad_cat_id']!.map((id, at): [number, Record<string, unknown>] => [
    Number(id),
    Object.fromEntries(Object.entries(data).map(([name, values]) => [name, values[at]])),
  ]);
  return { sets: new Map(rows), gone: gone.map(Number) };
}

/** Applies a delta of elements. */
export function applyElements(sets: Sets, { sets: changed, gone }: ReturnType<typeof setsOf>): void {
  for (const id of gone) sets.delete(id);
  for (const [id, set] of changed) sets.set(id, set);
}

/** `/elements/all` of a release. */
export async function allElements({ folder }: OpenedRelease): Promise<Sets> {
  return setsOf(gunzipSync(await readFile(join(folder, 'public/api/v1/elements/all.json.gz'))).toString()).sets;
}

/** Every step that leads to a release, oldest first, with its change set and its delta of elements. */
export async function stepsTo(release: OpenedRelease) {
  const index: ChangeIndex = changeIndex.parse(await release.json('changes.json'));
  return Promise.all(
    index.data.toReversed().map(async (step) => ({
      ...step,
      changes: changeSet.parse(await release.json(`changes/${step.to}.json`)),
      elements: await release.text(`elements/changes/${step.to}.json`),
    })),
  );
}

/** The entries of a map sorted by key, for comparison. */
export const ordered = <Value>(map: ReadonlyMap<number, Value>): [number, Value][] =>
  [...map].sort(([a], [b]) => a - b);

/** Claims as in change sets, with how often each occurs: some differ only in columns that change sets omit. */
export type Claims = Map<string, number>;

/** The claims of a release, except those derived from its elements. */
export async function claimsOf(release: Pick<OpenedRelease, 'rows'>): Promise<Claims> {
  const rows = await release.rows<{ json: string }>(
    `SELECT to_json({norad_cat_id: norad_cat_id, field: field, source: source, source_record: source_record,
        value: coalesce(to_json(value_text), to_json(value_date), to_json(if(isfinite(value_numeric), value_numeric, NULL)), to_json(value_bool)),
        confidence: confidence, selected: selected})::VARCHAR AS json
      FROM (SELECT DISTINCT norad_cat_id, field, ${claimColumns.join(', ')} FROM claims)
      WHERE NOT (field IN (${sqlTexts(orbitFields)}) AND norad_cat_id IN (SELECT norad_cat_id FROM elements))
        AND NOT (source_record LIKE 'gp-%' AND field IN ('orbit_class', 'orbit_type', ${sqlTexts(orbitFields)}))`,
  );
  const claims: Claims = new Map();
  for (const { json } of rows) count(claims, JSON.parse(json), 1);
  return claims;
}

/** Applies the claims of a change set. */
export function applyClaims(claims: Claims, { data }: Pick<ChangeSet, 'data'>): void {
  for (const claim of data.claims.withdrawn) count(claims, claim, -1);
  for (const claim of data.claims.added) count(claims, claim, 1);
}

function count(claims: Claims, claim: unknown, by: number): void {
  const key = JSON.stringify(claim);
  const total = (claims.get(key) ?? 0) + by;
  if (total === 0) claims.delete(key);
  else claims.set(key, total);
}
