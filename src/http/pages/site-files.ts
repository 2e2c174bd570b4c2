import { hash } from 'node:crypto';
import { glob, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Encoding, encodings } from '../../schema/release/public-route.ts';
import { type Codings, type SendableFile, sendable } from '../files/sendable-file.ts';
import type { Coding } from '../negotiate.ts';
import { isWorker, workerPolicy } from './content-security.ts';

/** Media types of the website's files by their endings. A test compares it with the files of the build. */
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

/** Facts of a file of the built website. */
interface BuiltFile {
  readonly bytes: number;
  readonly sha256: string;
  /** Whole seconds, ms since 1970. */
  readonly modified: number;
}

/** The website's files by their path, in each coding that the build wrote next to them. HTML is not among them: pages are. */
export type BuiltFiles = Readonly<Record<string, Partial<Record<Coding, BuiltFile>>>>;

/** Reads every file of the built website: at the end of a build, so that no start of a server has to. */
export async function readBuiltFiles(client: string): Promise<BuiltFiles> {
  const names = await Array.fromAsync(glob('**/*', { cwd: client, withFileTypes: true }));
  const paths = new Set(
    names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(client.length)),
  );
  const files: Record<string, BuiltFiles[string]> = {};
  for (const path of paths) {
    const isCoded = endings.some(([, ending]) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)));
    if (isCoded || path.endsWith('.html')) continue;
    const codings: BuiltFiles[string] = { identity: await readBuiltFile(client + path) };
    for (const [coding, ending] of endings)
      if (paths.has(path + ending)) codings[coding] = await readBuiltFile(client + path + ending);
    files[path] = codings;
  }
  return files;
}

async function readBuiltFile(file: string): Promise<BuiltFile> {
  const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
  return { bytes: bytes.length, sha256: hash('sha256', bytes), modified: Math.floor(mtimeMs / 1000) * 1000 };
}

/** The website's files as they are sent, by their path. */
export function siteFiles(client: string, built: BuiltFiles): Map<string, Codings> {
  return new Map(
    Object.entries(built).map(([path, codings]) => {
      const sent = Object.entries(codings) as [Coding, BuiltFile][];
      return [path, Object.fromEntries(sent.map(([coding, file]) => [coding, siteFile(client, path, coding, file)]))];
    }),
  );
}

function siteFile(client: string, path: string, coding: Coding, facts: BuiltFile): SendableFile {
  const file = client + path + (coding === 'identity' ? '' : encodings[coding]);
  return sendable(file, facts, {
    modified: facts.modified,
    type: mediaTypes[extname(path)] ?? 'application/octet-stream',
    coding,
    ranges: true,
    headers: {
      // Names under `_astro` contain a hash of the content: these files never change.
      'Cache-Control': path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      ...(isWorker(path) && { 'Content-Security-Policy': workerPolicy }),
      Vary: 'Accept-Encoding',
    },
  });
}
