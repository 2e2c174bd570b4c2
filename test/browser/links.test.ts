import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';
import { docsPages, sitePages } from './site/site-pages.ts';

/** Concurrent requests. */
const CONCURRENCY = 4;

/** Crawls the site from every page. */
describe('the site', () => {
  let home: string;
  let server: RunningServer;
  beforeAll(async () => {
    home = await copySample();
    server = await startServer(home, await builtSite());
  });
  afterAll(async () => {
    await server?.stop();
    if (home) await removeFolder(home);
  });

  test('has no dead links and no links to missing fragments', { timeout: 300_000 }, async () => {
    const from = new Map([...sitePages, ...docsPages].map((path) => [path, 'a page of src/pages']));
    const queue = [...from.keys()];
    const ids = new Map<string, Set<string>>();
    const fragments: [path: string, id: string, page: string][] = [];
    const dead: string[] = [];
    const visit = async (path: string) => {
      const response = await fetch(server.base + path);
      if (response.status !== 200) dead.push(`${response.status} ${path} (on ${from.get(path)})`);
      if (!response.headers.get('content-type')?.startsWith('text/html')) return void (await response.body?.cancel());
      const html = await response.text();
      ids.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)));
      for (const [, raw] of html.matchAll(/<(?:a|link)\s[^>]*?href="([^"]+)"/g)) {
        const url = new URL(raw!.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), server.base + path);
        if (url.origin !== server.base) continue;
        const target = url.pathname + url.search;
        if (url.hash.length > 1) fragments.push([target, decodeURIComponent(url.hash.slice(1)), path]);
        if (from.has(target) || !isFollowed(url)) continue;
        from.set(target, path);
        queue.push(target);
      }
    };
    while (queue.length > 0) await Promise.all(queue.splice(0, CONCURRENCY).map(visit));
    for (const [path, id, page] of fragments)
      if (ids.has(path) && !ids.get(path)!.has(id)) dead.push(`#${id} is not on ${path} (linked on ${page})`);
    expect(dead).toEqual([]);
    expect(from.size).toBeGreaterThan(500);
  });
});

/** Follows lists with at most one filter, since combinations are unlimited, and skips the account and keyed routes. */
function isFollowed({ pathname, searchParams }: URL): boolean {
  if (pathname.startsWith('/account') || pathname === '/suggest' || /^\/satellites\.(csv|json)$/.test(pathname))
    return false;
  if (/^\/api\/v1\/(satellites|search|operators|sources|stats|reentries)/.test(pathname)) return false;
  return (
    [...searchParams.keys()].filter((name) => name !== 'offset').length <= 1 &&
    Number(searchParams.get('offset') ?? 0) <= 200
  );
}
