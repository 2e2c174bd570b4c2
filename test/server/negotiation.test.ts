import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forms } from '../../src/schema/release/public-route.ts';
import { expectError } from './expectations.ts';
import { makeHome, publish, removeHome } from './release-folder.ts';
import { ask as askAt, type RunningServer, startServer } from './running-server.ts';

let home: string;
let server: RunningServer;
const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  askAt(server.base, path, headers, method);

beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  server = await startServer(home);
});
afterAll(async () => {
  await server.stop();
  await removeHome(home);
});

describe('Accept-Encoding', () => {
  test.each([
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.5, zstd;q=0.5', 'br'],
    // `*` names no encoding: every client can read gzip.
    ['*', 'gzip'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['identity;q=0, *', 'gzip'],
    ['br, *;q=0.1', 'br'],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    ['br;q=0.5, identity;q=1', undefined],
    ['', undefined],
  ])('%j selects %s', async (header, expected) => {
    const response = await ask('/api/v1/elements', { 'Accept-Encoding': header });
    expect(response.status).toBe(200);
    expect(response.headers['content-encoding']).toBe(expected);
  });

  test('*;q=0 excludes every encoding and returns 406', async () => {
    expectError(await ask('/api/v1/elements', { 'Accept-Encoding': '*;q=0' }), 406, 'not_acceptable');
  });
});

describe('format', () => {
  test.each([
    ['/api/v1/dataset/active', undefined, 'json'],
    ['/api/v1/dataset/active', '*/*', 'json'],
    ['/api/v1/dataset/active', 'text/csv', 'csv'],
    ['/api/v1/dataset/active', 'application/json;charset=utf-8', 'json'],
    ['/api/v1/dataset/active', 'text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['/api/v1/dataset/active', 'application/json;q=0.5, text/csv', 'csv'],
    ['/api/v1/dataset/active', 'text/*', 'csv'],
    ['/api/v1/dataset/active', 'application/vnd.apache.parquet', 'parquet'],
    ['/api/v1/dataset/active?format=csv', 'application/json', 'csv'],
    ['/api/v1/dataset/active?format=CSV', 'text/html', 'csv'],
    ['/api/v1/dataset/active?format=parquet', undefined, 'parquet'],
    ['/api/v1/dataset/active.csv', 'application/json', 'csv'],
    ['/api/v1/dataset/active.csv?format=csv', undefined, 'csv'],
    ['/api/v1/events', 'application/atom+xml', 'atom'],
    ['/api/v1/events.atom', 'application/json', 'atom'],
    ['/api/v1/events.json', 'application/atom+xml', 'json'],
    ['/api/v1/launches', 'text/html', 'json'],
  ] as const)('%s with Accept %s returns %s', async (path, accept, form) => {
    const response = await ask(path, accept ? { Accept: accept } : {});
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe(forms[form]);
  });

  test.each([
    ['/api/v1/dataset/active', ['json', 'csv', 'parquet']],
    ['/api/v1/events', ['json', 'atom']],
  ])('%s returns 406 for an image type', async (path, formats) => {
    const response = await ask(path, { Accept: 'image/png' });
    expectError(response, 406, 'not_acceptable');
    expect(response.json()).toMatchObject({ header: 'Accept', formats });
  });

  test.each([
    ['/api/v1/dataset/active?format=xml', ['json', 'csv', 'parquet']],
    ['/api/v1/dataset/active?format=', ['json', 'csv', 'parquet']],
    ['/api/v1/dataset/active?format=csv&format=csv', ['json', 'csv', 'parquet']],
    ['/api/v1/dataset/active.csv?format=json', ['csv']],
  ])('%s returns 400', async (path, allowed) => {
    const response = await ask(path);
    expectError(response, 400, 'invalid_parameter');
    expect(response.json()).toMatchObject({ parameter: 'format', allowed });
  });

  test.each([
    ['/api/v1/dataset/active', '.xlsx'],
    ['/api/v1/dataset/active', '.atom'],
    ['/api/v1/dataset/active', '.csv.gz'],
    ['/api/v1/events', '.xlsx'],
    ['/api/v1/events', '.csv'],
  ])('%s with the extension %s returns 404 with the available formats', async (path, extension) => {
    const response = await ask(path + extension);
    expectError(response, 404, 'not_found');
    const allowed = path.endsWith('active') ? ['csv', 'json', 'parquet'] : ['atom', 'json'];
    expect(response.json()).toMatchObject({
      error: 'This resource is not available in that format.',
      hint: expect.stringContaining(`${path}.json`),
    });
    expect(response.json().allowed.toSorted()).toEqual(allowed);
  });

  test.each(['/api/v1/dataset/nothing', '/api/v1/dataset/nothing.csv', '/api/v1/dataset/nothing.xlsx'])(
    '%s returns 404 for the name of the slice',
    async (path) => {
      const response = await ask(path);
      expectError(response, 404, 'not_found');
      expect(response.json()).toMatchObject({ error: 'There is no slice with this name.', parameter: 'slice' });
    },
  );
});
