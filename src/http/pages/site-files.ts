import { createHash } from 'node:crypto';
import { glob, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Encoding, encodings } from '../../schema/public-route.ts';
import { type Codings, type SendableFile, sendable } from '../sendable-file.ts';
import { isWorker, workerPolicy } from './content-security.ts';

/** Media types of the website's files by their endings. A test compares it with what the build makes. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

const endings = Object.entries(encodings) as [Encoding, string][];

/** The website's files by their path, each in the codings that the build wrote next to it. HTML is not among them: pages are. */
export async function siteFiles(client: string): Promise<Map<string, Codings>> {
  const names = await Array.fromAsync(glob('**/*', { cwd: client, withFileTypes: true }));
  const paths = new Set(
    names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(client.length)),
  );
  const files = new Map<string, Codings>();
  for (const path of paths) {
    const isCoded = endings.some(([, ending]) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)));
    if (isCoded || path.endsWith('.html')) continue;
    const codings: Codings = { identity: await siteFile(client, path, path) };
    for (const [coding, ending] of endings)
      if (paths.has(path + ending)) codings[coding] = await siteFile(client, path, path + ending, coding);
    files.set(path, codings);
  }
  return files;
}

async function siteFile(client: string, path: string, name: string, coding?: Encoding): Promise<SendableFile> {
  const file = join(client, name);
  const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
  const facts = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return sendable(file, facts, {
    modified: Math.floor(mtimeMs / 1000) * 1000,
    type: mediaTypes[extname(path)] ?? 'application/octet-stream',
    coding,
    ranges: true,
    headers: {
      // Names under `_astro` contain a hash of what is in them: their files never change.
      'Cache-Control': path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      ...(isWorker(path) && { 'Content-Security-Policy': workerPolicy }),
      Vary: 'Accept-Encoding',
    },
  });
}
