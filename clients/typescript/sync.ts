import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import {
  type Changes,
  type ElementSet,
  type Elements,
  type Json,
  type Orbweaver,
  OrbweaverError,
  releaseChanged,
  rows,
} from './orbweaver.ts';

/** Confidence and sources of a value. Values that restate others, such as `active`, have no confidence of their own. */
export interface Evidence {
  readonly confidence: string;
  readonly sources: readonly string[];
}

const known = new Map<string, Evidence>();
/** Returns the same object for equal evidence: a million fields share few different ones. */
export function sharedEvidence(confidence: string, sources: readonly string[]): Evidence {
  const key = `${confidence} ${sources}`;
  const evidence = known.get(key) ?? { confidence, sources };
  known.set(key, evidence);
  return evidence;
}

/** An object: its values, with the names of the API and without nulls, and the evidence of each field. */
export interface CatalogRecord {
  readonly norad_cat_id: number;
  readonly provenance: Readonly<Record<string, Evidence>>;
  readonly [field: string]: unknown;
}

/** Records of every object, by catalog number. */
export interface Records {
  readonly meta: { readonly release: string; readonly generated_at: string; readonly count: number };
  readonly data: readonly CatalogRecord[];
}

/** The result of a synchronization. `applied` has the releases whose changes were applied; null: everything was downloaded. */
export interface Synced<T> {
  readonly value: T;
  readonly applied: readonly string[] | null;
}

/** Fields derived from the elements if an object has some: change sets do not list them, and records leave them out. */
export const orbitFields: ReadonlySet<string> = new Set([
  ...[
    'period_min',
    'inclination_deg',
    'apogee_km',
    'perigee_km',
    'eccentricity',
    'geo_longitude_deg',
    'elements_epoch',
  ],
]);

/** Change sets lack these, too: the number is the key, and the time is that of any other change. */
const NEVER: ReadonlySet<string> = new Set(['norad_cat_id', 'updated_at']);

/** The release of a list or a file. */
const releaseOf = (meta: Readonly<Record<string, unknown>>) => ({
  release: String(meta['release']),
  generated_at: String(meta['generated_at']),
});

/**
 * The element sets of `/api/v1/elements/all`, or of a group's file, such as `stations`, brought up to date from those of an
 * earlier release by deltas. Downloads everything if there are none, or if no deltas lead from them to the current release.
 * `held` is not changed.
 */
export async function syncElements(catalog: Orbweaver, held?: Elements, group = 'all'): Promise<Synced<Elements>> {
  const release = held && releaseOf(held.meta).release;
  const found =
    release &&
    (group === 'all' ? await filesSince(catalog, release, 'elements') : await groupDeltas(catalog, held, group));
  const whole = async () => ({
    value: await json<Elements>(catalog, `/api/v1/elements/${encodeURIComponent(group)}.json`),
    applied: null,
  });
  if (!held || !found) return whole();
  if (found.length === 0) return { value: held, applied: [] };
  const sets = new Map(rows(held).map((set) => [set.norad_cat_id, set]));
  for (const { content } of found as readonly File<ElementChanges | GroupChanges>[]) {
    for (const number of content.gone) sets.delete(number);
    for (const set of rows(content)) sets.set(set.norad_cat_id, set);
    // `held` contains the sets of another group.
    if ('objects' in content.meta && content.meta.objects !== sets.size) return whole();
  }
  const ordered = byNumber([...sets.values()]);
  const names = Object.keys(held.data) as (keyof ElementSet)[];
  const data = Object.fromEntries(
    names.map((name) => [name, ordered.map((set) => set[name])]),
  ) as unknown as Elements['data'];
  const { to, at } = found.at(-1)!;
  const meta = { ...held.meta, count: ordered.length, release: to, generated_at: at };
  return { value: { data, meta }, applied: found.map((file) => file.to) };
}

/** The records of all objects, brought up to date in the same way by change sets. */
export async function syncRecords(catalog: Orbweaver, held?: Records): Promise<Synced<Records>> {
  const found = held && (await filesSince(catalog, held.meta.release, 'changes'));
  if (!held || !found) return { value: await allRecords(catalog), applied: null };
  if (found.length === 0) return { value: held, applied: [] };
  const records = new Map(held.data.map((one) => [one.norad_cat_id, one]));
  for (const { content } of found as readonly File<Changes>[]) applyChanges(records, content);
  const { to, at } = found.at(-1)!;
  const meta = { release: to, generated_at: at, count: records.size };
  return { value: { meta, data: byNumber([...records.values()]) }, applied: found.map((file) => file.to) };
}

function applyChanges(records: Map<number, CatalogRecord>, { data }: Changes): void {
  for (const { norad_cat_id } of data.removed) records.delete(norad_cat_id);
  for (const { norad_cat_id, values } of data.added)
    records.set(norad_cat_id, withValues({ norad_cat_id, provenance: {} }, values));
  const changed = new Map<number, Value[]>();
  for (const { norad_cat_id, field, after, confidence_after, sources } of data.changed) {
    if (!changed.has(norad_cat_id)) changed.set(norad_cat_id, []);
    changed.get(norad_cat_id)!.push({ field, value: after, confidence: confidence_after, sources });
  }
  for (const [number, values] of changed) records.set(number, withValues(records.get(number)!, values));
}

type Value = {
  readonly field: string;
  readonly value?: unknown;
  readonly confidence: string | null;
  readonly sources: readonly string[];
};

/** A record with other values: fields are sorted by name, so that a record does not depend on the order of its changes. */
function withValues({ norad_cat_id, provenance, ...fields }: CatalogRecord, values: readonly Value[]): CatalogRecord {
  const evidence = new Map(Object.entries(provenance));
  const known = new Map(Object.entries(fields));
  for (const { field, value, confidence, sources } of values) {
    if (value === null || value === undefined) known.delete(field);
    else known.set(field, value);
    if (confidence === null) evidence.delete(field);
    else evidence.set(field, sharedEvidence(confidence, sources));
  }
  return { norad_cat_id, ...sorted(known), provenance: sorted(evidence) };
}

const sorted = <T>(map: ReadonlyMap<string, T>): Record<string, T> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
const byNumber = <T extends { readonly norad_cat_id: number }>(list: T[]): T[] =>
  list.sort((a, b) => a.norad_cat_id - b.norad_cat_id);

/** The records of the current release, from its Parquet files: the index with their hashes ensures that both are of one release. */
async function allRecords(catalog: Orbweaver): Promise<Records> {
  const { data: datasets, meta } = await json<Json<'/api/v1/dataset'>>(catalog, '/api/v1/dataset.json');
  const [satellites, provenance] = await Promise.all(
    ['satellites', 'provenance'].map(async (slice) => {
      const path = `/api/v1/dataset/${slice}.parquet`;
      const { files = [] } = datasets.find((one) => one.slice === slice) ?? {};
      return download(catalog, path, files.find(({ format }) => format === 'parquet')?.sha256);
    }),
  );
  const parsers = { dateFromDays: (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10) };
  const evidence = new Map<number, Record<string, Evidence>>();
  const columns = ['norad_cat_id', 'field', 'confidence', 'sources'];
  for await (const { norad_cat_id, field, confidence, sources } of parquetRows(provenance!, { columns })) {
    if (!evidence.has(norad_cat_id)) evidence.set(norad_cat_id, {});
    evidence.get(norad_cat_id)![field] = sharedEvidence(confidence, sources);
  }
  const data: CatalogRecord[] = [];
  for await (const { norad_cat_id, ...fields } of parquetRows(satellites!, { parsers })) {
    const isKept = ([field, value]: readonly [string, unknown]) =>
      value !== null && !NEVER.has(field) && !(fields['elements_epoch'] !== null && orbitFields.has(field));
    const values = new Map(Object.entries(fields).filter(isKept));
    const about = new Map(Object.entries(evidence.get(norad_cat_id) ?? {}).filter(isKept));
    data.push({ norad_cat_id, ...sorted(values), provenance: sorted(about) });
  }
  return { meta: { ...releaseOf(meta), count: data.length }, data: byNumber(data) };
}

/** Rows of a Parquet file, one row group after the other: all of them together take much memory. */
async function* parquetRows(file: ArrayBuffer, options: Omit<Parameters<typeof parquetReadObjects>[0], 'file'>) {
  let rowStart = 0;
  for (const { num_rows } of parquetMetadata(file).row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    yield* await parquetReadObjects({ ...options, file, rowStart, rowEnd });
    rowStart = rowEnd;
  }
}

type ElementChanges = Json<'/api/v1/elements/changes/{release}'>;
type GroupChanges = Json<'/api/v1/elements/{set}/changes/{release}'>;
interface File<T> {
  readonly to: string;
  readonly at: string;
  readonly content: T;
}

/** The changes or deltas that lead from a release to the current one, oldest first; null if there is no such sequence. */
async function filesSince(
  catalog: Orbweaver,
  release: string,
  what: 'changes' | 'elements',
): Promise<File<Changes | ElementChanges>[] | null> {
  const index = await json<Extract<Json<'/api/v1/changes'>, { data: readonly unknown[] }>>(
    catalog,
    '/api/v1/changes.json',
  ).catch((error: OrbweaverError) => {
    // The release has a format without change sets.
    if (error.status !== 404) throw error;
  });
  if (!index) return null;
  const steps: (typeof index.data)[number][] = [];
  for (let wanted = releaseOf(index.meta).release; wanted !== release; wanted = steps.at(-1)!.from) {
    const step = index.data.find(({ to }) => to === wanted);
    // Releases that form a cycle do not reach back.
    if (!step || steps.includes(step)) return null;
    steps.push(step);
  }
  const files = [];
  for (const { to, at, files: listed } of steps.reverse()) {
    const { url, sha256 } = listed.find((file) => file.what === what)!;
    files.push({ to, at, content: await json<Changes | ElementChanges>(catalog, `${url}.json`, sha256) });
  }
  return files;
}

/** The deltas of a group from a release to the current one, oldest first; null if there are none. Each names the previous one. */
async function groupDeltas(catalog: Orbweaver, held: Elements, group: string): Promise<File<GroupChanges>[] | null> {
  const { release } = releaseOf(held.meta);
  const files: File<GroupChanges>[] = [];
  const read = new Set<string>();
  for (let wanted = 'newest'; wanted !== release; wanted = files[0]!.content.meta.from) {
    if (read.has(wanted)) return null;
    read.add(wanted);
    const path = `/api/v1/elements/${encodeURIComponent(group)}/changes/${wanted}.json`;
    const content = await json<GroupChanges>(catalog, path).catch((error: OrbweaverError) => {
      if (error.status !== 404) throw error;
      return null;
    });
    if (!content) return null;
    const { to, at, objects } = content.meta;
    if (to === release) return objects === held.data.norad_cat_id.length ? [] : null;
    files.unshift({ to, at, content });
  }
  return files;
}

async function json<T>(catalog: Orbweaver, path: string, sha256?: string): Promise<T> {
  const bytes = await download(catalog, path, sha256);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new OrbweaverError(0, { code: 'damaged', error: `${path} of ${catalog.server} is not JSON.` });
  }
}

/** A file, verified by the hash in an index. A static host may have only its gzip form, without the header that says so. */
async function download(catalog: Orbweaver, path: string, sha256?: string): Promise<ArrayBuffer> {
  const response = await catalog.request(path).catch((error: OrbweaverError) => {
    if (error.status !== 404) throw error;
    return catalog.request(`${path}.gz`).catch(() => Promise.reject(error));
  });
  let bytes = await response.arrayBuffer().catch((error: Error) => {
    throw new OrbweaverError(0, { code: 'no_response', error: `${path} was not received whole: ${error.message}.` });
  });
  if (bytes.byteLength > 2 && new DataView(bytes).getUint16(0) === 0x1f8b)
    bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
      .arrayBuffer()
      .catch(() => {
        throw new OrbweaverError(0, {
          code: 'damaged',
          error: `${path} of ${catalog.server} is not a whole gzip file.`,
        });
      });
  // Hashes are not available to a page that was loaded over plain HTTP.
  const digest = await globalThis.crypto.subtle?.digest('SHA-256', bytes);
  const hex = digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex && sha256 && hex !== sha256) throw releaseChanged(`while ${path} was downloaded, or the file is damaged`);
  return bytes;
}
