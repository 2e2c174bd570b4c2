import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unzipSync } from 'fflate';
import { instantIn } from '../../src/schema/instant-text.ts';
import { UserError } from '../../src/user-error.ts';
import { BrokenFile } from '../formats/rows.ts';

/** A file to import. */
export interface ImportFile {
  /** Name of the file without compression extensions, such as `gp-active.tle`. */
  readonly name: string;
  /** Time at which the file was fetched, ISO 8601 UTC to the second; null if unknown. */
  readonly at: string | null;
  /** Path of the file, for messages. */
  readonly shown: string;
  /** Unpacks the file, reads it, and deletes the unpacked file. */
  read<T>(work: (path: string) => Promise<T>): Promise<T>;
}

/** The largest file that is unpacked, in bytes: ten years of all objects take 20 GB, a single file less. */
const LARGEST_UNPACKED = 8e9;

/** A path can't be imported; the message says why. */
class ImportProblem extends UserError {
  override readonly name = 'ImportProblem';
}

/** Every file below some paths, by time, then by name. ZIP archives are opened; `work` is a folder for unpacked files. */
export async function importFiles(paths: readonly string[], work: string): Promise<ImportFile[]> {
  const found: ImportFile[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch(() => null);
    if (!facts) throw new ImportProblem(`${path} does not exist`);
    if (!facts.isDirectory()) found.push(...(await opened(path, work)));
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
      for (const entry of files) found.push(...(await opened(join(entry.parentPath, entry.name), work)));
    }
  }
  const key = ({ at, name, shown }: ImportFile) => `${at ?? ''} ${name} ${shown}`;
  return found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Files are unpacked by their first bytes: browsers and proxies unpack `.gz` files, and keep their names, or the reverse. */
async function opened(path: string, work: string): Promise<ImportFile[]> {
  const beginning = await firstBytes(path, 4);
  if (/\.zip$/i.test(path) || beginning.startsWith(ZIP)) return entriesOf(path, work);
  const name = basename(path).replace(/\.gz$/i, '');
  if (!beginning.startsWith(GZIP)) return [{ name, at: timeIn(path), shown: path, read: (use) => use(path) }];
  const read = <T>(use: (path: string) => Promise<T>) => unpacked(work, use, (to) => gunzip(path, to));
  return [{ name, at: timeIn(path), shown: path, read }];
}

/** The files in a ZIP archive. Names in it are never used as paths: only to display, and to find a time. */
async function entriesOf(path: string, work: string): Promise<ImportFile[]> {
  const entries: { name: string; size: number }[] = [];
  const bytes = await readFile(path);
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.endsWith('/')) entries.push({ name, size: originalSize });
        return false;
      },
    });
  } catch {
    throw new ImportProblem(`${path} is not a ZIP archive that can be read`);
  }
  return entries.map(({ name, size }) => ({
    name: basename(name),
    at: timeIn(`${path}/${name}`),
    shown: `${path}/${name}`,
    read: (use) => {
      if (size > LARGEST_UNPACKED / 8) throw new ImportProblem(`${path}/${name} is too large to unpack in memory`);
      return unpacked(work, use, async (to) => {
        const files = unzipSync(await readFile(path), { filter: (entry) => entry.name === name });
        await writeFile(to, files[name]!);
      });
    },
  }));
}

/** The time in a path, as the pipeline lays out snapshots: `2026-07-04T1722Z/celestrak/gp-active.tle`. */
function timeIn(path: string): string | null {
  const found = [...path.matchAll(/(?:^|\/)(\d{4}-\d\d-\d\d)T(\d\d):?(\d\d)(?::?(\d\d))?Z(?=\/)/g)].at(-1);
  if (!found) return null;
  const text = `${found[1]}T${found[2]}:${found[3]}:${found[4] ?? '00'}Z`;
  return instantIn(text) === null ? null : text;
}

/** The first bytes of compressed files, in Latin-1. */
const [GZIP, ZIP] = ['\x1f\x8b', 'PK\x03\x04'];

async function firstBytes(path: string, count: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Throws BrokenFile if the file is damaged or cut off. */
async function gunzip(path: string, to: string): Promise<void> {
  try {
    await pipeline(createReadStream(path), createGunzip(), limited, createWriteStream(to));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') ? new BrokenFile(`it is gzip that is damaged or cut off (${message})`) : error;
  }
}

let unpackedFiles = 0;
async function unpacked<T>(
  work: string,
  use: (path: string) => Promise<T>,
  write: (to: string) => Promise<void>,
): Promise<T> {
  await mkdir(work, { recursive: true });
  const to = join(work, `unpacked-${++unpackedFiles}`);
  try {
    await write(to);
    return await use(to);
  } finally {
    await rm(to, { force: true });
  }
}

/** Fails if a stream unpacks to more than any real file has. */
async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > LARGEST_UNPACKED) throw new ImportProblem('a file unpacks to more than 8 GB');
    yield chunk;
  }
}
