import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from 'hono';
import { CatalogError } from '../release/database.ts';
import type { Release } from '../release/release.ts';
import { type Picture, pictureList, pictures, pictureTypes } from '../schema/picture.ts';
import { Refusal } from './errors.ts';
import { type FileSender, sendable } from './file-sender.ts';
import type { HttpEnv } from './request-context.ts';

/** Finds the picture of an object in a release; null where there is none. The list is read with the first. Throws CatalogError. */
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

/** Sends a picture of the served release. Its name changes with its bytes, so it is kept for good. */
export function sendPicture(files: FileSender): Handler<HttpEnv> {
  return (c) => {
    const { context } = c.env;
    const { served, headers, target } = context;
    const file = target.path.slice(1);
    const written = served?.release.manifest.files[file];
    const type = pictureTypes[file.slice(file.lastIndexOf('.') + 1)];
    if (!served || !written || !type) throw new Refusal('not_found');
    headers['Content-Security-Policy'] = "default-src 'none'";
    headers['X-Content-Type-Options'] = 'nosniff';
    const identity = sendable(join(served.release.folder, file), written, {
      modified: served.modified,
      type,
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    });
    return files.send(context, { identity });
  };
}
