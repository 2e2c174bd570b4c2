import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../src/http/api/openapi/openapi.ts';
import { type ErrorCode, errors } from '../../src/http/errors.ts';
import { KEY, type SampleServer, serveSample } from '../api/sample-server.ts';
import { builtSite } from '../built-site.ts';
import { RawClient, type RawRequest, type RawResponse } from './raw-client.ts';

/** Ten thousand abnormal requests to the API, pages and their files, the same in every run. */
const REQUESTS = 10_000;
const CONNECTIONS = 8;
const SLOW_MILLISECONDS = 1000;

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample(undefined, await builtSite());
});
afterAll(() => server?.remove());

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = seeded(20_260_822);
const below = (limit: number) => Math.floor(random() * limit);
const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
const chance = (share: number) => random() < share;
/** Latin-1 characters: each is sent as one byte, so that the text is rarely valid UTF-8. */
const noise = (length: number, from = 0, to = 255) =>
  Array.from({ length }, () => String.fromCharCode(from + below(to - from + 1))).join('');

/** The same, mostly percent-encoded: rarely valid UTF-8, but valid HTTP. */
const text = (length: number) =>
  chance(0.15)
    ? noise(length, 33)
    : noise(length).replace(/[^\w]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

const nasty = [
  '%00',
  '%0d%0aX-Evil:%201',
  '%',
  '%2',
  '%zz',
  '%ff',
  '%c0%80',
  '%ed%a0%80',
  '%f4%90%80%80',
  '%25%30%30',
  '%2e%2e',
  '..',
  '.',
  '//',
  '%2f',
  '%5c',
  '\\',
  '+',
  '&',
  '=',
  ';',
  '?',
  '#',
  "'",
  '"',
  '`',
  '<script>',
  '{{7*7}}',

  "' OR 1=1 --",
  '); DROP TABLE satellites;',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '9'.repeat(30),
  '-1',
  '1.5',
  '٣',
  '%D9%A3',
  '%F0%9F%9B%B0',
  'true',
  'TRUE',
  '',
  ' ',
  '\u00e9',
  '%E4%BA%BA',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
];

/** Pages, files and forms of the website. */
const sitePaths = [
  '/',
  '/satellites',
  '/satellites.csv',
  '/satellites/25544',
  '/satellites/{x}',
  '/operators/{x}',
  '/launches/{x}',
  '/launches',
  '/sources',
  '/stats',
  '/status.json',
  '/suggest',
  '/docs/claims/',
  '/docs/{x}',
  '/sitemap/{x}.xml',
  '/social-card.png',
  '/_astro/{x}',
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/account',
  '/account/sign-in',
  '/account/{x}',
  '/.well-known/security.txt',
];
const sitePath = () => pick(sitePaths).replace('{x}', () => (chance(0.7) ? pick(nasty) : text(below(20))));

function path(): string {
  if (chance(0.25)) return sitePath();
  const route = pick(allRoutes);
  const filled = route.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    chance(0.5) ? String(route.params[name]!.example) : pick(nasty),
  );
  if (chance(0.6)) return filled;
  if (chance(0.3)) return `/${text(below(40))}`;
  if (chance(0.3)) return `/api/v1/${pick(nasty)}${pick(nasty)}/${pick(nasty)}`;
  if (chance(0.2)) return `http://${pick(['x', 'evil.example:80', '[::1]', ''])}${filled}`;
  return `${filled}${pick(['/', '.json', '.csv', '.br', '/..', '/%2e%2e/', '%00', '//', '/*', '~'])}`;
}

const parameters = [...new Set(allRoutes.flatMap(({ query }) => Object.keys(query)))];
function query(): string {
  if (chance(0.3)) return '';
  const parameter = () => {
    const name = chance(0.8) ? pick(parameters) : pick(nasty);
    const value = chance(0.4) ? pick(nasty) : chance(0.5) ? String(below(400)) : text(below(20));
    return `${name}=${value}`;
  };
  return `?${Array.from({ length: 1 + below(chance(0.02) ? 300 : 4) }, parameter).join('&')}`;
}

const fields: readonly (() => string)[] = [
  () => `Accept: ${pick(['*/*', 'application/json', 'text/csv', 'text/html;q=0', ';;;', 'a/b;q=9', noise(30, 32)])}`,
  () => `Accept-Encoding: ${pick(['gzip', 'br', 'zstd', 'identity;q=0', '*;q=0', 'gzip;q=nan', ',,,', noise(20, 32)])}`,
  () => `If-None-Match: ${pick(['*', '"x"', 'W/"x"', '"', `"${'a'.repeat(3000)}"`, ', ,', noise(20, 32)])}`,
  () => `If-Modified-Since: ${pick(['0', 'Sat, 22 Aug 2026 14:00:00 GMT', 'never', '-1', '9'.repeat(40)])}`,
  () =>
    `Range: ${pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-2', 'lines=1', `bytes=${'0-1,'.repeat(500)}`])}`,
  () => `If-Range: ${pick(['"x"', 'W/"x"', 'yesterday', noise(10, 32)])}`,
  () => `X-API-Key: ${pick([KEY, 'ow_', '', noise(40, 32)])}`,
  () => `X-Forwarded-For: ${pick(['1.2.3.4', '::1', ',,,', 'unknown', noise(30, 32)])}`,
  () => `Cookie: ${noise(below(200), 32)}`,
  () => `Expect: ${pick(['100-continue', '200-ok'])}`,
  () => `Upgrade: ${pick(['websocket', 'h2c'])}\r\nConnection: Upgrade`,
  () => `${noise(1 + below(12), 97, 122)}: ${noise(below(60), 32)}`,
  () => `Big: ${'x'.repeat(below(chance(0.1) ? 20_000 : 2000))}`,
];
/** Headers that make the end of a request ambiguous. */
const broken: readonly (() => string)[] = [
  () => `Content-Length: ${pick(['10', '-1', 'x', '5, 6', '99999999999999999999'])}`,
  () => `Transfer-Encoding: ${pick(['chunked', 'gzip', 'chunked, chunked', 'xchunked'])}`,
  () => `${noise(below(30), 0)}`,
  () => ': no name',
  () => ' folded',
  () => `Host: ${noise(5, 0)}`,
];

function request(): RawRequest {
  const method = chance(0.75)
    ? 'GET'
    : pick(['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'get', 'FOO', 'PROPFIND']);
  const target = chance(0.01)
    ? `/${pick(['a', '%41', '/', '?a=1&', 'é'])}`.repeat(20_000).slice(0, pick([9000, 14_000, 65_536]))
    : `${path()}${query()}`;
  const version = chance(0.98) ? 'HTTP/1.1' : pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', '', 'HTTP/1.1 x']);
  const isAmbiguous = version !== 'HTTP/1.1' || chance(0.04);
  const lines = [
    ...(chance(0.98)
      ? [
          `Host: ${pick(chance(0.7) ? ['localhost', '127.0.0.1:4321', '[::1]'] : ['x:99999', 'a b', 'x@y', 'x\\y', 'x?', 'x#', 'x%2f', noise(8, 33)])}`,
        ]
      : []),
    ...(chance(0.8)
      ? [`Authorization: ${chance(0.8) ? `Bearer ${KEY}` : pick(['Bearer', 'Basic x', noise(20, 32)])}`]
      : []),
    ...Array.from({ length: below(4) }, () => pick(fields)()),
    ...(isAmbiguous ? [pick(broken)()] : []),
  ].map((line) => line.replaceAll('\r\n\r\n', ''));
  const message = `${method} ${target} ${version}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
  return { bytes: Buffer.from(message, 'latin1'), head: method === 'HEAD', reusable: !isAmbiguous };
}

/** Whether a request is for data of the website, whose errors have their own formats. */
const isSite = (bytes: Buffer) => /^\w+ \/(satellites\.(csv|json)|suggest)/.test(bytes.toString('latin1'));

const isAccount = (bytes: Buffer) => /^\w+ \/account/.test(bytes.toString('latin1'));

/** The problem of a response, or null. */
function problemOf({ head, bytes }: RawRequest, { status, headers, body }: RawResponse): string | null {
  // This server has no accounts: their pages return 503.
  if (status >= 500 && !(status === 503 && isAccount(bytes))) return `status ${status}`;
  if (Number.isNaN(status)) return 'no status';
  if (!headers.get('x-request-id')) return 'no X-Request-Id';
  if (status < 400 || head) return null;
  if (body.toString().includes(server.home)) return 'a server path in the body';
  // Pages report errors in HTML.
  if (/^text\/|\+xml|application\/xml/.test(headers.get('content-type') ?? ''))
    return body.length > 0 ? null : 'an empty page';
  if (isSite(bytes) && status < 500) return null;
  if (headers.get('cache-control') !== 'private, no-store') return 'an error that caches may store';
  let error: Partial<Record<'code' | 'error' | 'hint', unknown>>;
  try {
    error = JSON.parse(body.toString('utf8'));
  } catch {
    return 'an error that is not JSON';
  }
  if (typeof error.error !== 'string' || typeof error.hint !== 'string') return 'an error without a message or a hint';
  if (errors[error.code as ErrorCode]?.status !== status) return `code ${error.code} with status ${status}`;
  return null;
}

test(`${REQUESTS} random requests cause no failure, crash or response over a second, and all errors are well formed`, async () => {
  const requests = Array.from({ length: REQUESTS }, request);
  const problems: string[] = [];
  const slowRequests: RawRequest[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const work = async () => {
    const client = new RawClient(server.base);
    while (next < requests.length) {
      const one = requests[next++]!;
      const response = await client.send(one);
      const problem = response && problemOf(one, response);
      if (!response) slowRequests.push(one);
      if (problem !== null) problems.push(`${problem}: ${JSON.stringify(one.bytes.toString('latin1').slice(0, 400))}`);
      if (response) statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response && response.milliseconds > SLOW_MILLISECONDS) slowRequests.push(one);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  expect(problems.slice(0, 10)).toEqual([]);
  // The machine may have been busy: slow requests are repeated one at a time.
  const client = new RawClient(server.base);
  for (const one of slowRequests) {
    const response = await client.send(one);
    expect(response && problemOf(one, response), one.bytes.toString('latin1').slice(0, 400)).toBeNull();
    expect(response?.milliseconds, one.bytes.toString('latin1').slice(0, 400)).toBeLessThan(SLOW_MILLISECONDS);
  }
  client.close();
  // The random requests reach all of these statuses.
  for (const status of [200, 400, 401, 404, 405, 406, 414, 431])
    expect(statuses.get(status), `${status}`).toBeGreaterThan(5);
  expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect((await server.get('/api/v1/satellites/25544')).json().data.name).toBe('ISS (ZARYA)');
});
