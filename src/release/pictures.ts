import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Picture, pictureList, pictures } from '../schema/objects/picture.ts';
import { CatalogError } from './database.ts';
import type { Release } from './release.ts';

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
