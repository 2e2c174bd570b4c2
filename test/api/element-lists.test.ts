import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elementList, MAX_ELEMENT_SETS } from '../../src/http/api/lists/element-list.ts';
import type { ApiError } from '../../src/http/errors.ts';
import type { Catalog } from '../../src/query/catalog.ts';
import { type SampleServer, serveSample } from './sample-server.ts';

/** Filtered lists as element sets, and lists by catalog number. */
let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const get = (query: string, path = '/api/v1/satellites') => server.get(`${path}?${query}`);

describe('the element sets of a list', () => {
  const forms = [
    ['tle', 'tle'],
    ['3le', 'tle'],
    ['5-digit.tle', '5-digit.tle'],
    ['2le', '2le'],
    ['csv', 'csv'],
    ['omm', 'omm.json'],
    ['xml', 'xml'],
    ['kvn', 'kvn'],
  ] as const;
  const sets = [
    ['group=stations', 'stations'],
    ['group=Analyst', 'analyst'],
    ['object_class=payload', 'payloads'],
    ['orbit_class=GEO', 'geo'],
    ['', 'all'],
  ] as const;

  test.each(sets)('for ?%s equal the files of %s byte for byte in every format', async (query, set) => {
    for (const [format, ending] of forms) {
      const [list, file] = [
        await get(`${query}&format=${format}`),
        await server.get(`/api/v1/elements/${set}.${ending}`),
      ];
      expect([format, list.status]).toEqual([format, 200]);
      expect(list.body.equals(file.body), `${format} of ${set}`).toBe(true);
      expect(list.headers['content-type']).toBe(file.headers['content-type']);
      expect(list.headers['x-elements-omitted']).toBe(file.headers['x-elements-omitted'] ?? '0');
    }
  });

  test('keep the order of the list, and skip objects without elements', async () => {
    const csv = (await get('country=US,FR&sort=-norad_cat_id&format=csv')).body
      .toString()
      .trimEnd()
      .split('\r\n')
      .slice(1);
    const numbers = csv.map((line) => Number(line.split(',')[11]));
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    const { meta } = (await get('country=US,FR&has_elements=true')).json();
    expect(numbers).toHaveLength(meta.total);
    expect((await get('has_elements=false&format=omm')).body.toString()).toBe('[]\r\n');
  });

  test('count the objects that the format cannot express', async () => {
    const response = await get('ids=25544,345678&format=tle');
    expect(response.body.toString().split('\r\n')).toHaveLength(4);
    expect(response.headers['x-elements-omitted']).toBe('1');
    expect((await get('ids=25544,345678&format=csv')).headers['x-elements-omitted']).toBe('0');
  });

  test('of a search are sorted by relevance', async () => {
    const found = (await get('q=sample&limit=100', '/api/v1/search')).json();
    const best = found.data
      .filter((one: { elements_epoch: string | null }) => one.elements_epoch !== null)
      .map((one: { norad_cat_id: number }) => one.norad_cat_id) as number[];
    const omm = (await get('q=sample&format=omm', '/api/v1/search')).json() as unknown as { NORAD_CAT_ID: number }[];
    expect(omm.slice(0, best.length).map(({ NORAD_CAT_ID }) => NORAD_CAT_ID)).toEqual(best);
  });

  test('have the format of the Accept header, unless the format parameter is present', async () => {
    for (const [accept, type] of [
      ['text/csv', 'text/csv; charset=utf-8'],
      ['application/xml', 'application/xml; charset=utf-8'],
      ['text/plain', 'text/plain; charset=utf-8'],
      ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
      ['*/*', 'application/json; charset=utf-8'],
    ] as const)
      expect((await server.get('/api/v1/satellites?ids=25544', { accept })).headers['content-type']).toBe(type);
    const named = await server.get('/api/v1/satellites?ids=25544&format=json', { accept: 'text/csv' });
    expect(named.json().meta.total).toBe(1);
  });

  test.each(['limit=5', 'offset=0', 'fields=name'])('are not paginated: %s returns 400', async (parameter) => {
    const response = await get(`${parameter}&format=tle`);
    expect(response.status).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_parameter', parameter: parameter.split('=')[0] });
    expect((await server.get(`/api/v1/satellites?${parameter}`, { accept: 'text/csv' })).status).toBe(400);
  });

  test('are limited to 10,000: more return 400 with the file that contains them', async () => {
    const unusedCatalog = {} as Catalog;
    const ids = new Int32Array(MAX_ELEMENT_SETS + 1);
    for (const [filter, file] of [
      [{ group: ['starlink'] }, 'starlink.tle'],
      [{ group: ['geo'] }, 'group-geo.tle'],
      [{ active: true, orbit_class: ['LEO'] }, 'active.tle'],
      [{ object_class: ['DEBRIS'] }, 'debris.tle'],
      [{ orbit_class: ['LEO'] }, 'leo.tle'],
      [{ orbit_class: ['LEO', 'MEO'] }, 'all.tle'],
    ] as const) {
      const refused = await elementList(unusedCatalog, ids, filter, '3le').catch((error: unknown) => error);
      const body = (refused as ApiError).body;
      expect(body).toMatchObject({ code: 'invalid_parameter', parameter: 'format' });
      expect(body.error).toContain('10,001');
      expect(body.hint).toContain(`/api/v1/elements/${file}`);
    }
  });
});

describe('objects by catalog number', () => {
  test('are sorted by catalog number, and unknown numbers are listed', async () => {
    const { data, meta } = (await get('ids=20580,25544,999999999,0025544,%2042&fields=norad_cat_id')).json();
    expect(data).toEqual([{ norad_cat_id: 20_580 }, { norad_cat_id: 25_544 }]);
    expect([meta.total, meta.unknown_ids]).toEqual([2, [999_999_999, 42]]);
    expect((await get('limit=1')).json().meta).not.toHaveProperty('unknown_ids');
  });

  test('are limited to a thousand, with a working link to the next page', async () => {
    const ids = Array.from({ length: 1000 }, (_, n) => (n === 0 ? 25_544 : n === 1 ? 20_580 : 500_000 + n)).join();
    const { meta } = (await get(`ids=${ids}&limit=1`)).json();
    expect([meta.total, meta.unknown_ids.length]).toEqual([2, 998]);
    const next = new URL(meta.next);
    expect((await server.get(next.pathname + next.search)).json().data[0].norad_cat_id).toBe(25_544);
    expect((await get(`ids=${ids},1`)).json()).toMatchObject({ code: 'invalid_parameter', parameter: 'ids' });
  });

  test.each(['ids=0', 'ids=25544,', 'ids=,', 'ids=1234567890', 'ids=1.5', 'ids=25544;20580', 'ids=ISS'])(
    'return 400 for %s',
    async (query) => {
      const response = await get(query);
      expect(response.json()).toMatchObject({ code: 'invalid_parameter', parameter: 'ids' });
    },
  );
});

describe('filter values', () => {
  const idsOf = async (query: string) => {
    const { data, meta } = (await get(`${query}&limit=100&fields=norad_cat_id`)).json();
    return [meta.total, data.map((one: { norad_cat_id: number }) => one.norad_cat_id)] as const;
  };

  test('may contain a comma', async () => {
    const site = 'launch_site=Vandenberg+Space+Force+Base,+California';
    const [both, one, other] = await Promise.all([idsOf(`${site},Woomera`), idsOf(site), idsOf('launch_site=woomera')]);
    expect(other[0]).toBe(1);
    expect(both[0]).toBe(one[0] + 1);
    expect(await idsOf('launch_site=vandenberg')).toEqual(one);
  });

  test('match whole words, ignoring case and accents', async () => {
    expect((await idsOf('launch_vehicle=FALCON+9'))[0]).toBe(4);
    expect((await idsOf(`launch_vehicle=${encodeURIComponent('fÀlcön 9')}`))[0]).toBe(4);
    expect((await idsOf('launch_vehicle=falcon'))[0]).toBe(5);
  });

  test.each([
    'launch_vehicle=falc',
    'launch_vehicle=-9',
    'launch_vehicle=../9',
    'launch_vehicle=falcon-9',
    'manufacturer=nonsense',
    'operator=nasa-x',
    'orbit_type=nonsense',
    'group=musson',
  ])('that no object has select none: %s', async (query) => {
    expect(await idsOf(query)).toEqual([0, []]);
    expect(await idsOf(`${query}&active=true`)).toEqual([0, []]);
  });

  test('SSO is SUN_SYNCHRONOUS', async () => {
    const full = await idsOf('orbit_type=SUN_SYNCHRONOUS');
    expect(full[0]).toBeGreaterThan(0);
    expect(await idsOf('orbit_type=sso')).toEqual(full);
  });

  test.each([
    ['group=nonsense', 'group', 'stations'],
    ['country=US,XX', 'country', 'US'],
    ['manufacturer=,', 'manufacturer', 'Lockheed Martin'],
    ['manufacturer=TRW,,Hughes', 'manufacturer', 'Lockheed Martin'],
  ])('%s returns 400 with available values', async (query, parameter, one) => {
    const body = (await get(query)).json();
    expect(body).toMatchObject({ code: 'invalid_parameter', parameter });
    expect(body.allowed).toContain(one);
  });

  test.each([
    'orbit_class=LEO,XEO',
    'orbit_class=LEO,,MEO',
    'status=,',
    'launch_id=1998-067A',
    'launch_id=98-067',
    'updated_after=yesterday',
    'updated_after=2026-02-30',
    'updated_after=2026-08-21T25:00:00Z',
    'updated_after=9999-12-31T23:59:59-23:59',
    'decayed_after=2026-01-02&decayed_before=2026-01-01',
    'min_eccentricity=2',
    'max_geo_longitude_deg=181',
    'confidence=SURE',
    'confidence=nonsense:LOW',
    'confidence=launch_date:',
    'conflicting_field=claims',
    'has_elements=yes',
    'sort=website',
    'format=parquet',
    'format=',
  ])('%s returns 400', async (query) => {
    expect((await get(query)).json()).toMatchObject({ code: 'invalid_parameter', allowed: expect.any(Array) });
  });

  test('of launches may have two or three digits', async () => {
    expect(await idsOf('launch_id=1998-67')).toEqual(await idsOf('launch_id=1998-067'));
    expect((await idsOf('launch_id=1998-67'))[0]).toBeGreaterThan(0);
    expect((await idsOf('launch_id=2099-001'))[0]).toBe(0);
  });
});
