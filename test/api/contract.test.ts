import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes, errorsOf } from '../../src/http/api/openapi/openapi.ts';
import type { RouteFacts } from '../../src/http/api/route.ts';
import { sqlPath } from '../../src/http/api/sql/sql-request.ts';
import { webhookRoutes } from '../../src/http/api/webhooks/webhook-routes.ts';
import { errors } from '../../src/http/errors.ts';
import type { Answer } from '../server/running-server.ts';
import { KEY, refusals, type SampleServer, serveSample } from './sample-server.ts';

/** Every route that the description names, with every status that it promises: each is really asked for and checked. */
let server: SampleServer;
let document: Document;
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);

interface Document {
  openapi: string;
  paths: Record<string, { get: Operation }>;
  components: Record<string, Record<string, unknown>>;
}
interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown>; example?: unknown }[];
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: object }> }>;
}

beforeAll(async () => {
  server = await serveSample();
  document = (await server.get('/openapi.json')).json() as unknown as Document;
  ajv.addSchema({ $id: 'https://api/', ...document });
});
afterAll(() => server?.remove());

/** The path of a route with its examples in place. */
const pathOf = ({ path, params }: RouteFacts, over: Record<string, string> = {}) =>
  path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => over[name] ?? (name === 'release' ? server.served.id! : String(params[name]!.example)),
  );
/** The query that a route can't do without. */
const needed = ({ query }: RouteFacts) =>
  Object.entries(query)
    .filter(([, parameter]) => parameter.required)
    .map(([name, { example }]) => `${name}=${encodeURIComponent(String(example))}`);
const urlOf = (route: RouteFacts, more: readonly string[] = [], over: Record<string, string> = {}) => {
  const query = [
    ...needed(route).filter((pair) => !more.some((one) => one.split('=')[0] === pair.split('=')[0])),
    ...more,
  ];
  return `${pathOf(route, over)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

const validators = new Map<object, ValidateFunction>();

/** Checks an answer against what the description says of this route and status: schema, headers, nothing undeclared. */
function checkAnswer(route: RouteFacts, answer: Answer): void {
  const declared = document.paths[route.path]!.get.responses[answer.status];
  expect(declared, `${route.path} answered ${answer.status}, which the description does not name`).toBeDefined();
  const always = [
    'x-request-id',
    'x-service-license',
    'x-service-sources',
    'x-catalog-release',
    'x-content-type-options',
  ];
  for (const name of [...always, 'access-control-allow-origin', 'vary', 'cache-control'])
    expect(answer.headers[name], `${name} of ${route.path}`).toBeTruthy();
  if (answer.status === 304) return;
  const type = answer.headers['content-type']!.split(';')[0]!;
  const content = declared!.content![type];
  expect(content, `${route.path} answered as ${type}, which the description does not name`).toBeDefined();
  if (type !== 'application/json') return;
  const pointer = `https://api/#/paths/${route.path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/get/responses/${answer.status}/content/application~1json/schema`;
  const validate = validators.get(content!) ?? ajv.compile({ $ref: pointer });
  validators.set(content!, validate);
  expect(
    validate(answer.json()),
    `${route.path} ${answer.status}: ${ajv.errorsText(validate.errors?.slice(0, 3))}`,
  ).toBe(true);
}

function checkError(route: RouteFacts, answer: Answer, code: keyof typeof errors): void {
  expect(answer.json(), urlOf(route)).toMatchObject({ code, error: expect.any(String), hint: expect.any(String) });
  expect(answer.status).toBe(errors[code].status);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers.vary).toBe('Authorization, X-API-Key');
  checkAnswer(route, answer);
}

const keyedRoutes = allRoutes.filter(({ access }) => access === 'keyed');
const cases = allRoutes.map((route) => [route.path, route] as const);
const keyed = keyedRoutes.map((route) => [route.path, route] as const);

describe('the description', () => {
  test('is OpenAPI 3.1, the same at both addresses, and names every route', async () => {
    const other = await server.get('/api/v1/openapi.json');
    expect(other.json()).toEqual(document);
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).sort()).toEqual(
      [...new Set([...allRoutes, ...webhookRoutes].map(({ path }) => path as string)), sqlPath].sort(),
    );
  });
});

const lists = [...allRoutes, ...webhookRoutes.filter(({ method }) => method === 'get')].filter(
  ({ query }) => 'limit' in query,
);

test.each(lists.map(({ path }) => path))('%s is a list: 1 to 100 of it, 20 unless told, with links', (path) => {
  const { parameters, responses } = document.paths[path]!.get;
  const schemaOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.schema;
  expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  expect(schemaOf('offset')).toMatchObject({ type: 'integer', minimum: 0, default: 0 });
  expect(responses['200']!.headers).toHaveProperty('Link');
});

describe.each(cases)('%s', (_path, route) => {
  test('200 as described, in every form and coding', async () => {
    for (const { type } of route.responses) {
      const accept = type.split(';')[0]!;
      for (const coding of ['identity', 'gzip', 'br', 'zstd']) {
        const answer = await server.get(urlOf(route), { accept, 'accept-encoding': coding });
        expect(answer.status, `${route.path} as ${accept}`).toBe(200);
        expect(answer.headers['content-type']).toBe(type);
        expect(answer.headers.etag).toMatch(/^"[0-9a-f]{32}(-\w+)?"$/);
        expect(answer.headers['last-modified']).toBeTruthy();
        if (coding === 'identity') checkAnswer(route, answer);
      }
    }
  });

  test('ETags differ from one representation to the next, and 304 repeats what it must', async () => {
    const etags = new Set<string>();
    for (const { type } of route.responses)
      for (const coding of ['identity', 'gzip']) {
        const headers = { accept: type.split(';')[0]!, 'accept-encoding': coding };
        const answer = await server.get(urlOf(route), headers);
        const tag = answer.headers.etag!;
        if (answer.headers['content-encoding'] !== undefined || coding === 'identity') {
          expect(etags.has(tag)).toBe(false);
          etags.add(tag);
        }
        const again = await server.get(urlOf(route), { ...headers, 'if-none-match': `"x", W/${tag}` });
        expect(again.status).toBe(304);
        expect(again.body).toHaveLength(0);
        for (const name of ['etag', 'cache-control', 'vary', 'last-modified'])
          expect(again.headers[name], name).toBe(answer.headers[name]);
        const since = { ...headers, 'if-modified-since': answer.headers['last-modified']! };
        expect((await server.get(urlOf(route), since)).status).toBe(304);
        // If-None-Match goes before If-Modified-Since.
        expect((await server.get(urlOf(route), { ...since, 'if-none-match': '"other"' })).status).toBe(200);
      }
  });

  test('HEAD has the headers of GET and no body; OPTIONS tells browsers what they may send', async () => {
    const get = await server.get(urlOf(route));
    const head = await server.get(urlOf(route), {}, 'HEAD');
    const but = ({ 'x-request-id': _id, date: _date, ...rest }: Answer['headers']) => rest;
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(but(head.headers)).toEqual(but(get.headers));
    const options = await server.get(urlOf(route), {}, 'OPTIONS');
    expect([options.status, options.headers['access-control-max-age']]).toEqual([204, '86400']);
    expect(options.headers['access-control-allow-headers']).toContain('Authorization, X-API-Key, If-None-Match');
  });

  test('400 for a key in the address, 405 for what would change something, 404 below it', async () => {
    for (const name of ['key', 'api_key', 'apiKey'])
      checkError(route, await server.get(urlOf(route, [`${name}=${KEY}`])), 'invalid_parameter');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await server.get(urlOf(route), {}, method);
      checkError(route, answer, 'method_not_allowed');
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    }
    const below = await server.get(`${pathOf(route)}/no/such/thing`);
    expect(below.json().code).toBe('not_found');
  });

  test('400 for a path parameter that is none, 404 for one that nothing has', async () => {
    const names = Object.keys(route.params);
    if (names.length === 0) return;
    const [name] = names as [string];
    const bad = name === 'norad_cat_id' ? ['abc', '0', '-1', '1.5', '1234567890', '%20'] : ['UPPER', 'a--b', '%20'];
    for (const value of bad) {
      const answer = await server.get(urlOf(route, [], { [name]: value }));
      if (route.access === 'keyed') {
        checkError(route, answer, 'invalid_parameter');
        expect(answer.json().parameter).toBe(name);
      } else checkError(route, answer, 'not_found');
    }
    const nobody = {
      norad_cat_id: '999999999',
      slug: 'nobody',
      slice: 'nothing',
      set: 'nothing',
      month: '1957-10',
      launch_id: '1957-999',
      release: '19571004T000000Z-00000000',
    }[name]!;
    checkError(route, await server.get(urlOf(route, [], { [name]: nobody })), 'not_found');
  });

  test('406 where it has several forms', async () => {
    if (route.responses.length === 1) return;
    const answer = await server.get(urlOf(route), { accept: 'image/png' });
    checkError(route, answer, 'not_acceptable');
    expect(answer.json().allowed).toHaveLength(route.responses.length);
  });

  test('406 for no coding at all', async () => {
    const answer = await server.get(urlOf(route), { 'accept-encoding': 'identity;q=0, *;q=0' });
    checkError(route, answer, 'not_acceptable');
  });

  test('promises no error that is not in the table, and every one that a guard can give', () => {
    const promised = Object.keys(document.paths[route.path]!.get.responses).filter((status) => Number(status) >= 400);
    const expected = [...new Set(errorsOf(route).map((code) => String(errors[code].status)))].sort();
    expect(promised.sort()).toEqual(expected);
  });
});

describe.each(keyed)('%s, keyed', (_path, route) => {
  test.each(refusals)('%s', async (code) => {
    const answer = await server.get(urlOf(route), { authorization: `Bearer refuse-${code}` });
    checkError(route, answer, code);
    if (answer.status === 401) {
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(answer.json().hint).toContain('"Authorization: Bearer ow_…"');
    }
    if (answer.status === 429) expect(answer.json().retry_after).toBe(17);
    if (answer.status === 429 || answer.status === 503) expect(answer.headers['retry-after']).toBe('17');
  });

  test('401 without a key, before anything else is looked at', async () => {
    const answer = await server.get(`${pathOf(route)}?nonsense=1`, { authorization: '' });
    expect(answer.json().code).toMatch(/^(missing|invalid)_api_key$/);
    expect(answer.status).toBe(401);
  });

  test('no answer may be kept by a cache', async () => {
    const { headers } = await server.get(urlOf(route));
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.vary).toMatch(/^Authorization, X-API-Key/);
  });

  test('400 for every parameter that is empty, repeated or wrong, and for one it does not have', async () => {
    const wrong = await server.get(urlOf(route, ['no_such=1']));
    checkError(route, wrong, 'invalid_parameter');
    expect(wrong.json()).toMatchObject({ parameter: 'no_such', allowed: Object.keys(route.query) });
    for (const [name, { allowed, example }] of Object.entries(route.query)) {
      const good = `${name}=${encodeURIComponent(String(example))}`;
      for (const given of [[`${name}=`], [good, good], [`${name}=%00`], [`${name}=${'9'.repeat(200)}`]]) {
        const answer = await server.get(urlOf(route, given));
        checkError(route, answer, 'invalid_parameter');
        const body = answer.json();
        expect(body.parameter, given.join('&')).toBe(name);
        if (
          ![
            'country',
            'operator',
            'release',
            'users',
            'purpose',
            'manufacturer',
            'launch_site',
            'launch_vehicle',
          ].includes(name)
        )
          expect(body.allowed).toEqual(allowed);
      }
    }
  });

  test('200 for every parameter with its example', async () => {
    for (const [name, { example, with: beside = {} }] of Object.entries(route.query)) {
      if (name === 'release') continue;
      const pairs = Object.entries({ [name]: String(example), ...beside });
      const answer = await server.get(
        urlOf(
          route,
          pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`),
        ),
      );
      expect([answer.status, answer.status === 200 ? '' : answer.body.toString()], `${route.path} ${name}`).toEqual([
        200,
        '',
      ]);
      if (name !== 'fields' && name !== 'format') checkAnswer(route, answer);
    }
  });
});

describe('what only some routes answer', () => {
  test('422 where a TLE can’t say it, with the reason and the way to the OMM', async () => {
    const answer = await server.get('/api/v1/satellites/345678/tle');
    checkError(allRoutes.find(({ id }) => id === 'getTle')!, answer, 'tle_not_expressible');
    expect(answer.json().error).toContain('345678');
    expect(answer.json().hint).toContain('/api/v1/satellites/345678/omm');
    expect((await server.get('/api/v1/satellites/345678/omm')).json().data.NORAD_CAT_ID).toBe(345678);
  });

  test('404 no_elements for an active object without elements', async () => {
    for (const id of ['getTle', 'getOmm']) {
      const route = allRoutes.find((one) => one.id === id)!;
      checkError(route, await server.get(urlOf(route, [], { norad_cat_id: '190060' })), 'no_elements');
    }
  });

  test('a stale warning for elements older than three days, in the header and in the JSON', async () => {
    const answer = await server.get('/api/v1/satellites/190070/tle?format=json');
    expect(answer.json().data.stale_warning).toMatch(/^These elements are \d+\.\d days old/);
    expect(answer.headers['x-stale-warning']).toBe(answer.json().data.stale_warning);
    const fresh = await server.get('/api/v1/satellites/25544/tle?format=json');
    expect(fresh.json().data.stale_warning).toBeNull();
    expect(fresh.headers['x-stale-warning']).toBeUndefined();
  });

  test('every request is settled with the status that it got', async () => {
    server.settled.length = 0;
    const statuses = [
      await server.get('/api/v1/stats'),
      await server.get('/api/v1/stats', { 'if-none-match': '*' }),
      await server.get('/api/v1/stats?x=1'),
      await server.get('/api/v1/satellites/999999999'),
      await server.get('/api/v1/elements'),
      await server.get('/api/v1/elements', { 'if-none-match': '*' }),
      await server.get('/api/v1/dataset/nothing'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 304, 400, 404, 200, 304, 404]);
    expect(server.settled).toEqual(statuses);
  });
});
