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

/** Every path of every public route: without ending, and with the ending of each of its forms. */
const paths = publicRoutes.flatMap((route) => {
  const path = route.path
    .replace(/\{(slice|set)\}/, 'active')
    .replace('{month}', '2026-08')
    .replace('{release}', releaseId(1));
  return [
    { route, path, form: route.forms[0]! },
    // gpredict's archive is of the transmitters alone: test/api/transmitters.test.ts.
    ...route.forms.filter((form) => form !== 'trsp.tar').map((form) => ({ route, path: `${path}.${form}`, form })),
  ];
});

describe.each(paths)('$path', ({ route, path, form }) => {
  const coding = form === 'parquet' ? 'identity' : 'br';

  test('200: the file, its type, its validators, how long it keeps', async () => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(forms[form]);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers['cache-control']).toBe(publicCacheControl(route.sharedMaxAge));
    expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
    expect(answer.headers.etag).toBe(`"${createHash('sha256').update(answer.body).digest('hex').slice(0, 32)}"`);
    expect(answer.headers['last-modified']).toBe(lastModified);
    expect(answer.headers['content-encoding']).toBeUndefined();
    const parts = route.path.includes('{slice}') || (route.packed && form === 'parquet');
    expect(answer.headers['accept-ranges']).toBe(parts ? 'bytes' : undefined);
    expectServiceHeaders(answer);
  });

  test('200 compressed: the same content under another ETag', async () => {
    const plain = await ask(path);
    const answer = await ask(path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(coding);
    expect(decode[coding](answer.body)).toEqual(plain.body);
    if (coding !== 'identity') expect(answer.headers.etag).not.toBe(plain.headers.etag);
  });

  test('HEAD: the headers of GET, and nothing else', async () => {
    // Both differ between any two responses, whatever their method.
    const { 'x-request-id': _id, date: _date, ...get } = (await ask(path, { 'Accept-Encoding': 'br' })).headers;
    const head = await ask(path, { 'Accept-Encoding': 'br' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject(get);
    expect(head.body).toHaveLength(0);
  });

  test('304 repeats ETag, Cache-Control and Vary', async () => {
    const first = await ask(path, { 'Accept-Encoding': 'br' });
    const answer = await ask(path, { 'Accept-Encoding': 'br', 'If-None-Match': first.headers.etag! });
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
    for (const name of ['etag', 'cache-control', 'vary', 'last-modified'])
      expect(answer.headers[name]).toBe(first.headers[name]);
    expectServiceHeaders(answer);
  });

  test('OPTIONS: 204, the preflight', async () => {
    const answer = await ask(
      path,
      { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' },
      'OPTIONS',
    );
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
    expect(answer.headers['access-control-allow-headers']).toContain(
      'Authorization, X-API-Key, If-None-Match, If-Modified-Since, Accept',
    );
    expect(answer.headers['access-control-max-age']).toBe('86400');
    expectServiceHeaders(answer);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('405: %s, with Allow', async (method) => {
    const answer = await ask(path, {}, method);
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  test.each(['key', 'api_key'])('400: ?%s= with a hint', async (parameter) => {
    const answer = await ask(`${path}?${parameter}=ow_secret`);
    expectError(answer, 400, 'invalid_parameter');
    expect(answer.json()).toMatchObject({ parameter, hint: expect.stringContaining('X-API-Key') });
    expect(answer.body.toString()).not.toContain('ow_secret');
  });

  test('400: a parameter that it does not have, whatever it is for', async () => {
    // With one of these, the path is the keyed query of the file.
    const matches = (query: { path: string }) =>
      new RegExp(`^${query.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const keyed = Object.keys(fileQueries.find(matches)?.query ?? {});
    for (const parameter of ['utm_source', 'limit', 'type', '_'].filter((name) => !keyed.includes(name))) {
      const answer = await ask(`${path}?${parameter}=1`);
      expectError(answer, 400, 'invalid_parameter');
      expect(answer.json()).toMatchObject({ parameter });
      expect(new Set(answer.json().allowed)).toEqual(new Set([...keyed, 'format']));
    }
  });

  test('format may name the form that it has anyway', async () => {
    expect((await ask(`${path}?format=${form}`)).status).toBe(200);
  });

  test('406: no encoding left', async () => {
    const answer = await ask(path, { 'Accept-Encoding': 'identity;q=0' });
    expectError(answer, 406, 'not_acceptable');
    expect(answer.json()).toMatchObject({ header: 'Accept-Encoding', allowed: expect.arrayContaining(['identity']) });
  });
});

describe('404', () => {
  test.each([
    ['/api/v1/dataset/starlink', 'slice', ['active', 'all']],
    ['/api/v1/dataset/starlink.csv', 'slice', ['active', 'all']],
    ['/api/v1/events/1999-01', 'month', ['2026-08']],
  ])('%s lists what there is', async (path, parameter, allowed) => {
    const answer = await ask(path);
    expectError(answer, 404, 'not_found');
    expect(answer.json()).toMatchObject({ parameter, allowed });
  });

  test('a form that the resource does not have', async () => {
    const answer = await ask('/api/v1/dataset/active.atom');
    expectError(answer, 404, 'not_found');
    expect(answer.json().allowed).toEqual(['json', 'csv', 'parquet']);
  });

  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/elements',
    '/api/v1/elements/',
    '/api/v1/elements.json.br',
    '/api/v1/__proto__',
    '/api/v1/elements.toString',
  ])('%s is JSON, never a page', async (path) =>
    expectError(await ask(path, { Accept: 'text/html' }), 404, 'not_found'),
  );

  test('files of the release that are not public are not there', async () => {
    expect((await ask('/catalog.duckdb')).status).toBe(404);
    expect((await ask('/_headers')).status).toBe(404);
    expect((await ask('/manifest.json')).status).toBe(404);
  });
});
