import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';
import { ask as askAt, type RunningServer, startServer } from '../server/running-server.ts';

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

describe('GET /api/v1', () => {
  test('lists the routes that the description of the API has, and links to it', async () => {
    const { status, headers, json } = await ask('/api/v1');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { data } = json();
    const { paths } = (await ask('/openapi.json')).json();
    const listed = data.routes.map(({ method, path }: Record<string, string>) => `${method} ${path}`);
    expect(new Set(listed.map((route: string) => route.split(' ')[1]))).toEqual(new Set(Object.keys(paths)));
    expect(listed).toContain('GET /api/v1/satellites/{norad_cat_id}');
    expect(data.openapi).toBe(`${server.base}/openapi.json`);
    expect(headers.link).toMatch(
      /<\/openapi\.json>; rel="service-desc".*<https:\/\/opendatacommons[^>]+>; rel="license"/,
    );
    expect((await ask('/api/v1', { 'If-None-Match': headers.etag! })).status).toBe(304);
  });
});

describe('application/problem+json', () => {
  test('has the members of RFC 9457 and those of every error', async () => {
    const usual = await ask('/api/v1/launches?foo=1');
    const problem = await ask('/api/v1/launches?foo=1', { Accept: 'application/problem+json, application/json' });
    expect([usual.headers['content-type'], problem.headers['content-type']]).toEqual([
      'application/json; charset=utf-8',
      'application/problem+json',
    ]);
    const { error, hint, ...others } = usual.json();
    expect(problem.json()).toEqual({
      type: `${server.base}/docs/api/errors/#invalid_parameter`,
      title: error,
      status: 400,
      detail: `${error} ${hint}`,
      instance: `urn:request:${problem.headers['x-request-id']}`,
      error,
      hint,
      ...others,
    });
  });
});

test.each([
  '/NORAD/elements/gp.php',
  '/NORAD/elements/nope.txt',
  '/pub/satcat.csv?x=1',
  '/api/v1?x=1',
  '/openapi.json?api_key=1',
])('application/problem+json is the form of the error of %s, too', async (path) => {
  const problem = await ask(path, { Accept: 'application/problem+json' });
  expect(problem.headers['content-type']).toBe('application/problem+json');
  expect(problem.json()).toMatchObject({ status: problem.status, hint: expect.any(String), code: expect.any(String) });
  const [refused] = [await ask(path, {}, 'PUT')];
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([405, '*']);
});

test.each(['/api/v1', '/openapi.json', '/api/v1/openapi.json'])(
  '%s refuses every parameter, and keys',
  async (path) => {
    const unknown = await ask(`${path}?pretty=1`);
    expect([unknown.status, unknown.json()]).toMatchObject([400, { parameter: 'pretty', allowed: [] }]);
    const key = await ask(`${path}?api_key=ow_secret`);
    expect([key.status, key.json().hint]).toEqual([400, expect.stringContaining('replace this key')]);
  },
);

describe('a preflight of a browser', () => {
  test('allows the headers that a script asks for, besides the usual ones', async () => {
    const asked = 'traceparent, X-Requested-With, authorization, Cache-Control';
    const { status, headers } = await ask(
      '/api/v1/launches',
      { Origin: 'https://example.org', 'Access-Control-Request-Headers': asked },
      'OPTIONS',
    );
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(status).toBe(204);
    expect(allowed).toEqual([...new Set(allowed)]);
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'x-api-key', ...asked.toLowerCase().split(', ')]));
    expect(headers.vary).toBe('Access-Control-Request-Headers');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});
