import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Elements, Orbweaver } from './orbweaver.ts';
import { type CatalogRecord, type Evidence, type Records, sharedEvidence, syncElements, syncRecords } from './sync.ts';

/** What a synchronization did to a file. */
export interface SyncedFile {
  readonly file: string;
  readonly objects: number;
  /** The release that the file had; null where there was none. */
  readonly from: string | null;
  readonly release: string;
  /** How many releases' changes were applied; null: everything was downloaded. */
  readonly applied: number | null;
}

/** The parts of the catalog that a folder can hold. */
export const parts = ['elements', 'records'] as const;
export type Part = (typeof parts)[number];

/**
 * Brings files in a folder up to date, and creates them where there are none:
 *
 * - `elements.json`: `/api/v1/elements/all`; of a group `elements-<group>.json`, and nothing else unless it is wanted
 * - `records.ndjson`: every object, one line each; `records.meta.json`: the release that it is of
 *
 * Files are replaced as a whole: after an interruption, the next call goes on from the release that they have.
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

/** The records of a folder; undefined where there are none, or not those that were written. */
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

/** The JSON of a file; undefined where there is none, or where it is not complete. */
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
