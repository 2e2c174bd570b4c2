import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transmitter } from '../../src/schema/objects/transmitter.ts';
import { type OpenedRelease, openRelease } from '../pipeline/release/opened-release.ts';
import { type SampleServer, serveSample } from './sample-server.ts';

/** Transmitters of the sample: the table, the files, and the routes. */
let server: SampleServer;
let release: OpenedRelease;
beforeAll(async () => {
  server = await serveSample();
  release = await openRelease(server.home);
});
afterAll(async () => {
  release?.close();
  await server?.remove();
});

interface List {
  readonly data: Transmitter[];
  readonly meta: Record<string, unknown>;
}
const get = async (path: string): Promise<List> => {
  const response = await server.get(path);
  expect(response.status, `${path}: ${response.body.toString().slice(0, 200)}`).toBe(200);
  return response.json() as unknown as List;
};
const license = 'CC-BY-SA-4.0';
/** Of the sample: in use, with an object that is in orbit; and the others, one of them without a catalog number. */
const [audible, others] = [
  [2, 4, 5, 1, 6, 8, 11],
  [7, 3, 9],
];
const numbers = (list: List) => list.data.map(({ uuid }) => Number(uuid.slice(-7)));

describe('the table', () => {
  test('has the transmitters of cataloged and unnumbered objects, and rejects others with a reason', async () => {
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM transmitters');
    expect(n).toBe(10);
    expect(
      await release.rows(
        "SELECT reason, column_name, value, scope FROM rejects WHERE file = 'transmitters.json' ORDER BY line, reason, column_name",
      ),
    ).toEqual([
      { reason: 'not_in_catalogue', column_name: null, value: '999999998', scope: 'row' },
      { reason: 'out_of_range', column_name: 'baud', value: '0.0', scope: 'value' },
      { reason: 'out_of_range', column_name: 'downlink_low', value: '-5', scope: 'value' },
    ]);
  });
});

describe('the dataset', () => {
  const path = '/api/v1/dataset/transmitters';

  test.each(['json', 'csv', 'parquet'])('%s states its own license in the header', async (form) => {
    for (const encoding of ['identity', 'gzip']) {
      const response = await server.get(`${path}.${form}`, { 'accept-encoding': encoding, authorization: '' });
      expect([response.status, response.headers['x-service-license']]).toEqual([200, license]);
    }
    expect((await server.get(`/api/v1/dataset/active.${form}`)).headers['x-service-license']).toBe('ODbL-1.0');
  });

  test('has the same rows in each format, each with its attribution', async () => {
    const { data, meta } = await get(`${path}.json`);
    expect(meta).toMatchObject({
      slice: 'transmitters',
      rows: 10,
      license,
      attribution: expect.stringContaining('SatNOGS DB'),
    });
    const csv = Papa.parse<Record<string, string>>((await server.get(`${path}.csv`)).body.toString(), {
      header: true,
      skipEmptyLines: true,
    }).data;
    const parquet = await release.rows<Record<string, unknown>>(
      `SELECT uuid, downlink_low_hz::VARCHAR AS hz, attribution FROM '${join(release.folder, `public${path}.parquet`)}'`,
    );
    const facts = (rows: readonly { uuid?: unknown; hz?: unknown; attribution?: unknown }[]) =>
      rows.map(({ uuid, hz, attribution }) => [uuid, hz ?? '', attribution]);
    const expected = data.map((row) => [row.uuid, String(row.downlink_low_hz ?? ''), meta.attribution]);
    expect(facts(csv.map((row) => ({ ...row, hz: row.downlink_low_hz })))).toEqual(expected);
    expect(facts(parquet)).toEqual(expected);
  });

  test('has integer frequencies above 2^31', async () => {
    const text = gunzipSync(await readFile(join(release.folder, `public${path}.json.gz`))).toString();
    expect(text).toContain('"downlink_low_hz":26250000000,');
  });

  test('is listed with its license', async () => {
    const { data } = await get('/api/v1/dataset');
    expect(data.find((one) => (one as unknown as { slice: string }).slice === 'transmitters')).toMatchObject({
      rows: 10,
      license,
      files: [{ format: 'csv' }, { format: 'json' }, { format: 'parquet' }, { format: 'trsp.tar' }],
    });
  });
});

describe('files for gpredict', () => {
  test('contain the active transmitters of an object, with the license', async () => {
    const response = await server.get('/api/v1/satellites/7530/transmitters?format=trsp');
    expect([response.status, response.headers['x-service-license']]).toEqual([200, license]);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="7530.trsp"');
    const text = response.body.toString();
    expect(text).toMatch(/^# .*SatNOGS DB.*\n# License: CC-BY-SA-4\.0, https:\S+\/by-sa\/4\.0\S*\n/);
    expect(text).toContain(
      '[Mode B transponder]\nUP_LOW=432125000\nUP_HIGH=432175000\nDOWN_LOW=145925000\nDOWN_HIGH=145975000\nMODE=USB\nINVERT=true\n',
    );
    // The only transmitter of 33591 is inactive.
    const inactive = (await server.get('/api/v1/satellites/33591/transmitters?format=trsp')).body.toString();
    expect(inactive).not.toContain('[');
    expect((await server.get('/api/v1/satellites/7530/transmitters?format=csv')).status).toBe(400);
    expect((await server.get('/api/v1/satellites/999999999/transmitters?format=trsp')).status).toBe(404);
  });

  test('are available for all objects as one archive', async () => {
    const response = await server.get('/api/v1/dataset/transmitters.trsp.tar', { 'accept-encoding': 'identity' });
    expect([response.status, response.headers['x-service-license']]).toEqual([200, license]);
    expect(response.headers['content-type']).toBe('application/x-tar');
    const own = await server.get('/api/v1/satellites/7530/transmitters?format=trsp');
    const list = execFileSync('tar', ['-t'], { input: response.body }).toString().trim().split('\n');
    expect(list).toEqual(['trsp/LICENSE.txt', 'trsp/7530.trsp', 'trsp/20580.trsp', 'trsp/25544.trsp']);
    const file = execFileSync('tar', ['-xO', 'trsp/7530.trsp'], { input: response.body });
    expect(file.equals(own.body)).toBe(true);
    expect((await server.get('/api/v1/dataset/active.trsp.tar')).status).toBe(404);
  });
});

describe('the routes', () => {
  test('state the license and the attribution', async () => {
    for (const path of ['/api/v1/transmitters', '/api/v1/satellites/7530/transmitters']) {
      const response = await server.get(path);
      expect(response.headers['x-service-license']).toBe(license);
      expect(response.json().meta).toMatchObject({ license, attribution: expect.stringContaining('SatNOGS DB') });
    }
  });

  test('have both ends of both links of an inverting transponder', async () => {
    const { data } = await get('/api/v1/satellites/7530/transmitters');
    expect(data[0]).toMatchObject({
      type: 'TRANSPONDER',
      inverting: true,
      downlink_low_hz: 145_925_000,
      downlink_high_hz: 145_975_000,
      uplink_low_hz: 432_125_000,
      uplink_high_hz: 432_175_000,
      mode: 'USB',
      uplink_mode: 'LSB',
    });
    expect(data[1]).toMatchObject({ downlink_drift_ppb: -2500, mode: 'CW' });
  });

  test('have the name and the SatNOGS DB id of an object without a catalog number', async () => {
    const { data } = await get('/api/v1/transmitters?frequency=437.000');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      norad_cat_id: null,
      satnogs_id: 'SMPL-0000-0000-0000-0022',
      object_name: 'SAMPLE TEMPORARY 1 [SYNTHETIC]',
    });
  });

  test('return an empty list for an object without transmitters, and 404 for an unknown object', async () => {
    expect(await get('/api/v1/satellites/190001/transmitters')).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await server.get('/api/v1/satellites/999999999/transmitters')).status).toBe(404);
  });

  test.each([
    ['', [7, 3, 2, 4, 5, 9, 1, 6, 8, 11]],
    ['frequency=145.8', [3, 2]],
    // Doppler shifts it by 3.6 kHz at most.
    ['frequency=145.8036%20MHz', [3]],
    ['frequency=145.8037%20MHz', []],
    ['frequency=145,9-146', [4, 5, 1]],
    ['frequency=2.2875GHz&band=S', [6]],
    ['min_hz=145800000&max_hz=146000000', [3, 2, 4, 5, 1]],
    // Within the passband of the transponder, away from both of its ends.
    ['min_hz=145950000&max_hz=145950001', [4]],
    ['min_hz=432150000&max_hz=432150000', [4]],
    ['band=uhf', [4, 9, 1]],
    ['band=K', [8]],
    ['band=UHF&max_hz=436000000', [4]],
    ['band=UHF&max_hz=200000000', []],
    ['mode=fm', [1, 11]],
    ['mode=LSB,CW', [4, 5]],
    ['mode=NONE', []],
    ['service=Amateur&alive=false', [3]],
    ['service=space%20research', [6]],
    ['type=transponder,transceiver', [2, 4, 1]],
    ['audible=true', audible],
    ['audible=false', others],
    // The uplink of the transponder is no downlink.
    ['audible=true&band=UHF', [1]],
    ['audible=true&mode=LSB', []],
  ])('list the matching transmitters for %s', async (query, expected) => {
    expect(numbers(await get(`/api/v1/transmitters?${query}`))).toEqual(expected);
  });

  test('are filtered by the purpose of their objects, as the catalog gives it, with other filters', async () => {
    const { data: all } = await get('/api/v1/transmitters');
    const purposes = new Map<string, number[]>();
    for (const { norad_cat_id: id, uuid } of all) {
      if (id === null) continue;
      const { purpose, detailed_purpose } = (await server.get(`/api/v1/satellites/${id}`)).json().data;
      for (const name of new Set([purpose, detailed_purpose].filter((text) => text !== null)))
        purposes.set(name, [...(purposes.get(name) ?? []), Number(uuid.slice(-7))]);
    }
    expect(purposes.size).toBeGreaterThan(1);
    const named = (name: string) => encodeURIComponent(name.toLowerCase());
    for (const [name, expected] of purposes)
      expect([name, numbers(await get(`/api/v1/transmitters?purpose=${named(name)}`))]).toEqual([name, expected]);
    const weather = await get('/api/v1/transmitters?purpose=weather');
    expect(weather).toEqual(await get('/api/v1/transmitters?purpose=Meteorology'));
    expect(await get('/api/v1/transmitters?purpose=weather&band=K')).toMatchObject({ data: [], meta: { total: 0 } });
    expect(await get('/api/v1/transmitters?purpose=knitting')).toMatchObject({ data: [], meta: { total: 0 } });
  });

  test('say what the catalog knows of the object', async () => {
    const { data } = await get('/api/v1/transmitters');
    for (const one of data) {
      const { norad_cat_id: id } = one;
      const object = id === null ? null : (await server.get(`/api/v1/satellites/${id}`)).json().data;
      expect(one).toMatchObject({
        disposition: object?.disposition ?? null,
        decay_date: object?.decay_date ?? null,
        detailed_purpose: object?.detailed_purpose ?? null,
        audible: one.alive && object?.disposition === 'IN_ORBIT' && object.decay_date === null,
      });
    }
  });

  test('are paginated', async () => {
    const first = await get('/api/v1/transmitters?band=VHF&limit=2');
    expect(first.meta).toMatchObject({ total: 6, next: expect.stringContaining('offset=2') });
    expect(numbers(await get('/api/v1/transmitters?band=VHF&limit=2&offset=2'))).toEqual([2, 4]);
  });

  test('return 400 for a lower limit above the upper one', async () => {
    const response = await server.get('/api/v1/transmitters?min_hz=2&max_hz=1');
    expect([response.status, response.json().parameter]).toEqual([400, 'max_hz']);
  });

  test.each([
    'min_hz=145.8',
    'max_hz=-1',
    'min_hz=0',
    'band=Q',
    'frequency=loud',
    'frequency=146-145',
    'type=radio',
    'service=cb',
    'alive=1',
    'audible=maybe',
  ])('return 400 for %s', async (query) => {
    const response = await server.get(`/api/v1/transmitters?${query}`);
    expect([response.status, response.json().parameter]).toEqual([400, query.split('=')[0]]);
  });
});
