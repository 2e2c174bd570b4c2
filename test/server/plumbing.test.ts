import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slices as datasetSlices } from '../../src/schema/release/dataset.ts';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** What crawlers, feed readers and browsers ask for beside the pages. */
describe('beside the pages', () => {
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
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };
  const all = (xml: string, tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, inner]) => inner!);
  const count = () => {
    const lease = server.served.hold()!;
    lease.end();
    return lease.value.release.manifest.counts;
  };

  test('robots.txt names the sitemap and keeps crawlers out of what is not for them', async () => {
    const robots = await text('/robots.txt');
    expect(robots).toContain('Sitemap: https://orbweaver.example/sitemap.xml');
    expect(robots).toContain('Disallow: /account');
  });

  test('the sitemaps list every page, operator, launch and object, each once, and all of them answer', async () => {
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
    const own = pageFiles
      .filter((file) => /^(?!404|account|docs)[^[]*\.astro$/.test(file))
      .map((file) => `https://orbweaver.example/${file.replace(/\/?(index)?\.astro$/, '')}`);
    expect(own.length).toBeGreaterThan(9);
    const { data: groups } = (await (await get('/api/v1/groups')).json()) as { data: { slug: string }[] };
    expect(groups.length).toBeGreaterThan(3);
    const ofGroups = groups.map(({ slug }) => `https://orbweaver.example/groups/${slug}`);
    expect(pages.filter((url) => !url.includes('/docs/')).sort()).toEqual([...own, ...ofGroups].sort());
    const asked = [...pages, ...(await listed('operators')), ...(await listed('launches')), ...objects.slice(0, 40)];
    for (const url of asked) {
      const answer = await get(new URL(url).pathname);
      await answer.body?.cancel();
      expect([url, answer.status]).toEqual([url, 200]);
    }
    expect((await get('/sitemap/objects-2.xml')).status).toBe(404);
    expect((await get('/sitemap/objects-0.xml')).status).toBe(404);
  });

  test('the feeds have what Atom asks for, and hold the events that the API has', async () => {
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

  test('a browser can take the search among its own', async () => {
    const description = await text('/opensearch.xml');
    expect(description).toContain('template="https://orbweaver.example/satellites?q={searchTerms}"');
    expect(await text('/')).toContain('<link rel="search" type="application/opensearchdescription+xml"');
    expect(await text('/docs/')).toContain('href="/opensearch.xml"');
  });

  test('security.txt says who to write to, or that nobody is named', async () => {
    const answer = await get('/.well-known/security.txt');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('ORBWEAVER_CONTACT');
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
      const answer = await get(path!);
      await answer.body?.cancel();
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  test('pages say what they are about, to who reads schema.org and to who shows a card', async () => {
    const data = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);
    const home = await text('/');
    expect(data(home)).toMatchObject({ '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } });
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url'])
      expect(home).toMatch(new RegExp(`<meta property="${name}" content="[^"]+">`));
    expect((await get('/social-card.png')).headers.get('content-type')).toBe('image/png');
    const dataset = data(await text('/datasets'));
    expect(dataset).toMatchObject({ '@type': 'Dataset', license: expect.stringContaining('odbl') });
    const counts = dataset.hasPart.map(({ distribution }: { distribution: unknown[] }) => distribution.length);
    // Every slice in three forms, then claims, provenance, transmitters, the values of free sources, and the tables of /sql.
    expect(counts).toEqual([...Array(datasetSlices.length).fill(3), 2, 1, 4, 2, ...Array(8).fill(1)]);
    const { data: slices } = (await (await get('/api/v1/dataset')).json()) as {
      data: { files: { sha256: string }[] }[];
    };
    expect(dataset.hasPart[0].distribution[0].sha256).toBe(slices[0]!.files[0]!.sha256);
  });

  test('every page leads to the same in the API, and the documentation to its own address', async () => {
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
      const answer = await get(path);
      await answer.body?.cancel();
      expect([path, answer.headers.get('link')]).toEqual([
        path,
        expect.stringMatching(/^<https:\/\/orbweaver\.example\/api\/v1\/[^>]+>; rel="alternate"/),
      ]);
    }
    const docs = await get('/docs/claims/');
    expect(docs.headers.get('link')).toBe('<https://orbweaver.example/docs/claims/>; rel="canonical"');
    expect(docs.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=300, must-revalidate');
  });

  test('a launch leads to where the API has it and what it put up', async () => {
    const { data } = (await (await get('/api/v1/launches')).json()) as {
      data: { launch_id: string; objects: number }[];
    };
    expect(data.length).toBeGreaterThan(10);
    for (const { launch_id, objects } of data.slice(0, 10)) {
      const answer = await get(`/launches/${launch_id}`);
      await answer.body?.cancel();
      const [alternate, related] = answer.headers.get('link')!.split(', ');
      expect(alternate).toBe('<https://orbweaver.example/api/v1/launches>; rel="alternate"; type="application/json"');
      const query = /^<https:\/\/orbweaver\.example\/api\/v1\/satellites(\?[^>]+)>; rel="related"/.exec(related!)![1];
      const { data: put } = JSON.parse(await text(`/satellites.json${query}`)) as { data: { launch_id: string }[] };
      expect([launch_id, put.map((object) => object.launch_id)]).toEqual([
        launch_id,
        Array.from({ length: objects }, () => launch_id),
      ]);
    }
  });

  test('the examples of the documentation ask this server, but for those of one’s own', async () => {
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

  test('a 304 of the documentation has the policy of its page: a browser takes it over the one that it kept', async () => {
    const first = await get('/docs/claims/');
    const again = await get('/docs/claims/', { 'If-None-Match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
    for (const name of ['content-security-policy', 'cache-control', 'vary', 'link'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
  });
});
