import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serve, serveSample } from './sample-server.ts';

/** Common queries and their first result. test/query/search.test.ts tests the rules, test/truth a full-size release. */
interface Found {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly active: boolean;
  readonly operator: string | null;
  readonly country: string;
  readonly launch_id: string | null;
}

interface Meta {
  readonly total: number;
  readonly match?: string | null;
  readonly corrected?: string;
}

async function find(server: SampleServer, q: string, more = '', path = '/api/v1/search') {
  const response = await server.get(`${path}?q=${encodeURIComponent(q)}${more}`);
  expect(response.status, `${q}: ${response.body}`).toBe(200);
  const { data, meta } = response.json() as { data: Found[]; meta: Meta };
  return { data, total: meta.total, ids: data.map((one) => one.norad_cat_id), meta };
}

describe('on the sample', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await serveSample();
  });
  afterAll(() => server?.remove());

  test.each([
    ['iss', 25_544],
    ['ISS (ZARYA)', 25_544],
    ['zarya', 25_544],
    ['international space station', 25_544],
    ['мкс', 25_544],
    ['hubble', 20_580],
    ['hubbel', 20_580],
    ['Hubble Space Telescope', 20_580],
    ['hubbel telescope', 20_580],
    ['хаббл', 20_580],
    ['25544', 25_544],
    ['1998-067A', 25_544],
    ['1998-067a', 25_544],
    ['98067A', 25_544],
    ['1998-067', 25_544],
    ['starlink 1007', 44_713],
    ['starlink-1007', 44_713],
    ['starlink1007', 44_713],
    ['star link 1007', 44_713],
    ['starlnik 1007', 44_713],
    ['spacex', 44_713],
    ['space x', 44_713],
    ['cosmos 2251', 22_675],
    ['kosmos 2251', 22_675],
    ['космос 2251', 22_675],
    ['cosmos 2251 deb', 33_757],
    ['cosmos 2251 debris', 33_757],
    ['чибис', 38_051],
    ['ЧИБИС-М', 38_051],
    ['chibis', 38_051],
    ['东方红一号', 4382],
    ['jwst', 50_463],
    ['james webb', 50_463],
    ['tianhe', 48_274],
    ['tiangong', 48_274],
    ['sputnik', 2],
    ['спутник', 2],
    ['müster 1', 190_248],
    ['muster-1', 190_248],
    ['comma, quote', 190_246],
    ['340000', 340_000],
    ['NORAD 25544', 25_544],
    ['norad id 25544', 25_544],
    ['#25544', 25_544],
    ['S25544', 25_544],
    ['COSPAR 1998-067A', 25_544],
    ['1998-067-A', 25_544],
    ['1998-67A', 25_544],
    ['iss 25544', 25_544],
    ['K0001', 190_001],
    ['k0001', 190_001],
  ])('%s', async (q, id) => {
    const { ids } = await find(server, q);
    expect(ids[0]).toBe(id);
  });

  test('reports how the first result matches, and the corrected query', async () => {
    for (const [q, meta] of [
      ['25544', { match: 'exact' }],
      ['cosmos 2251', { match: 'exact' }],
      ['starlink', { match: 'prefix' }],
      ['united states', { match: 'words' }],
      ['hubbel', { match: 'near', corrected: 'hubble' }],
      ['starlnik 1007', { match: 'near', corrected: 'starlink 1007' }],
      ['starlink 999999', { match: null }],
      ['zzzzzzzz', { match: null }],
    ] as const) {
      for (const path of ['/api/v1/search', '/api/v1/satellites']) {
        const { match, corrected } = (await find(server, q, '', path)).meta;
        expect([q, path, match, corrected]).toEqual([
          q,
          path,
          meta.match,
          'corrected' in meta ? meta.corrected : undefined,
        ]);
      }
    }
    const list = await server.get('/api/v1/satellites?limit=1');
    expect(Object.keys((list.json() as { meta: object }).meta)).not.toContain('match');
  });

  test.each(['145.8', '145.800 MHz', '145,800 MHz', '2.2875 GHz', '432.15', '435.6-437.9 MHz'])(
    'finds objects with a transmitter at the frequency %s, active transmitters first',
    async (q) => {
      const list = await server.get(`/api/v1/transmitters?frequency=${encodeURIComponent(q)}&limit=100`);
      const { data } = list.json() as { data: { norad_cat_id: number | null; alive: boolean }[] };
      const cataloged = data.filter(({ norad_cat_id }) => norad_cat_id !== null);
      const inUse = new Set(cataloged.filter(({ alive }) => alive).map(({ norad_cat_id }) => norad_cat_id!));
      const expected = [...new Set(cataloged.map(({ norad_cat_id }) => norad_cat_id!))].sort(
        (a, b) => Number(inUse.has(b)) - Number(inUse.has(a)) || a - b,
      );
      expect(expected).not.toEqual([]);
      for (const path of ['/api/v1/search', '/api/v1/satellites'])
        expect(await find(server, q, '', path)).toMatchObject({ ids: expected, meta: { match: 'frequency' } });
    },
  );

  test('finds no object for an unused frequency, and applies filters', async () => {
    expect(await find(server, '99.9 GHz')).toMatchObject({ ids: [], meta: { match: null } });
    const all = await find(server, '145.8');
    expect((await find(server, '145.8', '&status=DECAYED')).total).toBeLessThan(all.total);
  });

  test('finds objects by operator', async () => {
    for (const q of ['nasa', 'NASA']) {
      const { data } = await find(server, q, '&limit=100');
      expect(data.length).toBeGreaterThan(10);
      for (const { operator } of data) expect(operator).toMatch(/NASA/);
    }
    const { data } = await find(server, 'sample constellation company');
    expect(data[0]!.operator).toBe('Sample Constellation Company');
  });

  test('finds objects by country', async () => {
    for (const [q, code] of [
      ['france', 'FR'],
      ['japan', 'JP'],
      ['united states', 'US'],
    ] as const)
      for (const { country } of (await find(server, q)).data) expect(country).toBe(code);
  });

  test('sorts equally good matches by activity, then by catalog number', async () => {
    const { data } = await find(server, 'cosmos 2251 deb');
    const keys = data.map(({ active, norad_cat_id }) => (active ? 0 : 1e9) + norad_cat_id);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    const nasa = (await find(server, 'nasa', '&limit=100')).data;
    // Objects of NASA precede those of "NASA Goddard …", which also has the word; in each group, active ones are first.
    const others = nasa.findIndex(({ operator }) => operator !== 'NASA');
    for (const ranked of [nasa.slice(0, others), nasa.slice(others)]) {
      expect(ranked.length).toBeGreaterThan(2);
      const active = ranked.filter((one) => one.active);
      expect(ranked.slice(0, active.length)).toEqual(active);
    }
  });

  test('ranks a prefix of the own name before an exact alternative name, and that before the operator', async () => {
    const { data } = await find(server, 'sample', '&limit=100');
    const ranks = data.map(({ name }) => (name.startsWith('SAMPLE') ? 1 : /FORMULA/.test(name) ? 2 : 3));
    expect(ranks).toEqual([...ranks].sort());
    expect(ranks[0]).toBe(1);
  });

  test('matches a number only as a catalog number, and finds all objects of a launch', async () => {
    expect((await find(server, '2251')).total).toBe(0);
    expect((await find(server, '1007')).total).toBe(0);
    const { data, total } = await find(server, '1993-036', '&limit=100');
    expect(total).toBeGreaterThan(3);
    for (const { launch_id } of data) expect(launch_id).toBe('1993-036');
  });

  test('returns the same objects for q on /satellites, in the same order unless sorted', async () => {
    for (const q of ['iss', 'hubbel', 'sample', '25544', '1993-036', 'чибис', 'nothing at all']) {
      const search = await find(server, q, '&limit=100');
      const list = await find(server, q, '&limit=100', '/api/v1/satellites');
      expect({ ...list, meta: null }).toEqual({ ...search, meta: null });
      const sorted = await find(server, q, '&limit=100&sort=norad_cat_id', '/api/v1/satellites');
      expect(sorted.total).toBe(search.total);
      expect(sorted.ids).toEqual([...sorted.ids].sort((a, b) => a - b));
    }
  });

  test('filters results without changing their order', async () => {
    const all = await find(server, 'sample', '&limit=100&offset=0');
    for (const [filter, matches] of [
      ['country=FR', ({ country }: Found) => country === 'FR'],
      ['country=PRC', ({ country }: Found) => country === 'CN'],
    ] as const) {
      const { data } = await find(server, 'sample', `&limit=100&${filter}`);
      expect(data.every(matches)).toBe(true);
      const inBoth = all.data.filter(matches).map((one) => one.norad_cat_id);
      expect(data.map((one) => one.norad_cat_id).slice(0, inBoth.length)).toEqual(inBoth);
    }
    expect((await find(server, '25544', '&orbit_class=LEO')).ids).toEqual([25_544]);
    expect((await find(server, '25544', '&orbit_class=GEO')).ids).toEqual([]);
    expect((await find(server, 'hubbel', '&status=decayed')).ids).toEqual([]);
  });

  test('returns 400 for a missing or invalid q, and an empty list without results', async () => {
    for (const query of ['', '?q=', `?q=${'a'.repeat(101)}`, '?q=%20', '?q=a%00b', '?q=a&q=b']) {
      const response = await server.get(`/api/v1/search${query}`);
      expect([query, response.status, response.json().parameter]).toEqual([query, 400, 'q']);
    }
    expect((await find(server, 'zzzzzzzz')).data).toEqual([]);
    expect((await find(server, '---')).data).toEqual([]);
    expect((await find(server, 'ж'.repeat(100))).data).toEqual([]);
  });
});

const real = process.env.ORBWEAVER_REAL_HOME;
const available = real !== undefined && existsSync(join(real, 'current'));
const name = `on a full-size release${available ? '' : ' (skipped: ORBWEAVER_REAL_HOME names no folder with one)'}`;

describe.skipIf(!available)(name, () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await serve(real!);
  });
  afterAll(() => server?.stop());

  test.each([
    ['iss', [25_544]],
    ['space station', [25_544]],
    ['international space staton', [25_544]],
    ['hubble', [20_580]],
    ['hubbel', [20_580]],
    ['hubble space telescope', [20_580]],
    ['james webb', [50_463]],
    ['starlink 1007', [44_713]],
    ['starlink1007', [44_713]],
    ['starlnik 1007', [44_713]],
    ['25544', [25_544]],
    ['1998-067A', [25_544]],
    ['98067A', [25_544]],
    ['cosmos 2251', [22_675]],
    ['космос 2251', [22_675]],
    ['cosmos 2251 deb', [33_757, 33_758, 33_759]],
    ['cosmos 2251 debris', [33_757, 33_758, 33_759]],
    ['cosmso 2251 deb', [33_757, 33_758, 33_759]],
    ['чибис', [38_051]],
    ['tiangong', [48_274, 53_239, 54_216]],
    ['noaa 19', [33_591]],
    ['noaa19', [33_591]],
    ['goes 16', [41_866]],
    ['sentinel 6', [46_984, 66_514]],
    ['sentinal 6', [46_984, 66_514]],
    ['sentinel1a', [39_634]],
    ['landsat 8', [39_084]],
    ['envisat', [27_386]],
    ['vanguard 1', [5]],
    ['спутник 1', [2]],
    ['gravity probe b', [28_230]],
    ['fermi', [33_053]],
    ['ørsted', [25_635]],
    ['skysat-a', [39_418]],
  ])('%s', async (q, ids) => {
    expect((await find(server, q)).ids.slice(0, ids.length)).toEqual(ids);
  });

  test.each(['spacex', 'space x', 'Space-X'])(
    'finds satellites of the operator for %s, active ones first',
    async (q) => {
      const { data, total } = await find(server, q);
      expect(total).toBeGreaterThan(8000);
      for (const { operator, active } of data) expect([operator, active]).toEqual(['SpaceX', true]);
    },
  );

  test('finds rocket bodies for falcon 9 rocket body', async () => {
    const { data } = await find(server, 'falcon 9 rocket body');
    expect(data.length).toBe(20);
    for (const found of data) expect(found.name).toMatch(/^FALCON 9 R\/B/);
  });

  test('finds GPS and Navstar satellites for gps', async () => {
    const { data, total } = await find(server, 'gps', '&limit=100');
    expect(total).toBeGreaterThan(70);
    for (const found of data) expect(`${found.name} ${found.operator}`).toMatch(/NAVSTAR|GPS|Navstar/);
  });
});
