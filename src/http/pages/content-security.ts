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

/** The website's files that are such workers: those of the documentation's search, the globe's, and the database of the SQL page. By their path from the root. */
export const isWorker = (path: string) =>
  /^\/(pagefind\/|_astro\/(propagation-worker|duckdb-browser-eh\.worker)[.-])/.test(path);

/** A page that was rendered when the website was built. */
export interface Prerendered {
  /** Path of its file. */
  readonly file: string;
  readonly policy: string;
}

/**
 * Prerendered pages with their policies, by each path that serves them. Starlight writes a few inline scripts of its own into
 * the documentation: each is allowed by its hash, and its search by `wasm-unsafe-eval`; code blocks carry style attributes.
 */
export async function prerenderedPages(client: string): Promise<Map<string, Prerendered>> {
  const pages = new Map<string, Prerendered>();
  for await (const file of glob('**/*.html', { cwd: client })) {
    const html = await readFile(join(client, file), 'utf8');
    const hashes = new Set(
      [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => hash(code!)),
    );
    const path = `/${file}`;
    const names = [path, path.replace(/index\.html$/, ''), path.replace(/(\/index)?\.html$/, '')];
    const page = { file: join(client, file), policy: policy([...hashes, "'wasm-unsafe-eval'"], ["'unsafe-inline'"]) };
    for (const name of names) pages.set(name, page);
  }
  return pages;
}

function hash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
