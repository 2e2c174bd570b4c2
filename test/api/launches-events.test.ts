import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HIGHEST_PERIGEE_KM } from '../../src/orbit/decay/predict-reentry.ts';
import { Database } from '../../src/release/database.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { eventTypes } from '../../src/schema/vocabulary.ts';
import { PUBLIC_URL, type SampleServer, serveSample } from './sample-server.ts';

/** Single launches, filtered events, and the filters of operators. */
let server: SampleServer;
let database: Database;
beforeAll(async () => {
  server = await serveSample();
  const release = (await currentReleaseId(server.home))!;
  database = await Database.open(join(server.home, 'releases', release, 'catalog.duckdb'));
});
afterAll(async () => {
  database?.close();
  await server?.remove();
});

const page = async (url: string) => {
  const response = await server.get(url);
  expect(response.status, `${url}: ${response.body.toString().slice(0, 200)}`).toBe(200);
  return response.json();
};

describe('a launch', () => {
  test('has the row of the public list, the claims of sources, and its objects', async () => {
    const { data, meta } = await page('/api/v1/launches/1998-067?limit=100');
    const { claims, satellites, ...row } = data;
    const all = (await page('/api/v1/launches')).data as { launch_id: string }[];
    expect(row).toEqual(all.find(({ launch_id }) => launch_id === '1998-067'));
    expect(meta.total).toBe(row.objects);
    const ids = satellites.map(({ norad_cat_id }: { norad_cat_id: number }) => norad_cat_id);
    expect(ids).toContain(25_544);
    const listed = (await page('/api/v1/satellites?launch_id=1998-067&limit=100')).data as { norad_cat_id: number }[];
    expect([...ids].sort()).toEqual(listed.map(({ norad_cat_id }) => norad_cat_id).sort());
    expect(claims).toContainEqual({
      field: 'launch_date',
      value_text: null,
      value_numeric: null,
      value_date: '1998-11-20',
      value_bool: null,
      source: { name: 'CelesTrak', slug: 'celestrak', license: expect.any(String) },
      source_record: expect.stringMatching(/^satcat\.csv NORAD_CAT_ID=/),
      raw: '1998-11-20',
      uncertain: false,
      objects: expect.any(Number),
    });
    const shared = claims.filter(({ objects }: { objects: number | null }) => objects !== null);
    for (const { objects } of shared) expect(objects).toBeLessThanOrEqual(row.objects);
    expect(new Set(shared.map(({ field }: { field: string }) => field))).toEqual(
      new Set(['launch_date', 'launch_site', 'launch_vehicle']),
    );
  });

  test('has the codes of the launch catalog, each with a claim about the launch itself', async () => {
    const { claims, satellites: _satellites, ...row } = (await page('/api/v1/launches/2025-805')).data;
    expect(row).toMatchObject({
      outcome: 'PARTIAL',
      launch_pad: 'LC1',
      launch_platform: 'SHIP1',
      vehicle_variant: 'B',
      flight_id: 'SL1 805',
      flight_code: 'SAMPLE/5',
      failure_code: 'S2P',
      uncertain: ['launch_pad', 'flight_id'],
    });
    const own = claims.filter(({ objects }: { objects: number | null }) => objects === null);
    for (const { field, value_text, source, source_record, uncertain } of own) {
      expect([field, value_text]).toEqual([field, row[field]]);
      expect(source).toMatchObject({ slug: 'gcat', license: 'CC-BY-4.0' });
      expect(source_record).toBe('launch.tsv 2025-805');
      expect([field, uncertain]).toEqual([field, row.uncertain.includes(field)]);
    }
    expect(own).toHaveLength(9);
    expect(own.find(({ field }: { field: string }) => field === 'outcome').raw).toBe(
      'launch.tsv 2025-805 LaunchCode=OS75',
    );
  });

  test('is found with two digits and with three', async () => {
    expect((await page('/api/v1/launches/1998-67')).data).toEqual((await page('/api/v1/launches/1998-067')).data);
  });

  test.each(['1998-067A', '98-067', '1998', '1998-0670', 'x'])('returns 400 for %s', async (id) => {
    expect((await server.get(`/api/v1/launches/${id}`)).json()).toMatchObject({
      code: 'invalid_parameter',
      parameter: 'launch_id',
    });
  });
});

describe('coverage of events', () => {
  // The sample has two releases: 2026-08-21 23:00 and 2026-08-22 14:00.
  const [first, second] = ['2026-08-21T23:00:00.000Z', '2026-08-22T14:00:00.000Z'];

  test('a query names the time before the first release as a gap: no event there means nothing', async () => {
    const { meta } = await page('/api/v1/events?type=reentry&since=2026-08-10T00:00:00Z');
    expect(meta.coverage.from).toBe('2026-08-10T00:00:00.000Z');
    expect(meta.coverage.gaps[0]).toEqual({ from: '2026-08-10T00:00:00.000Z', to: first });
    expect((await page('/api/v1/events?type=reentry')).meta.coverage.from).toBe(first);
  });

  test('the files have that of the last 30 days and of a month', async () => {
    const recent = (await page('/api/v1/events')).meta;
    const from = '2026-07-23T14:00:00.000Z';
    expect(recent.coverage).toEqual({ from, to: second, gaps: [{ from, to: first }] });
    const month = (await page('/api/v1/events/2026-08')).meta;
    const start = '2026-08-01T00:00:00.000Z';
    expect(month.coverage).toEqual({ from: start, to: second, gaps: [{ from: start, to: first }] });
  });

  test('upcoming reentries say how many low objects could be examined', async () => {
    const { meta } = await page('/api/v1/reentries/upcoming');
    const [low] = await database.integers(
      `SELECT count(*)::INTEGER FROM satellites WHERE decay_date IS NULL AND operational_status <> 'DECAYED' AND perigee_km < ${HIGHEST_PERIGEE_KM} AND apogee_km < 2000`,
    );
    expect(meta.examined + meta.not_examined).toBe(low);
  });
});

describe('filtered events', () => {
  const all = '/api/v1/events?limit=100';

  test('are the matching events of the release, in the order of the feed', async () => {
    const feed = (await page('/api/v1/events')).data;
    const queried = (await page(all)).data as { type: string; detected_at: string }[];
    expect(queried.slice(0, feed.length)).toEqual(feed);
    for (const type of eventTypes)
      expect((await page(`${all}&type=${type}`)).data).toEqual(queried.filter((one) => one.type === type));
    expect((await page(`${all}&type=REENTRY,orbit_change`)).data).toEqual(
      queried.filter(({ type }) => type === 'reentry' || type === 'orbit_change'),
    );
    const times = [...new Set(queried.map(({ detected_at }) => detected_at))].sort();
    expect(times.length).toBeGreaterThan(1);
    for (const time of times) {
      const since = (await page(`${all}&since=${time}`)).data;
      expect(since).toEqual(queried.filter(({ detected_at }) => detected_at >= time));
    }
    const { data, meta } = await page(`${all}&since=2099-01-01`);
    // The coverage ends at the time of the request: a later time is not covered.
    expect([data, meta.coverage]).toEqual([
      [],
      { from: '2026-08-22T18:00:00.000Z', to: '2026-08-22T18:00:00.000Z', gaps: [] },
    ]);
  });

  test('are paginated, with links that name the release', async () => {
    const first = await page('/api/v1/events?limit=3&type=new_object');
    expect(first.data).toHaveLength(3);
    expect(first.meta.next).toContain('release=');
    const next = new URL(first.meta.next);
    const second = await page(next.pathname + next.search);
    expect(second.data[0].id).not.toBe(first.data[2].id);
    const [count] = await database.integers("SELECT count(*)::INTEGER FROM events WHERE type = 'new_object'");
    expect(first.meta.total).toBe(count);
  });

  test('require a key and are not cached; the unfiltered file is public', async () => {
    const without = await server.get('/api/v1/events?type=reentry', { authorization: '' });
    expect(without.status).toBe(401);
    const query = await server.get('/api/v1/events?type=reentry');
    expect(query.headers['cache-control']).toBe('private, no-store');
    const file = await server.get('/api/v1/events', { authorization: '' });
    expect(file.headers['cache-control']).toContain('public');
  });

  test('are counted once per request, including errors', async () => {
    server.settled.length = 0;
    await server.get('/api/v1/events?type=reentry');
    await server.get('/api/v1/events?type=nonsense');
    await server.get('/api/v1/events');
    expect(server.settled).toEqual([200, 400, 200]);
  });

  test.each([
    ['type=nonsense', 'type'],
    ['type=', 'type'],
    ['type=reentry&type=reentry', 'type'],
    ['since=yesterday', 'since'],
    ['since=9999-12-31T23:59:59-23:59', 'since'],
    ['type=reentry&format=atom', 'format'],
    ['type=reentry&limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['kind=reentry', 'kind'],
  ])('return 400 for %s', async (query, parameter) => {
    expect((await server.get(`/api/v1/events?${query}`)).json()).toMatchObject({
      code: 'invalid_parameter',
      parameter,
    });
  });
});

describe('launches by a query', () => {
  const ids = async (query: string) => {
    const { data, meta } = await page(`/api/v1/launches?limit=100&${query}`);
    return [meta.total, data.map(({ launch_id }: { launch_id: string }) => launch_id)] as const;
  };

  test('have the rows and the order of the file, in pages', async () => {
    const file = (await page('/api/v1/launches')).data as { launch_id: string; launch_date: string | null }[];
    const first = await page('/api/v1/launches?limit=3');
    expect(first.data).toEqual(file.slice(0, 3));
    expect(first.meta).toMatchObject({ limit: 3, offset: 0, total: file.length, prev: null });
    expect((await page(`/api/v1/launches${new URL(first.meta.next).search}`)).data).toEqual(file.slice(3, 6));
    expect((await ids('year=1998'))[1]).toEqual(
      file.flatMap(({ launch_id }) => (launch_id.startsWith('1998-') ? [launch_id] : [])),
    );
    expect((await ids('launched_after=2019-01-01&launched_before=2021-01-01'))[1]).toEqual(
      file.flatMap(({ launch_id, launch_date: day }) =>
        day !== null && day >= '2019-01-01' && day < '2021-01-01' ? [launch_id] : [],
      ),
    );
  });

  test('can be filtered by words of provider, vehicle, and site, and are none if no launch matches', async () => {
    const [total, found] = await ids('launch_vehicle=falcon+9');
    expect(total).toBe(found.length);
    expect(total).toBeGreaterThan(0);
    for (const query of ['year=1900', 'provider=nonsense', 'launch_vehicle=-9', 'launch_site=..%2Fx'])
      expect([query, ...(await ids(query))]).toEqual([query, 0, []]);
  });

  test.each([
    ['year=98', 'year'],
    ['launched_after=2026-01-02&launched_before=2026-01-01', 'launched_after'],
    ['provider=,', 'provider'],
    ['operator=nasa', 'operator'],
  ])('return 400 for %s', async (query, parameter) => {
    expect((await server.get(`/api/v1/launches?${query}`)).json()).toMatchObject({
      code: 'invalid_parameter',
      parameter,
    });
  });
});

describe('operators', () => {
  interface Row {
    slug: string;
    name: string;
    country: string | null;
  }
  const all = async () => (await page('/api/v1/operators?limit=100')).data as Row[];

  test('can be searched by words of their name', async () => {
    const found = (await page('/api/v1/operators?q=space&limit=100')).data as Row[];
    expect(found.length).toBeGreaterThan(0);
    const matching = (await all()).filter(({ name }) => /(^|[^\p{L}\p{N}])space/iu.test(name));
    // Names that begin with the search text come first.
    const begins = Map.groupBy(matching, ({ name }) => /^space/i.test(name));
    expect(found).toEqual([...(begins.get(true) ?? []), ...(begins.get(false) ?? [])]);
    expect((await page('/api/v1/operators?q=qqq')).meta.total).toBe(0);
    expect((await page('/api/v1/operators?q=...')).meta.total).toBe(0);
  });

  test('can be filtered by one or several countries', async () => {
    const found = (await page('/api/v1/operators?country=us,FR&limit=100')).data as Row[];
    expect(found).toEqual((await all()).filter(({ country }) => country === 'US' || country === 'FR'));
    const refused = (await server.get('/api/v1/operators?country=XX')).json();
    expect(refused).toMatchObject({ code: 'invalid_parameter', parameter: 'country' });
    expect(refused.allowed).toContain('US');
  });

  test('an operator without payloads is not found, with the address of its objects', async () => {
    const slugs = new Set((await all()).map(({ slug }) => slug));
    const others = (await page('/api/v1/satellites?object_class=DEBRIS,ROCKET_BODY&fields=operator_slug&limit=100'))
      .data;
    const [slug] = others.flatMap(({ operator_slug }: { operator_slug: string | null }) =>
      operator_slug === null || slugs.has(operator_slug) ? [] : operator_slug,
    );
    const refused = await server.get(`/api/v1/operators/${slug}`);
    expect([refused.status, refused.json()]).toMatchObject([
      404,
      {
        error: expect.stringContaining(`No payload names ${slug}`),
        hint: expect.stringContaining(`operator=${slug}.`),
      },
    ]);
    expect((await server.get('/api/v1/operators/no-such')).json()).toMatchObject({
      error: 'There is no operator with the slug no-such.',
    });
  });

  test('can list their active or inactive payloads', async () => {
    const [every, active, inactive] = await Promise.all(
      ['', '?active=true', '?active=false'].map((query) => page(`/api/v1/operators/nasa${query}`)),
    );
    expect(active!.meta.total).toBe(every!.data.active_satellites);
    expect(active!.meta.total + inactive!.meta.total).toBe(every!.meta.total);
    for (const one of active!.data.satellites) expect(one.active).toBe(true);
  });
});

describe('the feed of a release that was built without a public URL', () => {
  const path = '/api/v1/events.atom';
  const linksOf = (feed: string) => [...feed.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);

  test('has links below the URL of the server, and the entries of the file', async () => {
    const file = await readFile(join(server.home, 'current/public/api/v1/events.atom'), 'utf8');
    expect(linksOf(file).every((href) => href.startsWith('/'))).toBe(true);
    const feed = (await server.get(path)).body.toString();
    expect(linksOf(feed)).toEqual(linksOf(file).map((href) => PUBLIC_URL + href));
    expect(linksOf(feed).length).toBeGreaterThan(10);
    expect(feed.replaceAll(`="${PUBLIC_URL}/`, '="/')).toBe(file);
  });

  test('is sent as other public files are', async () => {
    const file = await server.get('/api/v1/events', { authorization: '' });
    const feed = await server.get(path, { authorization: '' });
    for (const name of ['cache-control', 'vary', 'last-modified', 'x-catalog-release', 'x-service-license'])
      expect([name, feed.headers[name]]).toEqual([name, file.headers[name]]);
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const etag = feed.headers.etag!;
    expect((await server.get(path, { 'if-none-match': etag })).status).toBe(304);
    const head = await server.get(path, {}, 'HEAD');
    expect([head.headers.etag, head.headers['content-length'], head.body.length]).toEqual([
      etag,
      String(feed.body.length),
      0,
    ]);
    const packed = await server.get(path, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(packed.body).equals(feed.body)).toBe(true);
    expect(packed.headers.etag).not.toBe(etag);
  });

  test('has the host of the request if the server has no public URL either', async () => {
    const own = await serveSample(null);
    try {
      const feed = (await own.get(path)).body.toString();
      expect(linksOf(feed).every((href) => href.startsWith(`${own.base}/`))).toBe(true);
    } finally {
      await own.remove();
    }
  });
});
