import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecords, syncFolder } from '../../clients/typescript/folder.ts';
import { Orbweaver, OrbweaverError, rows } from '../../clients/typescript/orbweaver.ts';
import { propagator } from '../../clients/typescript/propagation.ts';
import { orbitFields, type Records, syncElements, syncRecords } from '../../clients/typescript/sync.ts';
import { columns } from '../../src/schema/field.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { orbitFields as ours } from '../../src/schema/release/archive.ts';
import { KEY, PUBLIC_URL, type SampleServer, serve, serveSample } from '../api/sample-server.ts';
import { copySample } from '../pipeline/sample-build.ts';

let server: SampleServer;
let earlier: SampleServer;
let folder: string;
let catalog: Orbweaver;
beforeAll(async () => {
  // The server's links have another base URL than its address.
  server = await serveSample(PUBLIC_URL);
  earlier = await serve(await copySample('first'));
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-typescript-'));
  catalog = new Orbweaver(`${server.base}/`, { key: KEY });
});
afterAll(async () => {
  await server?.remove();
  await earlier?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const json = async (path: string) => JSON.parse((await server.get(path)).body.toString());
const collect = async <T>(list: AsyncIterable<T>) => Array.fromAsync(list);
/** The error that a call rejects with. */
const errorOf = (call: Promise<unknown>): Promise<OrbweaverError> =>
  call.then(
    () => Promise.reject(new Error('no error')),
    (error) => (error instanceof OrbweaverError ? error : Promise.reject(error)),
  );

describe('requests', () => {
  test('return objects, elements, passes and query results', async () => {
    const { data } = await json('/api/v1/satellites/25544');
    expect(await catalog.satellite(25544)).toEqual(data);
    expect((await catalog.omm(25544)).NORAD_CAT_ID).toBe(25544);
    expect(await catalog.tle(25544)).toBe((await server.get('/api/v1/satellites/25544/tle')).body.toString());
    const place = { lat: 52.5, lon: 13.4, from: '2026-08-22T18:00:00Z', days: 1 };
    expect((await catalog.passes(25544, place)).name).toBe('ISS (ZARYA)');
    expect((await catalog.above({ lat: 52.5, lon: 13.4, at: '2026-08-22T18:00:00Z' })).count).toBeGreaterThan(0);
    const berlin = { lat: 52.5, lon: 13.4 };
    const exposed = { ...berlin, from: '2026-08-22T18:00:00Z', exposure_s: 10 };
    const circle = { ra_deg: 0, dec_deg: 90, radius_deg: 60 };
    expect((await catalog.fieldOfView({ ...exposed, ...circle })).tracks.length).toBeGreaterThan(0);
    const header =
      "NAXIS1  = 1000\nNAXIS2  = 800\nCTYPE1  = 'RA---TAN'\nCTYPE2  = 'DEC--TAN'\nCRVAL1  = 10\nCRVAL2  = 89\nCRPIX1  = 500.5\nCRPIX2  = 400.5\nCDELT1  = -0.1\nCDELT2  = 0.1";
    expect((await catalog.fieldOfImage(header, exposed)).tracks[0]!.entry.x_px).toBeTypeOf('number');
    const streak = { ...berlin, at: '2026-08-22T18:00:00Z', ra1: 200, dec1: 60, ra2: 201, dec2: 61 };
    expect((await catalog.identify(streak)).none_probability).toBeGreaterThan(0);
    expect((await catalog.sightings({ ...berlin, at: '2026-08-22T11:00:00Z' })).candidates).toEqual([]);
    expect(await collect(catalog.conjunctions({ norad_cat_id: [190038] }))).toHaveLength(2);
    expect(await catalog.sql('SELECT 1 + 1 AS two')).toEqual([{ two: 2 }]);
    expect((await catalog.api.GET('/api/v1/operators', { params: { query: { limit: 2 } } })).data?.data).toHaveLength(
      2,
    );
  });

  test('iterate over lists page by page', async () => {
    const ids = (await collect(catalog.satellites({ sort: '-norad_cat_id' }))).map((one) => one.norad_cat_id!);
    expect(ids).toHaveLength(344);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const filtered = await collect(catalog.satellites({ orbit_class: ['GEO', 'MEO'], active: true, limit: 7 }));
    expect(filtered).toHaveLength((await json('/api/v1/satellites?orbit_class=GEO,MEO&active=true')).meta.total);
    for await (const { norad_cat_id } of catalog.search('iss')) {
      expect(norad_cat_id).toBe(25544);
      break;
    }
  });

  test('reject a list that continues in another release', async () => {
    let page = 0;
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request);
      const headers = new Headers(response.headers);
      page += 1;
      if (page > 1) headers.set('X-Catalog-Release', 'another');
      headers.delete('Content-Encoding');
      return new Response(await response.arrayBuffer(), { headers });
    };
    const error = await errorOf(collect(new Orbweaver(server.base, { key: KEY, fetch }).satellites()));
    expect([error.code, page]).toEqual(['release_changed', 2]);
  });

  test('reject with the error code of the service', async () => {
    const unknown = await errorOf(catalog.satellite(999_999_999));
    expect(unknown).toMatchObject({ status: 404, code: 'not_found', requestId: expect.any(String) });
    expect(unknown.message).toContain('no object with the catalog number');
    const invalid = await errorOf(collect(catalog.satellites({ orbit_class: ['XEO' as 'LEO'] })));
    expect(invalid).toMatchObject({
      code: 'invalid_parameter',
      body: { parameter: 'orbit_class', allowed: expect.arrayContaining(['LEO']) },
    });
    expect(await errorOf(new Orbweaver(server.base, { key: '' }).satellite(25544))).toMatchObject({
      status: 401,
      code: 'missing_api_key',
    });
    const old = await errorOf(catalog.changes('20260101T000000Z-00000000'));
    expect(old).toMatchObject({
      status: 410,
      code: 'release_too_old',
      body: { begin: { records: '/api/v1/dataset/all' } },
    });
  });

  test('are retried after Retry-After, unless it exceeds the longest wait', async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => waits.push(Math.floor(ms / 1000));
    const busy = new Orbweaver(server.base, { key: 'refuse-burst_limit_exceeded', sleep });
    expect(await errorOf(busy.satellite(25544))).toMatchObject({
      status: 429,
      code: 'burst_limit_exceeded',
      retryAfter: 17,
    });
    expect(waits.splice(0)).toEqual([17, 17, 17]);
    const limited = new Orbweaver(server.base, { key: 'refuse-service_paused', sleep, longestWaitS: 16 });
    expect(await errorOf(limited.satellite(25544))).toMatchObject({ status: 503, code: 'service_paused' });
    expect(waits).toEqual([]);
    const nowhere = new Orbweaver('http://127.0.0.1:9', { sleep });
    expect(await errorOf(nowhere.elements())).toMatchObject({ status: 0, code: 'no_response' });
    expect(waits.splice(0)).toEqual([1, 2, 4]);
    let attempts = 0;
    const fetch = (request: Request) => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('reset')) : globalThis.fetch(request);
    };
    expect(await new Orbweaver(server.base, { key: KEY, sleep, fetch }).sql('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('identify the client, and send the key only to the server', async () => {
    const sent: Request[] = [];
    const fetch = (request: Request) => {
      sent.push(request);
      return globalThis.fetch(request);
    };
    await collect(new Orbweaver(server.base, { key: KEY, fetch }).satellites());
    expect(sent).toHaveLength(4);
    for (const { url, headers } of sent) {
      expect(url.startsWith(server.base)).toBe(true);
      expect(headers.get('User-Agent')).toMatch(/^orbweaver-typescript\/\d/);
      expect(headers.get('Authorization')).toBe(`Bearer ${KEY}`);
    }
  });
});

describe('synchronization', () => {
  const requested: string[] = [];
  const watched = () =>
    new Orbweaver(server.base, {
      key: '',
      fetch: (request) => {
        requested.push(new URL(request.url).pathname);
        return fetch(request);
      },
    });

  test('by deltas and change sets gives the same files as a full download', async () => {
    const before = new Orbweaver(earlier.base, { key: '' });
    const [late, fresh] = [join(folder, 'late'), join(folder, 'fresh')];
    const first = await syncFolder(before, late);
    expect(first.map(({ objects, from, applied }) => [objects > 100, from, applied])).toEqual([
      [true, null, null],
      [true, null, null],
    ]);

    requested.length = 0;
    const second = await syncFolder(watched(), late);
    const release = server.served.id!;
    expect(second.map((file) => [file.from, file.release, file.applied])).toEqual(
      first.map((file) => [file.release, release, 1]),
    );
    expect(requested).toEqual([
      '/api/v1/changes.json',
      `/api/v1/elements/changes/${release}.json`,
      '/api/v1/changes.json',
      `/api/v1/changes/${release}.json`,
    ]);

    await syncFolder(watched(), fresh);
    for (const name of ['elements.json', 'records.ndjson', 'records.meta.json'])
      expect(await readFile(join(late, name), 'utf8'), name).toBe(await readFile(join(fresh, name), 'utf8'));
    expect(JSON.parse(await readFile(join(late, 'elements.json'), 'utf8'))).toEqual(await json('/api/v1/elements/all'));

    const again = await syncFolder(watched(), late);
    expect(again.map(({ from, applied }) => [from, applied])).toEqual([
      [release, 0],
      [release, 0],
    ]);
  });

  test('of a group requests only its changes', async () => {
    const target = join(folder, 'group');
    const before = new Orbweaver(earlier.base);
    const first = await syncFolder(before, target, undefined, 'stations');
    expect(first.map(({ file, applied }) => [file, applied])).toEqual([[join(target, 'elements-stations.json'), null]]);
    requested.length = 0;
    expect((await syncFolder(watched(), target, undefined, 'stations'))[0]).toMatchObject({ applied: 1 });
    expect(requested).toEqual(['/api/v1/elements/stations/changes/newest.json']);
    const kept = JSON.parse(await readFile(join(target, 'elements-stations.json'), 'utf8'));
    expect(kept).toEqual(await json('/api/v1/elements/stations'));
    expect((await syncElements(catalog, kept, 'stations')).applied).toEqual([]);
    // Elements of another group or of an unknown release: everything is downloaded.
    const { value: active } = await syncElements(before, undefined, 'active');
    const unknown = { ...kept, meta: { ...kept.meta, release: '20260101T000000Z-00000000' } };
    const { value: current } = await syncElements(catalog, undefined, 'active');
    for (const held of [active, current, unknown])
      expect(await syncElements(catalog, held, 'stations')).toEqual({ value: kept, applied: null });
    expect(await errorOf(syncElements(catalog, kept, 'nothing'))).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('gives the records of the API, except for fields derived from elements', async () => {
    const { data, meta } = (await readRecords(join(folder, 'late')))!;
    expect([data.length, meta.count]).toEqual([344, 344]);
    const fields = columns(satellite)
      .map(({ name }) => name)
      .filter((name) => name !== 'updated_at');
    const fromApi = new Map(
      (await collect(catalog.satellites({ fields: fields as ['norad_cat_id'] }))).map((one) => [
        one.norad_cat_id,
        one as Record<string, unknown>,
      ]),
    );
    for (const record of data) {
      const expected = fromApi.get(record.norad_cat_id)!;
      const hasElements = expected['elements_epoch'] !== null;
      const kept = fields.filter((name) => expected[name] !== null && !(hasElements && orbitFields.has(name)));
      expect(
        Object.keys(record)
          .filter((name) => name !== 'provenance')
          .sort(),
        String(record.norad_cat_id),
      ).toEqual(kept.sort());
      for (const name of kept) expect(record[name], `${record.norad_cat_id} ${name}`).toEqual(expected[name]);
    }
    const { provenance } = await catalog.satellite(25544);
    const iss = data.find(({ norad_cat_id }) => norad_cat_id === 25544)!;
    // A field that restates another has the other's evidence in the record, and no evidence of its own in change sets.
    const restating = columns(satellite).flatMap(({ name, restates }) => (restates ? [name] : []));
    for (const { field, confidence, sources } of provenance.fields)
      if (confidence && fields.includes(field) && ![...restating, ...orbitFields, 'norad_cat_id'].includes(field))
        expect([field, iss.provenance[field]]).toEqual([field, { confidence, sources }]);
    expect(orbitFields).toEqual(new Set(ours));
  });

  test('in memory does not modify its input', async () => {
    const before = new Orbweaver(earlier.base);
    const { value: elements } = await syncElements(before);
    const { value: records } = await syncRecords(before);
    const copy = structuredClone({ elements, records });
    expect((await syncElements(catalog, elements)).value).toEqual((await syncElements(catalog)).value);
    expect((await syncRecords(catalog, records)).value).toEqual((await syncRecords(catalog)).value);
    expect({ elements, records }).toEqual(copy);
    const same: Records = (await syncRecords(before, records)).value;
    expect(same).toBe(records);
  });

  test('downloads everything if files are damaged or no changes lead from their release', async () => {
    const target = join(folder, 'damaged');
    const first = await syncFolder(watched(), target);
    const text = await readFile(join(target, 'records.ndjson'), 'utf8');
    await writeFile(join(target, 'records.ndjson'), text.slice(0, -100));
    await writeFile(join(target, 'elements.json'), '{"data":{}}');
    expect(await syncFolder(watched(), target)).toEqual(first);
    expect(await readFile(join(target, 'records.ndjson'), 'utf8')).toBe(text);

    // A server that was rolled back has an older release.
    const back = await syncFolder(new Orbweaver(earlier.base), target);
    expect(back.map(({ from, applied }) => [from, applied])).toEqual([
      [server.served.id, null],
      [server.served.id, null],
    ]);
  });

  test('works with the static files alone', async () => {
    const fetch = async ({ url }: Request) => {
      const file = await readFile(join(server.home, 'current/public', new URL(url).pathname)).catch(() => null);
      return file ? new Response(file) : new Response('<h1>Not found</h1>', { status: 404 });
    };
    const mirror = new Orbweaver('https://mirror.example', { fetch });
    expect((await syncElements(mirror)).value).toEqual((await syncElements(catalog)).value);
    const { value: held } = await syncRecords(new Orbweaver(earlier.base));
    expect((await syncRecords(mirror, held)).value).toEqual((await syncRecords(mirror)).value);
    const empty = new Orbweaver('https://mirror.example', { fetch: async () => new Response('', { status: 404 }) });
    expect(await errorOf(syncElements(empty))).toMatchObject({ status: 404, code: 'http_error' });
  });

  test('downloads everything from a server without change sets', async () => {
    const { value } = await syncElements(new Orbweaver(earlier.base));
    const fetch = (request: Request) =>
      globalThis.fetch(request.url.endsWith('/changes.json') ? `${server.base}/api/v1/nothing` : request);
    const { value: now, applied } = await syncElements(new Orbweaver(server.base, { fetch }), value);
    expect([now.meta['release'], applied]).toEqual([server.served.id, null]);
  });

  test('reports an interrupted download and a response that is not JSON', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    for (const [body, code] of [
      [broken, 'no_response'],
      ['<html>', 'damaged'],
    ] as const) {
      const fetch = async () => new Response(body);
      expect(await errorOf(syncElements(new Orbweaver(server.base, { fetch })))).toMatchObject({ status: 0, code });
    }
  });

  test('rejects a file that does not match the index', async () => {
    const { value } = await syncElements(new Orbweaver(earlier.base));
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request);
      return request.url.includes('/elements/changes/') ? new Response('{"data":{},"gone":[]}') : response;
    };
    const error = await errorOf(syncElements(new Orbweaver(server.base, { fetch }), value));
    expect(error).toMatchObject({ status: 0, code: 'release_changed' });
  });
});

test('local propagation gives the same positions as the server', async () => {
  const at = '2026-08-22T18:00:00Z';
  const observer = { lat: 52.5, lon: 13.4 };
  const set = rows(await catalog.elements('all')).find(({ norad_cat_id }) => norad_cat_id === 25544)!;
  const query = { at, ...observer };
  const { data } = await json(
    `/api/v1/satellites/25544/position?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );
  for (const elements of [set, await catalog.omm(25544)]) {
    const position = propagator(elements)(new Date(at), observer)!;
    for (const [index, km] of position.teme.position.entries()) expect(km).toBeCloseTo(data.teme.position_km[index], 3);
    expect(position.latitude_deg).toBeCloseTo(data.latitude_deg, 3);
    expect(position.longitude_deg).toBeCloseTo(data.longitude_deg, 3);
    expect(position.altitude_km).toBeCloseTo(data.altitude_km, 1);
    expect(position.look!.azimuth_deg).toBeCloseTo(data.observer.azimuth_deg, 2);
    expect(position.look!.elevation_deg).toBeCloseTo(data.observer.elevation_deg, 2);
  }
  expect(propagator(set)(new Date('2150-01-01T00:00:00Z'))).toBeNull();
});
