import { request } from 'node:http';
import { tableFromIPC } from '@uwdata/flechette';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { releaseTables, sqlTables } from '../../src/schema/sql/sql-tables.ts';
import { sqlForms, sqlLimits } from '../../src/sql/sql-message.ts';
import { type Answer, ask } from '../server/running-server.ts';
import { KEY, type SampleServer, serveSample } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

/** Posts a body unchanged. */
function post(
  body: string,
  headers: Record<string, string> = { authorization: `Bearer ${KEY}` },
  path = '/api/v1/sql',
) {
  const { hostname, port } = new URL(server.base);
  return new Promise<Answer>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const content = Buffer.concat(parts);
        const json = () => JSON.parse(content.toString('utf8'));
        resolve({ status: response.statusCode!, headers: response.headers, body: content, json });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
const sql = (query: string, format?: string) => post(JSON.stringify({ query, ...(format && { format }) }));

const values = `SELECT 25544 AS id, 2.5 AS share, 9007199254740993::BIGINT AS large, DATE '1998-11-20' AS day,
  TIMESTAMP '2026-08-22 14:00:00.5' AS at, ['a', 'b'] AS list, {'a': 1} AS struct, '=1+1' AS text, NULL AS nothing,
  true AS yes, 'infinity'::DOUBLE AS endless, 10::HUGEINT AS huge`;

describe('POST /api/v1/sql', () => {
  test('returns JSON: rows as objects, their columns, and service headers', async () => {
    const { status, headers, json } = await sql(values);
    expect(status).toBe(200);
    expect(json()).toEqual({
      data: [
        {
          id: 25544,
          share: 2.5,
          large: '9007199254740993',
          day: '1998-11-20',
          at: '2026-08-22T14:00:00.5Z',
          list: ['a', 'b'],
          struct: { a: 1 },
          text: '=1+1',
          nothing: null,
          yes: true,
          endless: null,
          huge: 10,
        },
      ],
      meta: { rows: 1, columns: expect.arrayContaining([{ name: 'id', type: 'INTEGER' }]) },
    });
    expect(headers).toMatchObject({
      'content-type': sqlForms.json,
      'cache-control': 'private, no-store',
      'x-service-license': 'ODbL-1.0',
      'x-ratelimit-limit': '1000',
      'access-control-allow-origin': '*',
    });
  });

  test('returns the same values as CSV, Arrow and Parquet', async () => {
    const csv = await sql(values, 'csv');
    expect(csv.headers['content-type']).toBe(sqlForms.csv);
    expect(csv.body.toString()).toBe(
      `id,share,large,day,at,list,struct,text,nothing,yes,endless,huge\r\n25544,2.5,9007199254740993,1998-11-20,2026-08-22T14:00:00.5Z,a;b,"{""a"":1}",'=1+1,,true,,10\r\n`,
    );
    const arrow = tableFromIPC((await sql(values, 'arrow')).body, { useBigInt: true, useDate: true });
    expect(arrow.toArray()[0]).toMatchObject({ id: 25544, large: 9007199254740993n, text: '=1+1', nothing: null });
    const { body } = await sql(values, 'PARQUET');
    const [row] = await parquetReadObjects({ file: new Uint8Array(body).buffer });
    expect(row).toMatchObject({ id: 25544, share: 2.5, day: '1998-11-20', list: '["a","b"]', text: '=1+1' });
    expect(row!.at).toEqual(new Date('2026-08-22T14:00:00.5Z'));
  });

  test.each(sqlTables.map(({ name, columns }) => [name, columns] as const))(
    'has the table %s',
    async (name, columns) => {
      const described = await sql(`DESCRIBE ${name}`);
      expect(described.json().data.map((row: Record<string, string>) => [row.column_name, row.column_type])).toEqual(
        columns.map((column) => [column.name, column.type]),
      );
      const counted = await sql(`SELECT count(*) AS n FROM ${name}`);
      expect(counted.json().data[0].n, name).toBeGreaterThan(0);
      const license = releaseTables.find((table) => table.name === name)?.license ?? 'ODbL-1.0';
      expect(counted.headers['x-service-license']).toBe(license);
    },
  );

  test('counts as several requests, an error as one', async () => {
    const before = server.charged.length;
    await sql('SELECT 1');
    await post('{');
    expect(server.charged.slice(before)).toEqual([sqlLimits.requests - 1]);
    expect(server.used.at(-1)).toBe('/api/v1/sql');
  });

  test.each([
    ['', 'invalid_query', 'not JSON'],
    ['{', 'invalid_query', 'not JSON'],
    ['[]', 'invalid_query', 'not an object'],
    ['null', 'invalid_query', 'not an object'],
    ['{}', 'invalid_query', '"query" must be'],
    ['{"query": 1}', 'invalid_query', '"query" must be'],
    ['{"query": ""}', 'invalid_query', '"query" must be'],
    [JSON.stringify({ query: 'x'.repeat(sqlLimits.queryLength + 1) }), 'invalid_query', '"query" must be'],
    [JSON.stringify({ query: 'x'.repeat(200_000) }), 'invalid_query', 'too large'],
    ['{"query": "SELECT 1", "format": "xlsx"}', 'invalid_parameter', 'format'],
    ['{"query": "SELECT 1", "limit": 1}', 'invalid_parameter', 'Unknown property: limit.'],
    ['{"query": "SELECT nothing FROM satellites"}', 'invalid_query', '"nothing" not found'],
    ['{"query": "SELECT * FROM passwords"}', 'invalid_query', 'There is no table "passwords"'],
    ['{"query": "DROP VIEW satellites"}', 'invalid_query', 'Only SELECT'],
    // An internal error of an earlier version of the engine: a query of a client is no failure of the service.
    [`{"query": "SELECT array_resize(1::VARIANT, 'x')"}`, 'invalid_query', ''],
  ])('rejects %.60s', async (body, code, message) => {
    const { status, json } = await post(body);
    expect([status, json().code]).toEqual([400, code]);
    expect(json().error).toContain(message);
    expect(json().hint.length).toBeGreaterThan(10);
  });

  test('requires a key, and rejects one in the URL', async () => {
    const body = '{"query": "SELECT 1"}';
    expect((await post(body, {})).json().code).toBe('missing_api_key');
    expect((await post(body, { authorization: 'Bearer nobody' })).json().code).toBe('invalid_api_key');
    const named = await post(body, { authorization: `Bearer ${KEY}` }, '/api/v1/sql?key=ow_x');
    expect([named.status, named.json().parameter]).toEqual([400, 'key']);
  });

  test('allows only POST, also in CORS preflight responses', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const { status, headers } = await ask(server.base, '/api/v1/sql', { authorization: `Bearer ${KEY}` }, method);
      expect([status, headers.allow]).toEqual([405, 'POST, OPTIONS']);
    }
    const { status, headers } = await ask(server.base, '/api/v1/sql', {}, 'OPTIONS');
    expect(status).toBe(204);
    expect(headers['access-control-allow-methods']).toBe('POST, OPTIONS');
    expect(headers['access-control-allow-headers']).toContain('Content-Type');
    const other = await post('{}', { authorization: `Bearer ${KEY}` }, '/api/v1/stats');
    expect([other.status, other.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('serves other requests while a query runs to its time limit', async () => {
    const slow = sql('SELECT max(range) FROM range(100000000000)');
    const times: number[] = [];
    for (let count = 0; count < 20; count++) {
      const began = performance.now();
      expect((await server.get('/api/v1/satellites/25544')).status).toBe(200);
      times.push(performance.now() - began);
    }
    expect((await slow).json()).toMatchObject({ code: 'query_timeout' });
    expect(times.sort((a, b) => a - b)[10]).toBeLessThan(1000);
  }, 20_000);

  test('returns rows or 429 for each of many concurrent queries', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => sql('SELECT count(*) FROM claims')));
    const codes = responses.map(({ status, json }) => (status === 200 ? 'rows' : json().code));
    expect(codes.filter((code) => code === 'rows').length).toBeGreaterThanOrEqual(2);
    expect(new Set(codes)).toEqual(new Set(['rows', 'too_many_queries']));
    const refused = responses.find(({ status }) => status === 429)!;
    expect([refused.headers['retry-after'], refused.json().retry_after]).toEqual(['2', 2]);
  });
});
