import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ElementRow, elementDelta } from '../../../src/orbit/formats/element-columns.ts';
import {
  type ChangeCounts,
  type ChangeStep,
  changeIndex,
  changesPath,
  elementChangesPath,
  groupChangesPath,
  MAX_CHANGE_SETS,
  MAX_LISTED_CLAIMS,
} from '../../../src/schema/changes/change-set.ts';
import { type Manifest, manifest } from '../../../src/schema/release/manifest.ts';
import { encodings } from '../../../src/schema/release/public-route.ts';
import type { Store } from '../../store.ts';
import { digest } from '../compress.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseContext } from '../release-context.ts';
import { type GroupChanges, publishGroupChanges } from './group-change-files.ts';

const fileOf = (path: string) => `public${path}.json`;
const endings = ['', ...Object.values(encodings)];

/**
 * Writes `/api/v1/changes`, and `/api/v1/changes/{release}` and `/api/v1/elements/changes/{release}` against the previous release.
 * Files of earlier releases are copied from the previous release's folder. Returns the releases that have such files, newest first,
 * and the deltas of groups.
 */
export async function publishChanges(
  store: Store,
  folder: ReleaseFolder,
  context: ReleaseContext,
): Promise<{ releases: string[]; groups: GroupChanges[] }> {
  const steps: ChangeStep[] = [];
  let groups: GroupChanges[] = [];
  if (context.previous !== null && context.previousFolder !== null) {
    const counts = await countChanges(store);
    const meta = { from: context.previous, to: context.id, at: context.generatedAt, counts };
    await folder.streamed(fileOf(changesPath(context.id)), changeSetText(store, meta));
    await folder.text(fileOf(elementChangesPath(context.id)), await elementChangesText(store, meta), 'often');
    await folder.files();
    const before = manifest.parse(JSON.parse(await readFile(join(context.previousFolder, 'manifest.json'), 'utf8')));
    const earlier = await takeOver(folder, context.previousFolder, before, context.base);
    steps.push(stepOf(folder, meta, context.base), ...earlier);
    groups = await publishGroupChanges(store, folder, meta, { folder: context.previousFolder, manifest: before });
  }
  const data = steps.slice(0, MAX_CHANGE_SETS);
  const meta = {
    next: null,
    prev: null,
    release: context.id,
    oldest: data.at(-1)?.from ?? context.id,
    groups: groups.map(({ set }) => `${context.base}${groupChangesPath(set)}`),
    generated_at: context.generatedAt,
  };
  await folder.text('public/api/v1/changes.json', `${JSON.stringify({ data, meta })}\n`);
  return { releases: data.map(({ to }) => to), groups };
}

export async function countChanges(store: Store): Promise<ChangeCounts> {
  const [row] = await store.rows<ChangeCounts>(`SELECT
    (SELECT count(*)::INTEGER FROM satellites WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM previous.satellites)) AS added,
    (SELECT count(*)::INTEGER FROM previous.satellites WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM satellites)) AS removed,
    (SELECT count(*)::INTEGER FROM (${changed})) AS changed,
    (SELECT count(*)::INTEGER FROM claim_changes WHERE NOT withdrawn) AS claims_added,
    (SELECT count(*)::INTEGER FROM claim_changes WHERE withdrawn) AS claims_withdrawn,
    (SELECT count(*)::INTEGER FROM element_changes) AS elements_changed,
    (SELECT count(*)::INTEGER FROM elements_gone) AS elements_gone`);
  return row!;
}

/** Changes that a reader of a record can see; those of the rule and its note are omitted. */
const seen = ['value', 'confidence', 'sources'].map((name) => `${name} IS DISTINCT FROM was_${name}`).join(' OR ');
const added = 'FROM value_changes ANTI JOIN previous.satellites p USING (norad_cat_id)';
const changed = `FROM value_changes SEMI JOIN satellites s USING (norad_cat_id) SEMI JOIN previous.satellites p USING (norad_cat_id)
  WHERE ${seen}`;

interface ValueRow {
  readonly norad_cat_id: number;
  readonly field: string;
  /** JSON text. */
  readonly value: string | null;
  readonly confidence: string | null;
  /** Slugs with commas between them. */
  readonly sources: string | null;
  readonly was_value: string | null;
  readonly was_confidence: string | null;
  readonly was_sources: string | null;
}

/** The text of a change set, a change per line, in pieces: a change of the rules may affect every object. */
export async function* changeSetText(
  store: Store,
  meta: Pick<ChangeStep, 'from' | 'to' | 'at' | 'counts'>,
): AsyncGenerator<string> {
  const lists = async function* <Row>(query: string, line: (row: Row) => string) {
    let first = true;
    for await (const rows of store.batches<Row>(query)) {
      yield `${first ? '' : ',\n'}${rows.map(line).join(',\n')}`;
      first = false;
    }
  };
  yield '{"data":{"added":[';
  yield* addedObjects(store);
  yield '],\n"removed":[';
  yield* lists<{ json: string }>(
    `SELECT ${objectJson('p')} AS json FROM previous.satellites p ANTI JOIN satellites s USING (norad_cat_id) ORDER BY p.norad_cat_id`,
    ({ json }) => json,
  );
  yield '],\n"changed":[';
  yield* lists<ValueRow>(`${changed} ORDER BY norad_cat_id, field`, changedLine);
  for (const [name, withdrawn] of [
    ['added', false],
    ['withdrawn', true],
  ] as const) {
    yield `${withdrawn ? '],\n' : '],\n"claims":{'}"${name}":[`;
    yield* lists<{ json: string }>(
      `SELECT to_json({norad_cat_id: norad_cat_id, field: field, source: source, source_record: source_record,
          value: coalesce(to_json(value_text), to_json(value_date), to_json(if(isfinite(value_numeric), value_numeric, NULL)), to_json(value_bool)),
          confidence: confidence, selected: selected})::VARCHAR AS json
        FROM claim_changes WHERE withdrawn = ${withdrawn} ORDER BY claim_changes.norad_cat_id, claim_changes.field, claim_changes.source, claim_changes.source_record, json LIMIT ${MAX_LISTED_CLAIMS}`,
      ({ json }) => json,
    );
  }
  const { claims_added, claims_withdrawn } = meta.counts;
  const complete = Math.max(claims_added, claims_withdrawn) <= MAX_LISTED_CLAIMS;
  yield `]}},\n"meta":${JSON.stringify({ ...meta, claims_complete: complete })}}\n`;
}

const objectJson = (table: string) =>
  `to_json({norad_cat_id: ${table}.norad_cat_id, cospar_id: ${table}.cospar_id, name: ${table}.name})::VARCHAR`;

/** New objects with all of their values. */
async function* addedObjects(store: Store): AsyncGenerator<string> {
  const rows = await store.rows<ValueRow>(`${added} ORDER BY norad_cat_id, field`);
  const values = Map.groupBy(rows, ({ norad_cat_id }) => norad_cat_id);
  const objects = await store.rows<{ norad_cat_id: number; json: string }>(
    `SELECT norad_cat_id, ${objectJson('s')} AS json FROM satellites s ANTI JOIN previous.satellites p USING (norad_cat_id) ORDER BY norad_cat_id`,
  );
  for (const [index, { norad_cat_id, json }] of objects.entries()) {
    const lines = (values.get(norad_cat_id) ?? []).map(
      ({ field, value, confidence, sources }) =>
        `{"field":"${field}","value":${jsonOf(value)},"confidence":${JSON.stringify(confidence)},"sources":${slugs(sources)}}`,
    );
    yield `${index > 0 ? ',\n' : ''}${json.slice(0, -1)},"values":[${lines.join(',')}]}`;
  }
}

const changedLine = (row: ValueRow): string =>
  `{"norad_cat_id":${row.norad_cat_id},"field":"${row.field}","before":${jsonOf(row.was_value)},"after":${jsonOf(row.value)},"confidence_before":${JSON.stringify(row.was_confidence)},"confidence_after":${JSON.stringify(row.confidence)},"sources_before":${slugs(row.was_sources)},"sources":${slugs(row.sources)}}`;

const slugs = (list: string | null) => JSON.stringify(list ? list.split(',') : []);
/** JSON has no form for infinite and not-a-number values. */
const jsonOf = (value: string | null) => (value === null || /^-?(inf|nan)/i.test(value) ? 'null' : value);

/** New and changed element sets, in the form of `/api/v1/elements`, and the objects that no longer have one. */
export async function elementChangesText(
  store: Store,
  { from, to, at }: Pick<ChangeStep, 'from' | 'to' | 'at'>,
): Promise<string> {
  const rows = await store.rows<ElementRow>('FROM element_changes ORDER BY norad_cat_id');
  const gone = await store.rows<{ norad_cat_id: number }>('FROM elements_gone ORDER BY norad_cat_id');
  return elementDelta(rows, gone, { from, to, at });
}

/** The entry of the index for files that have been written. */
function stepOf(
  folder: ReleaseFolder,
  step: Pick<ChangeStep, 'from' | 'to' | 'at' | 'counts'>,
  base: string,
): ChangeStep {
  const files = (
    [
      ['changes', changesPath(step.to)],
      ['elements', elementChangesPath(step.to)],
    ] as const
  ).map(([what, path]) => {
    const sizes = endings.map((ending) => folder.written(fileOf(path) + ending)!.bytes);
    return { what, url: `${base}${path}`, ...folder.written(fileOf(path))!, compressed_bytes: Math.min(...sizes) };
  });
  return { from: step.from, to: step.to, at: step.at, counts: step.counts, files };
}

/** Copies the change sets of the previous release into this one, newest first, if they are intact. An earlier format has none. */
async function takeOver(folder: ReleaseFolder, from: string, before: Manifest, base: string): Promise<ChangeStep[]> {
  const index = fileOf('/api/v1/changes');
  const text = await readFile(join(from, index)).catch(() => null);
  if (text === null || digest(text).sha256 !== before.files[index]?.sha256) return [];
  const known = changeIndex.parse(JSON.parse(text.toString()));
  const steps: ChangeStep[] = [];
  for (const step of known.data.slice(0, MAX_CHANGE_SETS - 1)) {
    const names = [changesPath(step.to), elementChangesPath(step.to)].flatMap((path) =>
      endings.map((ending) => fileOf(path) + ending),
    );
    if (!(await folder.takeOver(from, names, before))) break;
    steps.push(stepOf(folder, step, base));
  }
  return steps;
}
