import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileQueries } from '../../src/http/api/routes.ts';
import { forms, publicCacheControl, publicRoutes } from '../../src/schema/release/public-route.ts';
import { expectError, expectServiceHeaders } from './expectations.ts';
import { makeHome, publish, releaseId, releaseTime, removeHome } from './release-folder.ts';
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

const lastModified = new Date(releaseTime(1)).toUTCString();
const decode = {
  identity: (body: Buffer) => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** Every path of every public route: without an extension, and with the extension of each of its formats. */
const paths = publicRoutes.flatMap((route) => {
  const path = route.path
    .replace(/\{(slice|set)\}/, 'active')
    .replace('{month}', '2026-08')
    .replace('{release}', releaseId(1));
  return [
    { route, path, form: route.forms[0]! },
    ...route.forms.map((form) => ({ route, path: `${path}.${form}`, form })),
  ];
});

describe.each(paths)('$path', ({ route, path, form }) => {
  const coding = form === 'parquet' ? 'identity' : 'br';

  test('GET returns the file with its type, validators and caching headers', async () => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe(forms[form]);
    expect(response.headers['content-length']).toBe(String(response.body.length));
    expect(response.headers['cache-control']).toBe(publicCacheControl(route.sharedMaxAge));
    expect(response.headers.vary).toBe('Accept, Accept-Encoding');
    expect(response.headers.etag).toBe(`"${createHash('sha256').update(response.body).digest('hex').slice(0, 32)}"`);
    expect(response.headers['last-modified']).toBe(lastModified);
    expect(response.headers['content-encoding']).toBeUndefined();
    const hasRanges = route.path.includes('{slice}') || (route.packed && form === 'parquet');
    expect(response.headers['accept-ranges']).toBe(hasRanges ? 'bytes' : undefined);
    expectServiceHeaders(response);
  });

  test('a compressed response has the same content and another ETag', async () => {
    const plain = await ask(path);
    const response = await ask(path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect(response.headers['content-encoding'] ?? 'identity').toBe(coding);
    expect(decode[coding](response.body)).toEqual(plain.body);
    if (coding !== 'identity') expect(response.headers.etag).not.toBe(plain.headers.etag);
  });

  test('HEAD returns the headers of GET without a body', async () => {
    // Both differ between any two responses, whatever their method.
    const { 'x-request-id': _id, date: _date, ...get } = (await ask(path, { 'Accept-Encoding': 'br' })).headers;
    const head = await ask(path, { 'Accept-Encoding': 'br' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject(get);
    expect(head.body).toHaveLength(0);
  });

  test('304 repeats ETag, Cache-Control and Vary', async () => {
    const first = await ask(path, { 'Accept-Encoding': 'br' });
    const response = await ask(path, { 'Accept-Encoding': 'br', 'If-None-Match': first.headers.etag! });
    expect(response.status).toBe(304);
    expect(response.body).toHaveLength(0);
    for (const name of ['etag', 'cache-control', 'vary', 'last-modified'])
      expect(response.headers[name]).toBe(first.headers[name]);
    expectServiceHeaders(response);
  });

  test('OPTIONS returns 204 for a CORS preflight', async () => {
    const response = await ask(
      path,
      { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' },
      'OPTIONS',
    );
    expect(response.status).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
    expect(response.headers['access-control-allow-headers']).toContain(
      'Authorization, X-API-Key, If-None-Match, If-Modified-Since, Accept',
    );
    expect(response.headers['access-control-max-age']).toBe('86400');
    expectServiceHeaders(response);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s returns 405 with Allow', async (method) => {
    const response = await ask(path, {}, method);
    expectError(response, 405, 'method_not_allowed');
    expect(response.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  test.each(['key', 'api_key'])('?%s= returns 400 with a hint', async (parameter) => {
    const response = await ask(`${path}?${parameter}=ow_secret`);
    expectError(response, 400, 'invalid_parameter');
    expect(response.json()).toMatchObject({ parameter, hint: expect.stringContaining('X-API-Key') });
    expect(response.body.toString()).not.toContain('ow_secret');
  });

  test('an unknown parameter returns 400', async () => {
    // These parameters turn the path into the query that requires a key.
    const matches = (query: { path: string }) =>
      new RegExp(`^${query.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const keyed = Object.keys(fileQueries.find(matches)?.query ?? {});
    for (const parameter of ['utm_source', 'limit', 'type', '_'].filter((name) => !keyed.includes(name))) {
      const response = await ask(`${path}?${parameter}=1`);
      expectError(response, 400, 'invalid_parameter');
      expect(response.json()).toMatchObject({ parameter });
      expect(new Set(response.json().allowed)).toEqual(new Set([...keyed, 'format']));
    }
  });

  test('?format= may repeat the format of the path', async () => {
    expect((await ask(`${path}?format=${form}`)).status).toBe(200);
  });

  test('an Accept-Encoding that excludes every encoding returns 406', async () => {
    const response = await ask(path, { 'Accept-Encoding': 'identity;q=0' });
    expectError(response, 406, 'not_acceptable');
    expect(response.json()).toMatchObject({ header: 'Accept-Encoding', allowed: expect.arrayContaining(['identity']) });
  });
});

describe('404', () => {
  test.each([
    ['/api/v1/dataset/starlink', 'slice', ['active', 'all']],
    ['/api/v1/dataset/starlink.csv', 'slice', ['active', 'all']],
    ['/api/v1/events/1999-01', 'month', ['2026-08']],
  ])('%s lists the available values', async (path, parameter, allowed) => {
    const response = await ask(path);
    expectError(response, 404, 'not_found');
    expect(response.json()).toMatchObject({ parameter, allowed });
  });

  test('a format that the resource does not have', async () => {
    const response = await ask('/api/v1/dataset/active.atom');
    expectError(response, 404, 'not_found');
    expect(response.json().allowed).toEqual(['json', 'csv', 'parquet']);
  });

  test.each([
    '/api',
    '/api/',
    '/api/v1/nothing',
    '/api/v2/elements',
    '/api/v1/elements/',
    '/api/v1/elements.json.br',
    '/api/v1/__proto__',
    '/api/v1/elements.toString',
  ])('%s is JSON, even if the client accepts HTML', async (path) =>
    expectError(await ask(path, { Accept: 'text/html' }), 404, 'not_found'),
  );

  test('non-public files of the release are not served', async () => {
    expect((await ask('/catalog.duckdb')).status).toBe(404);
    expect((await ask('/_headers')).status).toBe(404);
    expect((await ask('/manifest.json')).status).toBe(404);
  });
});
