import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Elements, Orbweaver } from './orbweaver.ts';
import { type CatalogRecord, type Evidence, type Records, sharedEvidence, syncElements, syncRecords } from './sync.ts';

/** The result of synchronizing a file. */
export interface SyncedFile {
  readonly file: string;
  readonly objects: number;
  /** The release that the file had; null if there was no file. */
  readonly from: string | null;
  readonly release: string;
  /** How many releases' changes were applied; null: the whole file was downloaded. */
  readonly applied: number | null;
}

/** The parts of the catalog that a folder can hold. */
export const parts = ['elements', 'records'] as const;
export type Part = (typeof parts)[number];

/**
 * Brings files in a folder up to date, and creates missing ones:
 *
 * - `elements.json`: `/api/v1/elements/all`; for a group `elements-<group>.json`, and no other file unless it is in `wanted`
 * - `records.ndjson`: every object, one line each; `records.meta.json`: the release of the records
 *
 * Files are replaced as a whole: after an interruption, the next call continues from the release in the files.
 */
export async function syncFolder(
  catalog: Orbweaver,
  folder: string,
  wanted?: readonly Part[],
  group = 'all',
): Promise<SyncedFile[]> {
  await mkdir(folder, { recursive: true });
  const done: SyncedFile[] = [];
  const names = wanted ?? (group === 'all' ? parts : ['elements']);
  if (names.includes('elements')) {
    const file = join(folder, group === 'all' ? 'elements.json' : `elements-${group}.json`);
    const found = await read<Partial<Elements>>(file);
    const held = found?.data?.norad_cat_id && found.meta ? (found as Elements) : undefined;
    const { value, applied } = await syncElements(catalog, held, group);
    if (value !== held) await write(file, [JSON.stringify(value)]);
    done.push(report(file, value.data.norad_cat_id.length, held?.meta, value.meta, applied));
  }
  if (names.includes('records')) {
    const file = join(folder, 'records.ndjson');
    const held = await readRecords(folder);
    const { value, applied } = await syncRecords(catalog, held);
    if (value !== held) {
      const sha256 = await write(file, lines(value.data));
      await write(join(folder, 'records.meta.json'), [JSON.stringify({ ...value.meta, sha256 })]);
    }
    done.push(report(file, value.data.length, held?.meta, value.meta, applied));
  }
  return done;
}

type Meta = Readonly<Record<string, unknown>>;
const report = (
  file: string,
  objects: number,
  held: Meta | undefined,
  now: Meta,
  applied: readonly string[] | null,
): SyncedFile => ({
  file,
  objects,
  from: held ? String(held['release']) : null,
  release: String(now['release']),
  applied: applied?.length ?? null,
});

/** The records of a folder; undefined if there are none, or if the file differs from the one that was written. */
export async function readRecords(folder: string): Promise<Records | undefined> {
  const state = await read<Records['meta'] & { sha256: string }>(join(folder, 'records.meta.json'));
  if (!state) return undefined;
  const { sha256, ...meta } = state;
  const data: CatalogRecord[] = [];
  const hash = createHash('sha256');
  try {
    for await (const line of createInterface({
      input: createReadStream(join(folder, 'records.ndjson')),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      hash.update(`${line}\n`);
      const record = JSON.parse(line) as CatalogRecord & { provenance: Record<string, Evidence> };
      for (const [field, { confidence, sources }] of Object.entries(record.provenance))
        record.provenance[field] = sharedEvidence(confidence, sources);
      data.push(record);
    }
  } catch {
    return undefined;
  }
  return hash.digest('hex') === sha256 ? { meta, data } : undefined;
}

function* lines(records: readonly CatalogRecord[]): Generator<string> {
  for (let at = 0; at < records.length; at += 1000)
    yield records
      .slice(at, at + 1000)
      .map((one) => `${JSON.stringify(one)}\n`)
      .join('');
}

/** The JSON of a file; undefined if there is no file, or if it is not complete. */
async function read<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file in one step, and returns its SHA-256. */
async function write(file: string, chunks: Iterable<string>): Promise<string> {
  const part = `${file}.${randomUUID()}.part`;
  const hash = createHash('sha256');
  try {
    const handle = await open(part, 'wx');
    try {
      for (const chunk of chunks) {
        hash.update(chunk);
        await handle.write(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return hash.digest('hex');
}
