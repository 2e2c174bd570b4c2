import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { parsedJson } from '../schema/parsed-json.ts';
import { CatalogError } from './database.ts';

/** A public JSON file of a release, `accuracy`; null in one of an earlier minor format that lacks it. Throws CatalogError. */
export async function readDocument<S extends z.ZodType>(
  folder: string,
  name: string,
  schema: S,
): Promise<z.infer<S> | null> {
  const text = await readFile(join(folder, `public/api/v1/${name}.json`), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new CatalogError(`${name}.json cannot be read`);
    },
  );
  if (text === null) return null;
  const read = schema.safeParse(parsedJson(text));
  if (!read.success) throw new CatalogError(`${name}.json is damaged`);
  return read.data;
}
