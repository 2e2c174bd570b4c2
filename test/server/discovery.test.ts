import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slices as datasetSlices } from '../../src/schema/release/dataset.ts';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** Files that crawlers, feed readers and browsers request in addition to the pages. */
describe('discovery', () => {
  let home: string;
  let server: RunningServer;
  beforeAll(async () => {
    home = await copySample();
    server = await startServer(home, await builtSite(), undefined, undefined, 'https://orbweaver.example');
  });
  afterAll(async () => {
    await server?.stop();
    if (home) await removeFolder(home);
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.base + path, { headers });
  const text = async (path: string) => {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  };
  const all = (xml: string, tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, inner]) => inner!);
  const count = () => {
    const lease = server.served.hold()!;
    lease.end();
    return lease.value.release.manifest.counts;
  };

  test('robots.txt names the sitemap and excludes crawlers from account pages', async () => {
    const robots = await text('/robots.txt');
    expect(robots).toContain('Sitemap: https://orbweaver.example/sitemap.xml');
    expect(robots).toContain('Disallow: /account');
  });

  test('the sitemaps list every page, operator, launch and object; the URLs exist (objects: first 40)', async () => {
    const files = all(await text('/sitemap.xml'), 'loc');
    expect(files.map((url) => url.replace('https://orbweaver.example', ''))).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/operators.xml',
      '/sitemap/launches.xml',
      '/sitemap/objects-1.xml',
    ]);
    const listed = async (name: string) => all(await text(`/sitemap/${name}.xml`), 'loc');
    const { satellites, operators, launches } = count();
    expect((await listed('operators')).length).toBe(operators);
    expect((await listed('launches')).length).toBe(launches);
    const objects = await listed('objects-1');
    expect([objects.length, new Set(objects).size]).toEqual([satellites, satellites]);
    expect(objects).toContain('https://orbweaver.example/satellites/25544');
    expect(all(await text('/sitemap/objects-1.xml'), 'lastmod').length).toBe(satellites);
    const pages = await listed('pages');
    expect(pages).toContain('https://orbweaver.example/docs/claims/');
    const pageFiles = readdirSync(join(import.meta.dirname, '../../src/pages'), { recursive: true, encoding: 'utf8' });
    const staticPages = pageFiles
      .filter((file) => /^(?!404|account|docs)[^[]*\.astro$/.test(file))
      .map((file) => `https://orbweaver.example/${file.replace(/\/?(index)?\.astro$/, '')}`);
    expect(staticPages.length).toBeGreaterThan(9);
    const { data: groups } = (await (await get('/api/v1/groups')).json()) as { data: { slug: string }[] };
    expect(groups.length).toBeGreaterThan(3);
    const groupPages = groups.map(({ slug }) => `https://orbweaver.example/groups/${slug}`);
    const weeks = [...(await text('/weeks')).matchAll(/href="(\/weeks\/\d{4}-W\d\d)"/g)].map(([, path]) => path);
    expect(weeks.length).toBeGreaterThan(0);
    const weekPages = [...new Set(weeks)].map((path) => `https://orbweaver.example${path}`);
    expect(pages.filter((url) => !url.includes('/docs/')).sort()).toEqual(
      [...staticPages, ...groupPages, ...weekPages].sort(),
    );
    const urls = [...pages, ...(await listed('operators')), ...(await listed('launches')), ...objects.slice(0, 40)];
    for (const url of urls) {
      const response = await get(new URL(url).pathname);
      await response.body?.cancel();
      expect([url, response.status]).toEqual([url, 200]);
    }
  });

  test.each([
    '/sitemap/objects-2.xml',
    '/sitemap/objects-0.xml',
    '/stats/none.csv',
    '/globe/objects.json',
    '/satellites/999999999/history.csv',
    '/no-such-file.json',
  ])('%s, which does not exist, is an error as the API writes it', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
    expect(await response.json()).toEqual({
      code: 'not_found',
      error: expect.any(String),
      hint: expect.any(String),
    });
  });

  test('the feeds have the elements that Atom requires, and the same events as the API', async () => {
    const { data } = (await (await get('/api/v1/events')).json()) as { data: { id: string; type: string }[] };
    const ids = (feed: string) => all(feed, 'id').slice(1);
    const feed = await text('/events.atom');
    expect(ids(feed).sort()).toEqual(data.map(({ id }) => `tag:orbweaver,2026:${id}`).sort());
    for (const type of ['new_object', 'reentry', 'orbit_change']) {
      const one = await text(`/events/${type}.atom`);
      expect(ids(one).length).toBe(data.filter((event) => event.type === type).length);
      expect(one).toContain(
        `<link rel="self" type="application/atom+xml" href="https://orbweaver.example/events/${type}.atom"/>`,
      );
    }
    const entries = feed.split('<entry>');
    for (const [index, part] of entries.entries()) {
      for (const tag of ['id', 'title', 'updated'])
        expect([index, tag, all(part, tag).length]).toEqual([index, tag, 1]);
      expect(all(part, 'updated')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
    expect(feed).toMatch(/<author><name>/);
    expect((await get('/events.atom')).headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect((await get('/events/other.atom')).status).toBe(404);
  });

  test('browsers can add the site as a search engine', async () => {
    const description = await text('/opensearch.xml');
    expect(description).toContain('template="https://orbweaver.example/satellites?q={searchTerms}"');
    expect(await text('/')).toContain('<link rel="search" type="application/opensearchdescription+xml"');
    expect(await text('/docs/')).toContain('href="/opensearch.xml"');
  });

  test('security.txt names the contact, or is 404 without one', async () => {
    const response = await get('/.well-known/security.txt');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('ORBWEAVER_CONTACT');
    const named = await startServer(home, await builtSite(), undefined, undefined, undefined, 'security@example.org');
    const file = await (await fetch(`${named.base}/.well-known/security.txt`)).text();
    expect(file).toContain('Contact: mailto:security@example.org\n');
    expect(file).toContain('Expires: 2027-02-18T00:00:00.000Z\n');
    await named.stop();
  });

  test('llms.txt lists the documentation and the files', async () => {
    const file = await text('/llms.txt');
    expect(file).toMatch(/^# Orbweaver\n\n> /);
    for (const words of ['/openapi.json', '/docs/claims/', '/api/v1/elements', 'embedded sample'])
      expect(file).toContain(words);
    for (const [, path] of file.matchAll(/\]\(https:\/\/orbweaver\.example([^)]*)\)/g)) {
      const response = await get(path!);
      await response.body?.cancel();
      expect([path, response.status]).toEqual([path, 200]);
    }
  });

  test('pages have schema.org data and social card metadata', async () => {
    const data = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);
    const home = await text('/');
    expect(data(home)).toMatchObject({ '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } });
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url'])
      expect(home).toMatch(new RegExp(`<meta property="${name}" content="[^"]+">`));
    expect((await get('/social-card.png')).headers.get('content-type')).toBe('image/png');
    const dataset = data(await text('/datasets'));
    expect(dataset).toMatchObject({ '@type': 'Dataset', license: expect.stringContaining('odbl') });
    const counts = dataset.hasPart.map(({ distribution }: { distribution: unknown[] }) => distribution.length);
    // Every slice in three formats, then claims, provenance, transmitters, the values of free sources, and the tables of /sql.
    expect(counts).toEqual([...Array(datasetSlices.length).fill(3), 2, 1, 4, 2, ...Array(8).fill(1)]);
    const { data: slices } = (await (await get('/api/v1/dataset')).json()) as {
      data: { files: { sha256: string }[] }[];
    };
    expect(dataset.hasPart[0].distribution[0].sha256).toBe(slices[0]!.files[0]!.sha256);
  });

  test('pages link to their data in the API, and the documentation to its canonical URL', async () => {
    for (const path of [
      '/satellites',
      '/satellites/25544',
      '/launches',
      '/launches/1998-067',
      '/operators',
      '/conflicts',
      '/events',
      '/reentries',
      '/sources',
      '/stats',
      '/datasets',
    ]) {
      const response = await get(path);
      await response.body?.cancel();
      expect([path, response.headers.get('link')]).toEqual([
        path,
        expect.stringMatching(/^<https:\/\/orbweaver\.example\/api\/v1\/[^>]+>; rel="alternate"/),
      ]);
    }
    const docs = await get('/docs/claims/');
    expect(docs.headers.get('link')).toBe('<https://orbweaver.example/docs/claims/>; rel="canonical"');
    expect(docs.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=300, must-revalidate');
  });

  test('a launch page links to the launches in the API and to its objects', async () => {
    const { data } = (await (await get('/api/v1/launches')).json()) as {
      data: { launch_id: string; objects: number }[];
    };
    expect(data.length).toBeGreaterThan(10);
    for (const { launch_id, objects } of data.slice(0, 10)) {
      const response = await get(`/launches/${launch_id}`);
      await response.body?.cancel();
      const [alternate, related] = response.headers.get('link')!.split(', ');
      expect(alternate).toBe('<https://orbweaver.example/api/v1/launches>; rel="alternate"; type="application/json"');
      const query = /^<https:\/\/orbweaver\.example\/api\/v1\/satellites(\?[^>]+)>; rel="related"/.exec(related!)![1];
      const { data: launched } = JSON.parse(await text(`/satellites.json${query}`)) as {
        data: { launch_id: string }[];
      };
      expect([launch_id, launched.map((object) => object.launch_id)]).toEqual([
        launch_id,
        Array.from({ length: objects }, () => launch_id),
      ]);
    }
  });

  test('examples in the documentation use the URL of this server, except for self-hosting', async () => {
    for (const path of ['/docs/quick-start/', '/docs/recipes/', '/docs/api', '/docs/api/reference/getSatellite/']) {
      const html = await text(path);
      expect([path, html.includes('4321')]).toEqual([path, false]);
      expect(html).toContain('https://orbweaver.example/api/v1/');
      expect(html).toContain('<meta property="og:image" content="https://orbweaver.example/social-card.png"');
    }
    expect(await text('/docs/self-host/')).toContain('http://127.0.0.1:4321');
    const packed = await get('/docs/claims/', { 'Accept-Encoding': 'gzip' });
    expect([packed.headers.get('content-encoding'), packed.headers.get('content-type')]).toEqual([
      'gzip',
      'text/html;charset=utf-8',
    ]);
    expect(await packed.text()).toContain('</html>');
  });

  test('a 304 for the documentation repeats the security policy and caching headers of its page', async () => {
    const first = await get('/docs/claims/');
    const again = await get('/docs/claims/', { 'If-None-Match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
    for (const name of ['content-security-policy', 'cache-control', 'vary', 'link'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
  });
});
