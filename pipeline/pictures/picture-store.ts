import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../src/file-bytes.ts';
import { parsedJson } from '../../src/schema/json-text.ts';
import { picture } from '../../src/schema/objects/picture.ts';

/** The state of one file of Wikimedia Commons. */
const known = z.object({
  /** Time of the last request to Commons about the file, ISO 8601 UTC. */
  checked_at: z.iso.datetime(),
  /** Null if the picture cannot be shown. */
  picture: picture.nullable(),
  /** Why the picture cannot be shown; null if it can. */
  reason: z.string().nullable(),
});
export type KnownPicture = z.infer<typeof known>;

const index = z.object({
  /** Keys are names of files on Commons. */
  files: z.record(z.string(), known),
  /** Requests of one UTC day. */
  spent: z.object({ day: z.iso.date(), requests: z.int().nonnegative() }),
  /** Commons is not contacted before this time; null if requests are allowed. */
  wait_until: z.iso.datetime().nullable(),
});
export type PictureIndex = z.infer<typeof index>;

const empty = (): PictureIndex => ({ files: {}, spent: { day: '1970-01-01', requests: 0 }, wait_until: null });

/** Pictures as received, in `<home>/pictures`, named by their hash, and an index of the state of each file of Commons. */
export class PictureStore {
  readonly folder: string;

  constructor(home: string) {
    this.folder = join(home, 'pictures');
  }

  /** The index; an empty one if there is none yet, or if it is unreadable. */
  async read(): Promise<PictureIndex> {
    const text = await readFile(join(this.folder, 'index.json'), 'utf8').catch(() => '');
    return index.safeParse(parsedJson(text)).data ?? empty();
  }

  async write(read: PictureIndex): Promise<void> {
    await replaceFile(join(this.folder, 'index.json'), `${JSON.stringify(read, null, 1)}\n`, true);
  }

  /** Stores a picture under a new inode: releases have hard links to pictures, and their bytes must not change. */
  async keep(file: string, bytes: Uint8Array): Promise<void> {
    await replaceFile(join(this.folder, file), bytes, false);
  }

  /** Deletes the pictures that the index does not name. */
  async tidy({ files }: PictureIndex): Promise<void> {
    const named = new Set(Object.values(files).flatMap(({ picture: one }) => (one ? [one.file] : [])));
    for (const file of await readdir(this.folder).catch(() => []))
      if (file !== 'index.json' && !named.has(file)) await rm(join(this.folder, file), { force: true });
  }
}

/**
 * The name of a file on Commons, as its own pages write it: `http://commons.wikimedia.org/wiki/Special:FilePath/Iss%20a.jpg` is
 * `Iss a.jpg`. Null for any other address.
 */
export function commonsFile(address: string): string | null {
  const path = /^https?:\/\/commons\.wikimedia\.org\/wiki\/Special:FilePath\/([^/?#]+)$/.exec(address)?.[1];
  if (path === undefined) return null;
  try {
    const name = decodeURIComponent(path).replaceAll('_', ' ').trim();
    return /[|#<>[\]{}\p{Cc}]/u.test(name) || name === '' ? null : name.charAt(0).toUpperCase() + name.slice(1);
  } catch {
    return null;
  }
}
