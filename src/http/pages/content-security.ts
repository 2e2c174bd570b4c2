import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const policy = (script: readonly string[], style: readonly string[]) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The Content-Security-Policy of every page rendered here: nothing inline, nothing from another host. */
export const strictPolicy = policy([], []);

/** The policy of files whose workers compile WebAssembly: a worker follows its own policy, not that of the page. */
export const workerPolicy = policy(["'wasm-unsafe-eval'"], []);

/**
 * The files of the website that are such workers, by their path from the root: those of the documentation's search, of the globe, and of
 * the SQL page's database.
 */
export const isWorker = (path: string) =>
  /^\/(pagefind\/|_astro\/(propagation-worker|duckdb-browser-eh\.worker)[.-])/.test(path);

/** A page that was rendered when the website was built. */
export interface Prerendered {
  /** Path of its file: relative to the client's folder during the build, absolute in the server. */
  readonly file: string;
  readonly policy: string;
}

/**
 * Prerendered pages with their policies. Starlight writes a few inline scripts of its own into the documentation: each is
 * allowed by its hash, and its search by `wasm-unsafe-eval`; code blocks carry style attributes.
 */
export async function readPrerendered(client: string): Promise<Prerendered[]> {
  const pages: Prerendered[] = [];
  for await (const file of glob('**/*.html', { cwd: client })) {
    const html = await readFile(join(client, file), 'utf8');
    const hashes = new Set(
      [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => hash(code!)),
    );
    pages.push({ file, policy: policy([...hashes, "'wasm-unsafe-eval'"], ["'unsafe-inline'"]) });
  }
  return pages;
}

/** Prerendered pages by each path that serves them, with the absolute paths of their files. */
export function prerenderedPages(client: string, pages: readonly Prerendered[]): Map<string, Prerendered> {
  return new Map(
    pages.flatMap(({ file, policy }) => {
      const page = { file: join(client, file), policy };
      const path = `/${file}`;
      const names = [path, path.replace(/index\.html$/, ''), path.replace(/(\/index)?\.html$/, '')];
      return names.map((name) => [name, page] as const);
    }),
  );
}

function hash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
