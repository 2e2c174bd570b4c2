import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { parsedJson } from '../schema/json-text.ts';
import { type Picture, pictureList, pictures } from '../schema/objects/picture.ts';
import { CatalogError } from './database.ts';
import type { Release } from './release.ts';

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

/** Finds the picture of an object in a release; null if there is none. Reads the list at the first call. Throws CatalogError. */
export function picturesOf({ folder, manifest }: Release): (id: number) => Promise<Picture | null> {
  let list: Promise<Readonly<Record<string, Picture>>> | undefined;
  return async (id) => {
    if (!Object.hasOwn(manifest.files, pictureList)) return null;
    list ??= readFile(join(folder, pictureList), 'utf8').then((text) => pictures.parse(JSON.parse(text)));
    try {
      return (await list)[id] ?? null;
    } catch (error) {
      list = undefined;
      throw new CatalogError('the pictures could not be read', { cause: error });
    }
  };
}

/** The `data` of a public JSON file of a release, by its path below `/api/v1` without the ending. */
export async function publicData<T>(folder: string, path: string): Promise<T> {
  const text = await readFile(join(folder, `public/api/v1/${path}.json`), 'utf8');
  return (JSON.parse(text) as { data: T }).data;
}
