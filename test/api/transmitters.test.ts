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
  const answer = await server.get(path);
  expect(answer.status, `${path}: ${answer.body.toString().slice(0, 200)}`).toBe(200);
  return answer.json() as unknown as List;
};
const license = 'CC-BY-SA-4.0';
const numbers = (list: List) => list.data.map(({ uuid }) => Number(uuid.slice(-7)));

describe('the table', () => {
  test('has the transmitters of cataloged and of unnumbered objects, and each of the others has a reason', async () => {
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
      const answer = await server.get(`${path}.${form}`, { 'accept-encoding': encoding, authorization: '' });
      expect([answer.status, answer.headers['x-service-license']]).toEqual([200, license]);
    }
    expect((await server.get(`/api/v1/dataset/active.${form}`)).headers['x-service-license']).toBe('ODbL-1.0');
  });

  test('has the same rows in each form, each with what to cite', async () => {
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

  test('frequencies above 2^31 are whole numbers', async () => {
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
  test('of one object: the transmitters in use, with the license', async () => {
    const answer = await server.get('/api/v1/satellites/7530/transmitters?format=trsp');
    expect([answer.status, answer.headers['x-service-license']]).toEqual([200, license]);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="7530.trsp"');
    const text = answer.body.toString();
    expect(text).toMatch(/^# .*SatNOGS DB.*\n# License: CC-BY-SA-4\.0, https:\S+\/by-sa\/4\.0\S*\n/);
    expect(text).toContain(
      '[Mode B transponder]\nUP_LOW=432125000\nUP_HIGH=432175000\nDOWN_LOW=145925000\nDOWN_HIGH=145975000\nMODE=USB\nINVERT=true\n',
    );
    // 33591 has one, which is not in use.
    const silent = (await server.get('/api/v1/satellites/33591/transmitters?format=trsp')).body.toString();
    expect(silent).not.toContain('[');
    expect((await server.get('/api/v1/satellites/7530/transmitters?format=csv')).status).toBe(400);
    expect((await server.get('/api/v1/satellites/999999999/transmitters?format=trsp')).status).toBe(404);
  });

  test('of all objects, in one archive', async () => {
    const answer = await server.get('/api/v1/dataset/transmitters.trsp.tar', { 'accept-encoding': 'identity' });
    expect([answer.status, answer.headers['x-service-license']]).toEqual([200, license]);
    expect(answer.headers['content-type']).toBe('application/x-tar');
    const own = await server.get('/api/v1/satellites/7530/transmitters?format=trsp');
    const list = execFileSync('tar', ['-t'], { input: answer.body }).toString().trim().split('\n');
    expect(list).toEqual(['trsp/LICENSE.txt', 'trsp/7530.trsp', 'trsp/20580.trsp', 'trsp/25544.trsp']);
    const file = execFileSync('tar', ['-xO', 'trsp/7530.trsp'], { input: answer.body });
    expect(file.equals(own.body)).toBe(true);
    expect((await server.get('/api/v1/dataset/active.trsp.tar')).status).toBe(404);
  });
});

describe('the routes', () => {
  test('state the license and what to cite', async () => {
    for (const path of ['/api/v1/transmitters', '/api/v1/satellites/7530/transmitters']) {
      const answer = await server.get(path);
      expect(answer.headers['x-service-license']).toBe(license);
      expect(answer.json().meta).toMatchObject({ license, attribution: expect.stringContaining('SatNOGS DB') });
    }
  });

  test('an inverting transponder has both ends of both links', async () => {
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

  test('an object without a catalog number has its name and its id in SatNOGS DB', async () => {
    const { data } = await get('/api/v1/transmitters?frequency=437.000');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      norad_cat_id: null,
      satnogs_id: 'SMPL-0000-0000-0000-0022',
      object_name: 'SAMPLE TEMPORARY 1 [SYNTHETIC]',
    });
  });

  test('an object without transmitters has an empty list, and no object is a 404', async () => {
    expect(await get('/api/v1/satellites/190001/transmitters')).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await server.get('/api/v1/satellites/999999999/transmitters')).status).toBe(404);
  });

  test.each([
    ['', [7, 3, 2, 4, 5, 9, 1, 6, 8, 11]],
    ['frequency=145.8', [3, 2]],
    // Doppler moves it by 3.6 kHz at most.
    ['frequency=145.8036%20MHz', [3]],
    ['frequency=145.8037%20MHz', []],
    ['frequency=145,9-146', [4, 5, 1]],
    ['frequency=2.2875GHz&band=S', [6]],
    ['min_hz=145800000&max_hz=146000000', [3, 2, 4, 5, 1]],
    // Within the passband of the transponder, beside both of its ends.
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
  ])('%s', async (query, expected) => {
    expect(numbers(await get(`/api/v1/transmitters?${query}`))).toEqual(expected);
  });

  test('pages follow each other', async () => {
    const first = await get('/api/v1/transmitters?band=VHF&limit=2');
    expect(first.meta).toMatchObject({ total: 6, next: expect.stringContaining('offset=2') });
    expect(numbers(await get('/api/v1/transmitters?band=VHF&limit=2&offset=2'))).toEqual([2, 4]);
  });

  test('the lower end above the upper one is a 400 that names it', async () => {
    const answer = await server.get('/api/v1/transmitters?min_hz=2&max_hz=1');
    expect([answer.status, answer.json().parameter]).toEqual([400, 'max_hz']);
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
  ])('%s is a 400', async (query) => {
    const answer = await server.get(`/api/v1/transmitters?${query}`);
    expect([answer.status, answer.json().parameter]).toEqual([400, query.split('=')[0]]);
  });
});
