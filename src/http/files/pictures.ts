import { join } from 'node:path';
import type { Handler } from 'hono';
import { pictureTypes } from '../../schema/objects/picture.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv } from '../request-context.ts';
import type { FileSender } from './file-sender.ts';
import { sendable } from './sendable-file.ts';

/** Sends a picture of the served release. Its name changes with its bytes, so it is kept for good. */
export function sendPicture(files: FileSender): Handler<HttpEnv> {
  return (c) => {
    const { context } = c.env;
    const { served, headers, target } = context;
    const file = target.path.slice(1);
    const written = served?.release.manifest.files[file];
    const type = pictureTypes[file.slice(file.lastIndexOf('.') + 1)];
    if (!served || !written || !type) throw new ApiError('not_found');
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
