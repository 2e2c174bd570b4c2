import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { builtSite } from '../built-site.ts';

/** Feeds of objects, operators, groups and launches, and the changes page, on the sample. */
let server: SampleServer;
beforeAll(async () => {
  server = await serveSample('https://orbweaver.example', await builtSite());
}, 300_000);
afterAll(() => server?.remove());

const page = async (path: string) => {
  const response = await server.get(path, { authorization: '' });
  return { status: response.status, type: response.headers['content-type'], text: response.body.toString() };
};

interface JsonFeed {
  version: string;
  title: string;
  home_page_url: string;
  feed_url: string;
  items: { id: string; url: string; title: string; content_text: string; date_published: string; tags: string[] }[];
}

describe('the feed of', () => {
  test.each([
    [
      'an object',
      '/satellites/190079',
      'Orbweaver: SAMPLE LEO PAYLOAD 019 RENAMED [SYNTHETIC] (190079)',
      'field_changed-190079-name',
    ],
    ['an operator', '/operators/sample-university', /^Orbweaver: Sample University/, 'new_object-190230'],
    ['an operator without events', '/operators/sample-constellation', 'Orbweaver: Sample Constellation Company', null],
    ['a launch', '/launches/2026-804', /^Orbweaver: launch 2026-804/, 'new_object-190231'],
    ['a group', '/groups/active', /^Orbweaver: /, 'orbit_change-'],
    ['upcoming reentries', '/reentries/upcoming', 'Orbweaver: upcoming reentries', 'reentry-prediction-190069'],
  ])('%s lists its events as Atom and JSON Feed and is linked by its page', async (_what, path, title, event) => {
    const { status, type, text } = await page(`${path}.json`);
    expect([status, type]).toEqual([200, 'application/feed+json; charset=utf-8']);
    const feed = JSON.parse(text) as JsonFeed;
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: typeof title === 'string' ? title : expect.stringMatching(title),
      home_page_url: `https://orbweaver.example${path}`,
      feed_url: `https://orbweaver.example${path}.json`,
    });
    const ids = feed.items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    if (event === null) expect(ids).toEqual([]);
    else expect(ids.join()).toContain(`tag:orbweaver,2026:${event}`);
    for (const item of feed.items) expect(item.date_published).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const atom = await page(`${path}.atom`);
    expect([atom.status, atom.type]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect([...atom.text.matchAll(/<entry>\s*<id>([^<]+)<\/id>/g)].map(([, id]) => id)).toEqual(ids);
    expect(atom.text).toContain(
      `<link rel="self" type="application/atom+xml" href="https://orbweaver.example${path}.atom"/>`,
    );
    const html = (await page(path)).text;
    for (const [kind, ending] of [
      ['atom+xml', 'atom'],
      ['feed+json', 'json'],
    ])
      expect(html).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/${kind!.replace('+', '\\+')}" title="(?:Events of [^"]+|Upcoming reentries)" href="${path}\\.${ending}"`,
        ),
      );
  });

  test.each(['/satellites/25544.json', '/groups/active.atom', '/events.atom', '/satellites.csv?q=iss'])(
    '%s allows CORS and states license and release like the API',
    async (path) => {
      const [{ headers }, api] = [await server.get(path), await server.get('/api/v1/events')];
      for (const name of [
        'access-control-allow-origin',
        'x-service-license',
        'x-service-sources',
        'x-catalog-release',
        'x-content-type-options',
      ])
        expect([name, headers[name]]).toEqual([name, api.headers[name]]);
      expect((await server.get('/satellites/25544')).headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test('/status.json has no validators, because it holds at the moment of the request, and no cache stores it', async () => {
    const { headers } = await server.get('/status.json');
    expect([headers['cache-control'], headers.etag, headers['last-modified']]).toEqual([
      'no-store',
      undefined,
      undefined,
    ]);
  });

  test('an object lists exactly its own events', async () => {
    const { items } = JSON.parse((await page('/satellites/190173.json')).text) as JsonFeed;
    const { data } = (await server.get('/api/v1/events?limit=100')).json() as unknown as {
      data: { id: string; norad_cat_id: number }[];
    };
    expect(items.map(({ id }) => id)).toEqual(
      data.filter(({ norad_cat_id }) => norad_cat_id === 190_173).map(({ id }) => `tag:orbweaver,2026:${id}`),
    );
    expect(items.map(({ title }) => title)).toContain(
      'SAMPLE NAMED LATER [SYNTHETIC] (190173): renamed from OBJECT B [SYNTHETIC] to SAMPLE NAMED LATER [SYNTHETIC]',
    );
  });

  test.each([
    ['/satellites.csv?orbit_class=XEO', 400, 'invalid_parameter', 'orbit_class', 'LEO'],
    ['/satellites.json?no_such=1', 400, 'invalid_parameter', 'no_such', 'orbit_class'],
    ['/events/launch.atom', 404, 'not_found', 'type', 'reentry'],
  ])('%s returns an error in the format of the API', async (path, status, code, parameter, allowed) => {
    const response = await server.get(path);
    expect([response.status, response.headers['cache-control']]).toEqual([status, 'private, no-store']);
    expect(response.json()).toMatchObject({ code, error: expect.any(String), hint: expect.any(String), parameter });
    expect(response.json().allowed).toContain(allowed);
  });

  test.each([
    '/satellites/999999999.atom',
    '/satellites/abc.json',
    '/operators/nobody.atom',
    '/groups/none.json',
    '/launches/1950-001.atom',
  ])('%s returns 404 for an unknown subject', async (path) => {
    const { status, text } = await page(path);
    expect([status, JSON.parse(text)]).toEqual([
      404,
      { code: 'not_found', error: expect.any(String), hint: expect.any(String) },
    ]);
  });
});

test('a predicted reentry is the same in the list, in the record and on the pages, and is null for other objects', async () => {
  const { data } = JSON.parse((await page('/api/v1/reentries/upcoming')).text) as { data: Record<string, unknown>[] };
  // The list has the newest message of Space-Track beside each prediction.
  const { norad_cat_id, name, cospar_id: _cospar, object_class: _class, space_track, ...prediction } = data[0]!;
  expect(space_track).toBeNull();
  const record = async (id: unknown) =>
    (await server.get(`/api/v1/satellites/${id}`)).json() as unknown as { data: { reentry_prediction: unknown } };
  expect((await record(norad_cat_id)).data.reentry_prediction).toEqual(prediction);
  expect((await record(25544)).data.reentry_prediction).toBeNull();
  const median = String(prediction['reenters_at']).slice(0, 10);
  expect((await page(`/satellites/${norad_cat_id}`)).text).toMatch(
    new RegExp(`<a href="/reentries/upcoming">${median}</a><small> \\d[^<]* to \\d[^<]* UTC, 80 %`),
  );
  for (const path of ['/reentries', '/reentries/upcoming']) {
    const { text } = await page(path);
    expect(text).toContain(`<a href="/satellites/${norad_cat_id}">${name}</a>`);
    expect(text).toContain(`datetime="${prediction['reenters_at']}"`);
  }
  expect((await page('/reentries?year=2026')).text).not.toContain('id="upcoming"');
});

describe('the changes page', () => {
  test('shows the events, changed values and files of the release without scripts', async () => {
    const { status, text } = await page('/changes');
    expect(status).toBe(200);
    const words = text.replace(/<[^>]*>/g, ' ').replace(/&nbsp;|\s+/g, ' ');
    for (const phrase of [
      'SAMPLE NAMED LATER',
      'Status changed from unknown to operational',
      'New objects 2',
      'Raised by',
    ])
      expect(words).toContain(phrase);
    const to = server.served.id;
    for (const file of [`/api/v1/changes/${to}`, `/api/v1/elements/changes/${to}`]) {
      expect(text).toContain(`href="${file}"`);
      expect((await page(file)).status).toBe(200);
    }
    expect((await page('/events')).text).toContain('href="/changes"');
  });

  test('returns 404 for a release without stored changes and 200 for the served one', async () => {
    const { status, text } = await page('/changes?release=20200101T000000Z-00000000');
    expect(status).toBe(404);
    expect(text).toContain('No changes are kept for');
    expect((await page(`/changes?release=${server.served.id}`)).status).toBe(200);
  });
});

test('the page of a break-up does not give the date of the launch as that of its pieces', async () => {
  const { text } = await page('/breakups/S190066-2024-03-05');
  const [, table = ''] = /<table class="satellites[^>]*>(.*?)<\/table>/s.exec(text) ?? [];
  expect(table.match(/<tr/g)!.length).toBeGreaterThan(5);
  expect(table).not.toMatch(/Launched|class="[^"]*launched/);
});

describe('weeks', () => {
  test('the page of a week has its numbers, what they are known from, and a text to quote', async () => {
    const { status, text } = await page('/weeks/2026-W34');
    expect(status).toBe(200);
    expect(text).toContain(
      'From 2 releases of this week; between 2026-08-17 and 2026-08-21 23:00 UTC, there are no data.',
    );
    expect(text).toContain('The week is known up to 2026-08-22 14:00 UTC, not to its end.');
    for (const part of ['launches', 'found', 'reentries', 'predictions', 'breakups', 'moves', 'conflicts']) {
      expect(text).toContain(`href="#${part}"`);
      expect(text).toContain(`id="${part}"`);
    }
    expect((await page('/weeks')).text).toContain('href="/weeks/2026-W34"');
  });

  test('a week before the first release, after the newest, or of another form is not found', async () => {
    for (const week of ['2026-W33', '2026-W35', '2026-34', '2025-W53'])
      expect([week, (await page(`/weeks/${week}`)).status]).toEqual([week, 404]);
  });

  test('the feed has only weeks that are over', async () => {
    const { status, type, text } = await page('/weeks.atom');
    expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(text).toContain('<title>Orbweaver: weeks in orbit</title>');
    expect(text).not.toContain('<entry>');
  });
});
