import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { type SampleServer, serve, serveSample } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const get = async (path: string, headers?: Record<string, string>) => {
  const response = await server.get(`/api/v1${path}`, headers);
  const text = response.body.toString();
  return { ...response, text, json: text.startsWith('{') ? JSON.parse(text) : null };
};
const [FIRST, SECOND] = ['2026-08-21T23:00:00Z', '2026-08-22T14:00:00Z'];

describe('element sets of an object', () => {
  test('are sorted newest first, with the time each was current, its file, and the digits of upstream', async () => {
    const { status, json, text } = await get('/satellites/25544/elements');
    expect(status).toBe(200);
    expect(json.meta).toMatchObject({ total: 2, limit: 20, offset: 0, next: null, prev: null });
    const [newer, older] = json.data;
    expect(newer).toMatchObject({ norad_cat_id: 25544, first_seen: SECOND, last_seen: null, source: 'gp-active.csv' });
    expect(older).toMatchObject({ first_seen: FIRST, last_seen: FIRST });
    expect(newer.epoch > older.epoch).toBe(true);
    const current = await get('/satellites/25544/omm');
    for (const name of ['MEAN_MOTION', 'ECCENTRICITY', 'BSTAR', 'MEAN_ANOMALY']) {
      const written = new RegExp(`"${name}":([^,}]+)`).exec(current.text)![1]!;
      expect(text).toContain(`"${name.toLowerCase()}":${written}`);
    }
  });

  test('can be limited to a range of epochs, and are paginated', async () => {
    const all = (await get('/satellites/25544/elements')).json.data;
    const only = await get(`/satellites/25544/elements?to=${all[1].epoch.slice(0, 19)}Z&from=2020-01-01`);
    expect(only.json.data.length + 1).toBeLessThanOrEqual(2);
    const page = await get('/satellites/25544/elements?limit=1&offset=1');
    expect(page.json.data).toEqual([all[1]]);
    expect(page.json.meta.prev).toContain('offset=0');
    const asked = await get('/satellites/25544/elements?from=2026-08-01&to=2026-08-22');
    const epochs = asked.json.data.map(({ epoch }: { epoch: string }) => epoch.slice(0, 19));
    const { coverage } = asked.json.meta;
    expect([coverage.from, coverage.gaps.length]).toEqual(['2026-08-01T00:00:00.000Z', 1]);
    expect([coverage.gaps[0].from, coverage.gaps[0].to.slice(0, 19)]).toEqual([coverage.from, epochs.at(-1)]);
    const past = await get('/satellites/25544/elements?limit=1&offset=9');
    expect(past.json).toMatchObject({ data: [], meta: { total: 2, next: null } });
  });

  test.each(['csv', 'tle', '2le', 'omm.json', 'xml', 'kvn'])('are available as %s', async (form) => {
    const { status, text } = await get(`/satellites/25544/elements?format=${form}`);
    expect(status).toBe(200);
    expect(text.split(/25544/).length).toBeGreaterThan(2);
  });

  test('return 400 for an invalid range, and 404 for an unknown object', async () => {
    // An object without any set was looked for since the first snapshot.
    const [{ norad_cat_id }] = (await get('/satellites?has_elements=false&decayed_before=2000-01-01&limit=1')).json
      .data;
    const none = await get(`/satellites/${norad_cat_id}/elements`);
    expect(none.json).toMatchObject({ data: [], meta: { coverage: { from: '2026-08-21T23:00:00.000Z' } } });
    for (const query of ['from=2026-02-30', 'from=2026-08-22&to=2026-08-21', 'limit=101', 'to=soon'])
      expect([query, (await get(`/satellites/25544/elements?${query}`)).status]).toEqual([query, 400]);
    expect((await get('/satellites/999999999/elements')).status).toBe(404);
  });
});

describe('changes of values', () => {
  test('have the same values and confidences before and after as change sets', async () => {
    const { json } = await get('/satellites/190251/history');
    expect(json.meta.coverage.gaps).toEqual([]);
    expect(json.meta.coverage.from.slice(0, 10)).toMatch(/^2026-08-2[12]$/);
    expect(json.meta.total).toBe(json.data.length);
    // The history of a value agrees with the change set of the second release.
    const release = (await get('/changes')).json.data[0].to;
    const { changed } = (await get(`/changes/${release}`)).json.data;
    expect(changed.length).toBeGreaterThan(0);
    for (const { norad_cat_id: id, field, before, after, confidence_before, confidence_after } of changed) {
      const { data } = (await get(`/satellites/${id}/history?field=${field}`)).json;
      expect([id, data]).toEqual([id, [expect.objectContaining({ release, at: SECOND, field, before, after })]]);
      expect(data[0].rolled_back).toBe(false);
      // Change sets have no confidence for a field that restates another.
      if (confidence_before !== null) expect([id, data[0].confidence_before]).toEqual([id, confidence_before]);
      if (confidence_after !== null) expect([id, data[0].confidence_after]).toEqual([id, confidence_after]);
    }
    // An unchanged value has no version, even if its notes have changed.
    expect((await get('/satellites/25544/history?field=operational_status')).json.data).toEqual([]);
  });

  test('can be limited to a field, and return 400 for an unknown one', async () => {
    expect((await get('/satellites/25544/history?field=operational_status')).status).toBe(200);
    expect((await get('/satellites/25544/history?field=nothing')).status).toBe(400);
  });
});

describe('the archive in bulk', () => {
  test('has an index of months, and each month as Parquet, with range requests', async () => {
    const { status, json, headers } = await get('/archive', { authorization: '' });
    expect(status).toBe(200);
    expect(headers['cache-control']).toMatch(/^public/);
    expect(json).toMatchObject({ data: [], meta: { snapshots: 2, first_snapshot: FIRST, last_snapshot: SECOND } });
    expect(json.meta.pending).toBeGreaterThan(180);
    expect((await get('/archive/elements/2026-01.parquet')).status).toBe(404);
    await compactArchive({ home: server.home, limits: { memory: '200MB', ...smallCatalog } });
    const [month] = (await get('/archive')).json.data;
    const file = await server.get(month.url);
    expect([file.status, file.body.length]).toEqual([200, month.bytes]);
    expect(createHash('sha256').update(file.body).digest('hex')).toBe(month.sha256);
    expect(file.body.subarray(0, 4).toString()).toBe('PAR1');
    expect((await server.get(month.url, { range: 'bytes=0-3' })).status).toBe(206);
    expect((await get('/satellites/25544/elements')).json.meta.total).toBe(2);
  });
});

describe('as of a time', () => {
  test('long after the newest release, it is not complete', async () => {
    const later = await serve(server.home, null, undefined, undefined, Date.UTC(2026, 10, 30));
    const complete = async (at: string) =>
      (await later.get(`/api/v1/satellites/25544/omm?as_of=${at}`)).headers['x-as-of-complete'];
    expect([await complete('2026-08-23T12:00:00Z'), await complete('2026-11-29')]).toEqual(['true', 'false']);
    await later.stop();
  });

  test('an object, its TLE and OMM, lists, search and stats are of the release at that time', async () => {
    const before = '2026-08-22T12:00:00Z';
    const paths = ['/satellites/25544', '/satellites/25544/tle', '/satellites?limit=2', '/search?q=iss', '/stats'];
    for (const path of [...paths, '/satellites/25544/omm']) {
      const response = await get(`${path}${path.includes('?') ? '&' : '?'}as_of=${before}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers['x-catalog-release']).toMatch(/^20260821T230000Z-/);
      expect(response.headers).toMatchObject({
        'x-as-of': before,
        'x-as-of-snapshot': FIRST,
        'x-as-of-complete': 'true',
        'x-as-of-snapshots': '1',
        'x-as-of-groups': 'stations, active, analyst, cosmos-2251-debris',
      });
      expect(response.headers['x-as-of-next']).toMatch(/^20260822T140000Z-/);
    }
    const [then, now] = await Promise.all([get(`/satellites/25544/omm?as_of=${before}`), get('/satellites/25544/omm')]);
    expect(then.json.data.EPOCH < now.json.data.EPOCH).toBe(true);
  });

  test('a date means the end of that day, and a time after the newest release selects that release', async () => {
    const day = await get('/satellites/25544?as_of=2026-08-21');
    expect(day.headers['x-as-of-snapshot']).toBe(FIRST);
    const latest = await get('/satellites/25544?as_of=2026-08-22T17:00:00Z');
    expect(latest.headers).toMatchObject({ 'x-as-of-snapshot': SECOND, 'x-as-of-next': 'none' });
    expect(latest.text).toBe((await get('/satellites/25544')).text);
  });

  test('a time may have an offset and any number of decimals, as in RFC 3339', async () => {
    for (const path of ['/satellites/25544/omm', '/satellites?limit=1', '/elements/all'])
      for (const time of ['2026-08-22T14:00:00%2B02:00', '2026-08-22t12:00:00.123456789z', '2026-08-22T12:00Z']) {
        const { status, headers } = await get(`${path}${path.includes('?') ? '&' : '?'}as_of=${time}`);
        expect([path, time, status]).toEqual([path, time, 200]);
        expect(headers['x-as-of']).toMatch(/^2026-08-22T12:00:00(\.123)?Z$/);
      }
    const { data } = (await get('/satellites/25544/elements')).json;
    const [epoch] = data.map((one: { epoch: string }) => `${one.epoch.slice(0, 19)}Z`);
    const shifted = new Date(Date.parse(epoch) + 7_200_000).toISOString().replace('Z', '%2B02:00');
    const from = (time: string) => get(`/satellites/25544/elements?from=${time}`);
    expect((await from(shifted)).json.meta.total).toBe((await from(epoch)).json.meta.total);
    // The same instant, with and without an offset.
    const utc = (await get('/events?since=2026-08-22T12:00:00Z')).json;
    expect(utc.meta.total).toBeGreaterThan(0);
    expect((await get('/events?since=2026-08-22T14:00:00%2B02:00')).json.data).toEqual(utc.data);
    expect((await get('/satellites?updated_after=2026-08-22T14:00:00%2B02:00')).json.meta.total).toBe(
      (await get('/satellites?updated_after=2026-08-22T12:00:00Z')).json.meta.total,
    );
  });

  test('an unknown set returns 404 with the name of each set once', async () => {
    for (const set of ['constructor', '__proto__'])
      expect([set, (await get(`/elements/${set}?as_of=2026-08-22T12:00:00Z`)).status]).toEqual([set, 404]);
    const { status, json } = await get('/elements/nothing?as_of=2026-08-22T12:00:00Z');
    expect([status, json.parameter]).toEqual([404, 'set']);
    expect(json.allowed).toEqual([...new Set(json.allowed)]);
    expect(json.allowed).toEqual(expect.arrayContaining(['all', 'active', 'payloads', 'stations']));
  });

  test.each([
    ['/changes', ['since', 'format']],
    ['/events', ['type', 'since', 'limit', 'offset', 'release', 'format']],
    ['/elements/all', ['as_of', 'format']],
    [
      '/launches',
      [
        ...['year', 'launched_after', 'launched_before', 'provider', 'launch_vehicle', 'launch_site', 'outcome'],
        ...['limit', 'offset', 'release', 'format'],
      ],
    ],
  ])(
    'an unknown parameter of %s returns 400 with the allowed ones, including those of its query',
    async (path, allowed) => {
      const { status, json } = await get(`${path}?nothing=1`, { authorization: '' });
      expect([status, json.parameter, json.allowed.toSorted()]).toEqual([400, 'nothing', allowed.toSorted()]);
    },
  );

  test('a future or invalid time returns 400, and one before the first release 404', async () => {
    for (const time of [
      '2026-08-22T18:00:01Z',
      '2026-08-22',
      '2030-01-01',
      '2026-02-30',
      '2026-02-30T12:00:00%2B02:00',
      '2026-08-21T24:00:00Z',
      'yesterday',
    ])
      expect([time, (await get(`/satellites/25544?as_of=${time}`)).status]).toEqual([time, 400]);
    const early = await get('/satellites/25544?as_of=2026-08-20');
    expect(early.status).toBe(404);
    expect(early.json.error).toMatch(/only element sets are available/);
    expect((await get('/stats?as_of=2026-08-20')).status).toBe(404);
  });
});

describe("CelesTrak's first and last", () => {
  test('gp-first.php returns the first known set, and gp-last.php the newest', async () => {
    const [first, last] = await Promise.all(
      ['gp-first.php', 'gp-last.php'].map((name) => server.get(`/NORAD/elements/${name}?CATNR=25544&FORMAT=json`)),
    );
    const [one, other] = [first, last].map((response) => JSON.parse(response!.body.toString())[0]);
    const sets = (await get('/satellites/25544/elements')).json.data;
    expect([one.EPOCH, other.EPOCH]).toEqual([sets.at(-1).epoch, sets[0].epoch]);
    expect((await server.get('/NORAD/elements/gp-first.php?CATNR=999999999')).status).toBe(404);
    const group = await server.get('/NORAD/elements/gp-first.php?GROUP=stations&FORMAT=csv');
    expect(group.body.toString().split('\r\n').length).toBeGreaterThan(2);
  });

  test('gp-last.php selects by name and designator also the objects that have no elements any more', async () => {
    const numbers = async (name: string, query: string) =>
      JSON.parse((await server.get(`/NORAD/elements/${name}.php?${query}&FORMAT=json`)).body.toString()).map(
        (one: { NORAD_CAT_ID: number }) => one.NORAD_CAT_ID,
      );
    const [first, last, current] = [
      await numbers('gp-first', 'NAME=COSMOS'),
      await numbers('gp-last', 'NAME=COSMOS'),
      await numbers('gp', 'NAME=COSMOS'),
    ];
    expect(last).toEqual(last.toSorted((a: number, b: number) => a - b));
    expect(new Set(last).size).toBe(last.length);
    expect(last).toEqual(expect.arrayContaining([...first, ...current]));
  });
});
