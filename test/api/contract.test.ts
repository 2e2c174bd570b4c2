import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feedOperation } from '../../src/features/feeds/feed-operation.ts';
import { sqlPath } from '../../src/features/sql/http/sql-request.ts';
import { webhookRoutes } from '../../src/features/webhooks/http/webhook-routes.ts';
import { allRoutes, errorsOf } from '../../src/http/api/openapi/openapi.ts';
import type { RouteFacts } from '../../src/http/api/route.ts';
import { messageRoutes } from '../../src/http/api/routes.ts';
import { errors } from '../../src/http/errors.ts';
import { requiredQuery } from '../http/required-query.ts';
import type { Answer } from '../server/running-server.ts';
import { KEY, refusals, type SampleServer, serveSample } from './sample-server.ts';

/** Requests every route of the OpenAPI document, and checks every status that it declares. */
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

/** The path of a route with the examples of its parameters. */
const pathOf = ({ path, params }: RouteFacts, over: Record<string, string> = {}) =>
  path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => over[name] ?? (name === 'release' ? server.served.id! : String(params[name]!.example)),
  );
const urlOf = (route: RouteFacts, more: readonly string[] = [], over: Record<string, string> = {}) => {
  const query = requiredQuery(route, more);
  return `${pathOf(route, over)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

const validators = new Map<object, ValidateFunction>();

/** Checks a response against the OpenAPI document: its status, headers, media type and schema. */
function checkResponse(route: RouteFacts, response: Answer): void {
  const declared = document.paths[route.path]!.get.responses[response.status];
  expect(declared, `${route.path} returned ${response.status}, which the document does not declare`).toBeDefined();
  const commonHeaders = [
    'x-request-id',
    'x-service-license',
    'x-service-sources',
    'x-catalog-release',
    'x-content-type-options',
  ];
  for (const name of [...commonHeaders, 'access-control-allow-origin', 'vary', 'cache-control'])
    expect(response.headers[name], `${name} of ${route.path}`).toBeTruthy();
  if (response.status === 304) return;
  const type = response.headers['content-type']!.split(';')[0]!;
  const content = declared!.content![type];
  expect(content, `${route.path} returned ${type}, which the document does not declare`).toBeDefined();
  if (type !== 'application/json') return;
  const pointer = `https://api/#/paths/${route.path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/get/responses/${response.status}/content/application~1json/schema`;
  const validate = validators.get(content!) ?? ajv.compile({ $ref: pointer });
  validators.set(content!, validate);
  expect(
    validate(response.json()),
    `${route.path} ${response.status}: ${ajv.errorsText(validate.errors?.slice(0, 3))}`,
  ).toBe(true);
}

/** The list in the data of a response: all of it, its passes or its objects. */
const listed = (data: unknown) => {
  const { passes, objects } = data as { passes?: unknown[]; objects?: unknown[] };
  return Array.isArray(data) ? data : (passes ?? objects);
};
/** Filters by words of a text. */
const textFilters = ['users', 'purpose', 'manufacturer', 'program', 'bus', 'launch_site', 'launch_vehicle'];

function checkError(route: RouteFacts, response: Answer, code: keyof typeof errors): void {
  expect(response.json(), urlOf(route)).toMatchObject({ code, error: expect.any(String), hint: expect.any(String) });
  expect(response.status).toBe(errors[code].status);
  expect(response.headers['cache-control']).toBe('private, no-store');
  expect(response.headers.vary).toBe('Authorization, X-API-Key');
  checkResponse(route, response);
}

const keyedRoutes = allRoutes.filter(({ access }) => access === 'keyed');
const cases = allRoutes.map((route) => [route.path, route] as const);
const keyed = keyedRoutes.map((route) => [route.path, route] as const);

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1, the same at both URLs, and lists every route', async () => {
    const other = await server.get('/api/v1/openapi.json');
    expect(other.json()).toEqual(document);
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).sort()).toEqual(
      [
        ...new Set([...allRoutes, ...messageRoutes, ...webhookRoutes, feedOperation].map(({ path }) => path as string)),
        sqlPath,
      ].sort(),
    );
  });
});

const lists = [...allRoutes, ...webhookRoutes.filter(({ method }) => method === 'get')].filter(
  ({ query }) => 'limit' in query,
);

test.each(lists.map(({ path }) => path))(
  '%s is paginated, with 1 to 100 items per page, 20 by default, and a Link header',
  (path) => {
    const { parameters, responses } = document.paths[path]!.get;
    const schemaOf = (parameter: string) => parameters.find(({ name }) => name === parameter)?.schema;
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
    expect(schemaOf('offset')).toMatchObject({ type: 'integer', minimum: 0, default: 0 });
    expect(responses['200']!.headers).toHaveProperty('Link');
  },
);

/** Parameters that optional ones need. */
const companions: Readonly<Record<string, readonly string[]>> = {
  lat: ['lon'],
  lon: ['lat'],
  alt_m: ['lat', 'lon'],
  az1: ['el1', 'az2', 'el2'],
  el1: ['az1', 'az2', 'el2'],
  az2: ['az1', 'el1', 'el2'],
  el2: ['az1', 'el1', 'az2'],
  step_s: ['transmitter'],
  priority: ['plan'],
  turn_s: ['plan'],
  downlink_hz: ['transmitter'],
};

describe.each(cases)('%s', (_path, route) => {
  test('returns 200 as declared, in every format and encoding', async () => {
    for (const { type } of route.responses) {
      const accept = type.split(';')[0]!;
      for (const coding of ['identity', 'gzip', 'br', 'zstd']) {
        const response = await server.get(urlOf(route), { accept, 'accept-encoding': coding });
        expect(response.status, `${route.path} as ${accept}`).toBe(200);
        expect(response.headers['content-type']).toBe(type);
        expect(response.headers.etag).toMatch(/^"[0-9a-f]{32}(-\w+)?"$/);
        expect(response.headers['last-modified']).toBeTruthy();
        if (coding === 'identity') checkResponse(route, response);
      }
    }
  });

  test('has an ETag for each representation, and repeats the required headers with 304', async () => {
    const etags = new Set<string>();
    for (const { type } of route.responses)
      for (const coding of ['identity', 'gzip']) {
        const headers = { accept: type.split(';')[0]!, 'accept-encoding': coding };
        const response = await server.get(urlOf(route), headers);
        const tag = response.headers.etag!;
        if (response.headers['content-encoding'] !== undefined || coding === 'identity') {
          expect(etags.has(tag)).toBe(false);
          etags.add(tag);
        }
        const again = await server.get(urlOf(route), { ...headers, 'if-none-match': `"x", W/${tag}` });
        expect(again.status).toBe(304);
        expect(again.body).toHaveLength(0);
        for (const name of ['etag', 'cache-control', 'vary', 'last-modified'])
          expect(again.headers[name], name).toBe(response.headers[name]);
        const since = { ...headers, 'if-modified-since': response.headers['last-modified']! };
        expect((await server.get(urlOf(route), since)).status).toBe(304);
        // If-None-Match takes precedence over If-Modified-Since.
        expect((await server.get(urlOf(route), { ...since, 'if-none-match': '"other"' })).status).toBe(200);
      }
  });

  test('HEAD returns the headers of GET without a body, and OPTIONS the allowed request headers', async () => {
    const get = await server.get(urlOf(route));
    const head = await server.get(urlOf(route), {}, 'HEAD');
    const comparable = ({ 'x-request-id': _id, date: _date, ...rest }: Answer['headers']) => rest;
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(comparable(head.headers)).toEqual(comparable(get.headers));
    const options = await server.get(urlOf(route), {}, 'OPTIONS');
    expect([options.status, options.headers['access-control-max-age']]).toEqual([204, '86400']);
    expect(options.headers['access-control-allow-headers']).toContain('Authorization, X-API-Key, If-None-Match');
  });

  test('returns 400 for a key in the URL, 405 for write methods, and 404 for paths below it', async () => {
    for (const name of ['key', 'api_key', 'apiKey'])
      checkError(route, await server.get(urlOf(route, [`${name}=${KEY}`])), 'invalid_parameter');
    const takesMessages = messageRoutes.some(({ path }) => path === route.path);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      if (method === 'POST' && takesMessages) continue;
      const response = await server.get(urlOf(route), {}, method);
      checkError(route, response, 'method_not_allowed');
      expect(response.headers.allow).toBe(takesMessages ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS');
    }
    const below = await server.get(`${pathOf(route)}/no/such/thing`);
    expect(below.json().code).toBe('not_found');
  });

  test('returns 400 (404 if public) for an invalid path parameter, and 404 for an unknown one', async () => {
    const names = Object.keys(route.params);
    if (names.length === 0) return;
    const [name] = names as [string];
    const invalid = name === 'norad_cat_id' ? ['abc', '0', '-1', '1.5', '1234567890', '%20'] : ['UPPER', 'a--b', '%20'];
    for (const value of invalid) {
      const response = await server.get(urlOf(route, [], { [name]: value }));
      if (route.access === 'keyed') {
        checkError(route, response, 'invalid_parameter');
        expect(response.json().parameter).toBe(name);
      } else checkError(route, response, 'not_found');
    }
    const unknown = {
      norad_cat_id: '999999999',
      slug: 'nobody',
      slice: 'nothing',
      set: 'nothing',
      month: '1957-10',
      launch_id: '1957-999',
      release: '19571004T000000Z-00000000',
      id: route.path.startsWith('/api/v1/breakups/') ? 'S1-1957-10-04' : '1-2-19571004T000000000Z',
    }[name]!;
    checkError(route, await server.get(urlOf(route, [], { [name]: unknown })), 'not_found');
  });

  test('returns 406 for an unknown media type if it has several formats', async () => {
    if (route.responses.length === 1) return;
    const response = await server.get(urlOf(route), { accept: 'image/png' });
    checkError(route, response, 'not_acceptable');
    expect(response.json().allowed).toHaveLength(route.responses.length);
  });

  test('returns 406 if no encoding is acceptable', async () => {
    const response = await server.get(urlOf(route), { 'accept-encoding': 'identity;q=0, *;q=0' });
    checkError(route, response, 'not_acceptable');
  });

  test('declares exactly the errors that it can return', () => {
    const declared = Object.keys(document.paths[route.path]!.get.responses).filter((status) => Number(status) >= 400);
    const expected = [...new Set(errorsOf(route).map((code) => String(errors[code].status)))].sort();
    expect(declared.sort()).toEqual(expected);
  });
});

describe.each(keyed)('%s, keyed', (_path, route) => {
  test.each(refusals)('returns %s', async (code) => {
    const response = await server.get(urlOf(route), { authorization: `Bearer refuse-${code}` });
    checkError(route, response, code);
    if (response.status === 401) {
      expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(response.json().hint).toContain('"Authorization: Bearer ow_…"');
    }
    if (response.status === 429) expect(response.json().retry_after).toBe(17);
    if (response.status === 429 || response.status === 503) expect(response.headers['retry-after']).toBe('17');
  });

  test('returns 401 without a key, before it validates parameters', async () => {
    const response = await server.get(`${pathOf(route)}?nonsense=1`, { authorization: '' });
    expect(response.json().code).toMatch(/^(missing|invalid)_api_key$/);
    expect(response.status).toBe(401);
  });

  test('forbids caching of the response', async () => {
    const { headers } = await server.get(urlOf(route));
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.vary).toMatch(/^Authorization, X-API-Key/);
  });

  test('returns 400 for an empty, repeated or invalid parameter, and for an unknown one', async () => {
    const unknown = await server.get(urlOf(route, ['no_such=1']));
    checkError(route, unknown, 'invalid_parameter');
    expect(unknown.json()).toMatchObject({ parameter: 'no_such', allowed: Object.keys(route.query) });
    for (const [name, { allowed, example }] of Object.entries(route.query)) {
      const valid = `${name}=${encodeURIComponent(String(example))}`;
      const long = `${name}=${'9'.repeat(200)}`;
      // Any text may be in a filter by text: one that no object has selects none.
      const isText = textFilters.includes(name);
      if (isText) expect(listed((await server.get(urlOf(route, [long]))).json().data)).toEqual([]);
      for (const given of [[`${name}=`], [valid, valid], [`${name}=%00`], ...(isText ? [] : [[long]])]) {
        const response = await server.get(urlOf(route, given));
        checkError(route, response, 'invalid_parameter');
        const body = response.json();
        expect(body.parameter, given.join('&')).toBe(name);
        if (!['country', 'release'].includes(name)) expect(body.allowed).toEqual(allowed);
      }
    }
  });

  test('returns 200 for the example of every parameter', async () => {
    for (const name of Object.keys(route.query)) {
      // Examples of these parameters are from another server.
      if (name === 'release' || name === 'run') continue;
      // Required parameters are in every URL.
      const others = (companions[name] ?? []).filter((other) => route.query[other]?.required === false);
      const pairs = [name, ...others].map((one) => [one, String(route.query[one]!.example)] as const);
      const response = await server.get(
        urlOf(
          route,
          pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`),
        ),
      );
      expect(
        [response.status, response.status === 200 ? '' : response.body.toString()],
        `${route.path} ${name}`,
      ).toEqual([200, '']);
      if (name !== 'fields' && name !== 'format') checkResponse(route, response);
    }
  });
});

describe('responses of some routes', () => {
  test('422 if a TLE cannot express the elements, with the reason and the URL of the OMM', async () => {
    const response = await server.get('/api/v1/satellites/345678/tle');
    checkError(allRoutes.find(({ id }) => id === 'getTle')!, response, 'tle_not_expressible');
    expect(response.json().error).toContain('345678');
    expect(response.json().hint).toContain('/api/v1/satellites/345678/omm');
    expect((await server.get('/api/v1/satellites/345678/omm')).json().data.NORAD_CAT_ID).toBe(345678);
  });

  test('404 no_elements for an active object without elements', async () => {
    for (const id of ['getTle', 'getOmm']) {
      const route = allRoutes.find((one) => one.id === id)!;
      checkError(route, await server.get(urlOf(route, [], { norad_cat_id: '190060' })), 'no_elements');
    }
  });

  test('a stale warning for elements older than three days, in the header and in the JSON', async () => {
    const response = await server.get('/api/v1/satellites/190070/tle?format=json');
    expect(response.json().data.stale_warning).toMatch(/^These elements are \d+\.\d days old/);
    expect(response.headers['x-stale-warning']).toBe(response.json().data.stale_warning);
    const fresh = await server.get('/api/v1/satellites/25544/tle?format=json');
    expect(fresh.json().data.stale_warning).toBeNull();
    expect(fresh.headers['x-stale-warning']).toBeUndefined();
  });

  test('settles every request with the status of its response', async () => {
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
