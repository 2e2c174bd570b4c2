import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** What a server does to a client, and what its caller gets: one table for all clients. */

export const KEY = `ow_${'a'.repeat(40)}`;
const json = { 'Content-Type': 'application/json', 'X-Request-Id': 'request-7' };
const ISS = '{"data":{"name":"ISS"}}';
const good = (response: ServerResponse) => response.writeHead(200, json).end(ISS);
/** Sends the first half of a body, and does not end the response. */
const half = (response: ServerResponse) =>
  response.writeHead(200, { ...json, 'Content-Length': String(ISS.length) }).write(ISS.slice(0, 9));
/** Sends bytes that Node would not, and closes the connection. */
const raw = (response: ServerResponse, bytes: string) => response.socket!.end(bytes);
const PLAIN = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const CHUNKED = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const refuse = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));

export interface Result {
  readonly value?: unknown;
  /** The class, without the values below if there is none. */
  readonly error?: string;
  readonly status?: number;
  readonly code?: string;
  readonly parameter?: string | null;
  readonly allowed?: readonly string[];
  readonly retry_after?: number;
  readonly request_id?: string;
  readonly message?: string;
  /** Whole seconds that the client wanted to wait. */
  readonly waits?: readonly number[];
}

interface Case {
  readonly what: string;
  /** The server's response to the attempt with this number, from 1. */
  readonly server: (response: ServerResponse, attempt: number, request: IncomingMessage) => unknown;
  readonly call?: 'satellite' | 'satellites' | 'tle' | 'sql';
  readonly options?: Readonly<Record<string, number>>;
  /** Without `attempts`, their number may differ. */
  readonly expected: Result & { readonly attempts?: number };
}

const page = (name: string, next: string | null) => JSON.stringify({ data: [{ name }], meta: { next } });
const impatient = { timeout_s: 0.3 };

export const cases: readonly Case[] = [
  { what: 'a good response', server: good, expected: { value: 'ISS', waits: [], attempts: 1 } },
  {
    what: 'a cut body, then a good response',
    server: (response, attempt) =>
      attempt === 1 ? (half(response), setImmediate(() => response.destroy())) : good(response),
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: 'cut bodies only',
    server: (response) => (half(response), setImmediate(() => response.destroy())),
    expected: { error: 'NoResponseError', status: 0, code: 'no_response', waits: [1, 2, 4], attempts: 4 },
  },
  {
    what: 'a body that stalls, then a good response',
    server: (response, attempt) => (attempt === 1 ? half(response) : good(response)),
    options: impatient,
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: 'no response at all',
    server: () => {},
    options: { ...impatient, retries: 1 },
    expected: { error: 'NoResponseError', code: 'no_response', waits: [1], attempts: 2 },
  },
  {
    what: 'a body that trickles without end',
    server: (response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(timer));
    },
    options: { ...impatient, deadline_s: 0.6, retries: 0 },
    expected: { error: 'NoResponseError', code: 'no_response', waits: [], attempts: 1 },
  },
  {
    what: '200 with HTML, as from the network of a hotel',
    server: (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome'),
    expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 1 },
  },
  ...(['', 'null', '[]', '{}', '{"data":null}', '"text"'] as const).map(
    (body): Case => ({
      what: `200 with ${body || 'an empty body'}`,
      server: (response) => response.writeHead(200, json).end(body),
      expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 1 },
    }),
  ),
  {
    what: 'a list without meta',
    call: 'satellites',
    server: (response) => response.writeHead(200, json).end('{"data":[]}'),
    expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 1 },
  },
  {
    what: '502, then a good response',
    server: (response, attempt) => (attempt === 1 ? response.writeHead(502).end() : good(response)),
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: '503 with JSON of a proxy',
    server: (response) => refuse(response, 503, { error: 'No server is up.', allowed: 'none' }),
    options: { retries: 0 },
    expected: { error: 'OrbweaverError', status: 503, code: 'http_error', message: 'No server is up.', attempts: 1 },
  },
  {
    what: '500',
    server: (response) => refuse(response, 500, { code: 'internal_error', error: 'Ours.', hint: 'Report it.' }),
    expected: { error: 'OrbweaverError', status: 500, code: 'internal_error', waits: [], attempts: 1 },
  },
  {
    what: '503 with HTML, as from a proxy',
    server: (response) => response.writeHead(503, { 'Content-Type': 'text/html' }).end('<p>Bad gateway'),
    expected: { error: 'OrbweaverError', status: 503, code: 'http_error', waits: [1, 2, 4], attempts: 4 },
  },
  {
    what: 'an error response that is cut, then a good one',
    server: (response, attempt) => {
      if (attempt > 1) {
        good(response);
        return;
      }
      response.writeHead(500, { ...json, 'Content-Length': '99' }).write('{"code"');
      setImmediate(() => response.destroy());
    },
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: 'a closed connection',
    server: (response) => response.destroy(),
    expected: { error: 'NoResponseError', code: 'no_response', waits: [1, 2, 4], attempts: 4 },
  },
  {
    what: '429 with Retry-After, then a good response',
    server: (response, attempt) =>
      attempt < 3
        ? refuse(response, 429, { code: 'burst_limit_exceeded', error: 'Slow.', hint: 'Wait.' }, { 'Retry-After': '7' })
        : good(response),
    expected: { value: 'ISS', waits: [7, 7], attempts: 3 },
  },
  {
    what: 'a daily quota that is used up',
    server: (response) =>
      refuse(
        response,
        429,
        { code: 'daily_quota_exceeded', error: 'None left.', hint: 'Wait.' },
        { 'Retry-After': '5000' },
      ),
    expected: { error: 'RateLimitError', code: 'daily_quota_exceeded', retry_after: 5000, waits: [], attempts: 1 },
  },
  {
    what: '400 with the allowed values',
    server: (response) =>
      refuse(response, 400, {
        code: 'invalid_parameter',
        error: 'No.',
        hint: 'Use one.',
        parameter: 'sort',
        allowed: ['a', 'b'],
      }),
    expected: {
      error: 'InvalidRequestError',
      status: 400,
      code: 'invalid_parameter',
      parameter: 'sort',
      allowed: ['a', 'b'],
      request_id: 'request-7',
      message: 'No. Use one. Allowed: a, b.',
      waits: [],
      attempts: 1,
    },
  },
  {
    what: '401',
    server: (response) => refuse(response, 401, { code: 'invalid_api_key', error: 'No.', hint: 'Create one.' }),
    expected: { error: 'AuthenticationError', code: 'invalid_api_key', attempts: 1 },
  },
  {
    what: '404',
    server: (response) => refuse(response, 404, { code: 'not_found', error: 'None.', hint: 'Search.' }),
    expected: { error: 'NotFoundError', code: 'not_found', attempts: 1 },
  },
  {
    what: 'a redirect to the same server',
    server: (response, attempt, { url }) =>
      attempt === 1 ? response.writeHead(302, { Location: url! }).end() : good(response),
    expected: { value: 'ISS', waits: [], attempts: 2 },
  },
  {
    what: 'redirects without an end',
    server: (response, _attempt, { url }) => response.writeHead(302, { Location: url! }).end(),
    options: { retries: 0 },
    expected: { error: 'NoResponseError', status: 0, code: 'no_response', waits: [] },
  },
  {
    what: 'pages whose links have the public URL of the server',
    call: 'satellites',
    server: (response, attempt, { headers }) => {
      if (headers.authorization !== `Bearer ${KEY}`)
        return refuse(response, 401, { code: 'missing_api_key', error: 'No.' });
      const next = attempt < 3 ? `https://public.example/api/v1/satellites?offset=${attempt}` : null;
      return response.writeHead(200, { ...json, 'X-Catalog-Release': 'r1' }).end(page(`page ${attempt}`, next));
    },
    expected: { value: ['page 1', 'page 2', 'page 3'], waits: [], attempts: 3 },
  },
  {
    what: 'pages of two releases',
    call: 'satellites',
    server: (response, attempt) =>
      response
        .writeHead(200, { ...json, 'X-Catalog-Release': `r${attempt}` })
        .end(page('one', 'https://public.example/api/v1/satellites?offset=1')),
    expected: { error: 'OrbweaverError', status: 0, code: 'release_changed', attempts: 2 },
  },
  ...(
    [
      ['a date that is over', 'Thu, 26 Nov 2026 23:59:59 GMT', [1]],
      ['a date that is not over', 'Fri, 27 Nov 2026 00:00:30 GMT', [30]],
      ['a date that does not exist', 'Fri, 99 Nov 2026 00:00:30 GMT', [1]],
      ['a day of another calendar', '2026-11-27', [1]],
      ['a fraction', '7.5', [1]],
      ['a superscript', '\u00b2', [1]],
      ['no wait', '0', [0]],
    ] as const
  ).map(
    ([what, wait, waits]): Case => ({
      what: `429 with ${what} in Retry-After, then a good response`,
      server: (response, attempt) =>
        attempt === 1
          ? refuse(
              response,
              429,
              { code: 'burst_limit_exceeded', error: 'Slow.' },
              { Date: 'Fri, 27 Nov 2026 00:00:00 GMT', 'Retry-After': wait },
            )
          : good(response),
      expected: { value: 'ISS', waits, attempts: 2 },
    }),
  ),
  ...(['9'.repeat(30), '9'.repeat(5000), 'Fri, 31 Dec 9999 23:59:59 GMT'] as const).map(
    (wait): Case => ({
      what: `429 with a Retry-After of ${wait.length} characters that never ends`,
      server: (response) => refuse(response, 429, { code: 'x', error: 'Slow.' }, { 'Retry-After': wait }),
      expected: { error: 'RateLimitError', retry_after: 3_155_760_000, waits: [], attempts: 1 },
    }),
  ),
  {
    what: '204',
    server: (response) => response.writeHead(204, { 'X-Request-Id': 'request-7' }).end(),
    expected: {
      error: 'OrbweaverError',
      status: 204,
      code: 'unexpected_response',
      request_id: 'request-7',
      attempts: 1,
    },
  },
  {
    what: '206 without a request for a part',
    server: (response) => response.writeHead(206, json).end(ISS),
    expected: {
      error: 'OrbweaverError',
      status: 206,
      code: 'unexpected_response',
      request_id: 'request-7',
      attempts: 1,
    },
  },
  ...[300, 302, 304].map(
    (status): Case => ({
      what: `${status} without Location`,
      server: (response) => response.writeHead(status, { 'X-Request-Id': 'request-7' }).end(),
      expected: {
        error: 'OrbweaverError',
        status,
        code: 'http_error',
        request_id: 'request-7',
        waits: [],
        attempts: 1,
      },
    }),
  ),
  ...['http://[bad', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999/'].map(
    (to): Case => ({
      what: `a redirect to ${to}`,
      server: (response) => response.writeHead(302, { Location: to }).end(),
      options: { retries: 0 },
      expected: { error: 'NoResponseError', status: 0, code: 'no_response', attempts: 1 },
    }),
  ),
  {
    what: '20 redirects',
    server: (response, attempt, { url }) =>
      attempt <= 20 ? response.writeHead(302, { Location: url! }).end() : good(response),
    expected: { value: 'ISS', waits: [], attempts: 21 },
  },
  ...[301, 302, 303, 307, 308].map(
    (status): Case => ({
      what: `${status} to another origin, which gets no key`,
      server: (response, attempt, { url, headers }) => {
        if (attempt === 1)
          return response
            .writeHead(status, { Location: `http://localhost:${headers.host!.split(':')[1]}${url}` })
            .end();
        return headers.authorization ? refuse(response, 400, { code: 'got', error: 'A key.' }) : good(response);
      },
      expected: { value: 'ISS', waits: [], attempts: 2 },
    }),
  ),
  ...([302, 307, 308] as const).map(
    (status): Case => ({
      what: `${status} for a POST`,
      call: 'sql',
      server: (response, attempt, request) => {
        if (attempt === 1) return response.writeHead(status, { Location: request.url! }).end();
        const text = `${request.method} ${request.headers['content-type'] ?? 'of no type'} `;
        const parts: Buffer[] = [];
        request.on('data', (part) => parts.push(part));
        return request.on('end', () => {
          const data = [{ name: text + Buffer.concat(parts).toString().replace(/\s/g, '') }];
          response.writeHead(200, json).end(JSON.stringify({ data }));
        });
      },
      expected: {
        value: [status === 302 ? 'GET of no type ' : 'POST application/json {"query":"SELECT1"}'],
        waits: [],
        attempts: 2,
      },
    }),
  ),
  {
    what: 'a list instead of an object',
    server: (response) => response.writeHead(200, json).end('{"data":[{"name":"ISS"}]}'),
    expected: {
      error: 'OrbweaverError',
      status: 200,
      code: 'unexpected_response',
      request_id: 'request-7',
      attempts: 1,
    },
  },
  ...(
    [
      ['an object instead of a list', '{"data":{"name":"ISS"},"meta":{"next":null}}'],
      ['a list as meta', '{"data":[],"meta":[]}'],
      ['a number as the next page', '{"data":[],"meta":{"next":7}}'],
      ['another path as the next page', '{"data":[],"meta":{"next":"https://public.example/login"}}'],
      ['JSON nested without an end', '['.repeat(100_000)],
    ] as const
  ).map(
    ([what, body]): Case => ({
      what: `${what} in a page`,
      call: 'satellites',
      server: (response) => response.writeHead(200, json).end(body),
      expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 1 },
    }),
  ),
  {
    what: 'a page without a link to the next',
    call: 'satellites',
    server: (response) => response.writeHead(200, json).end('{"data":[{"name":"one"}],"meta":{}}'),
    expected: { value: ['one'], waits: [], attempts: 1 },
  },
  {
    what: 'pages whose second is refused, then cut, then good',
    call: 'satellites',
    server: (response, attempt) => {
      if (attempt === 2) return refuse(response, 503, { code: 'queries_busy', error: 'Busy.' }, { 'Retry-After': '3' });
      if (attempt === 3) return response.destroy();
      return response
        .writeHead(200, json)
        .end(page(`page ${attempt}`, attempt === 1 ? '/api/v1/satellites?p=2' : null));
    },
    expected: { value: ['page 1', 'page 4'], waits: [3, 2], attempts: 4 },
  },
  {
    what: 'a daily quota that ends between two pages',
    call: 'satellites',
    server: (response, attempt) =>
      attempt === 1
        ? response.writeHead(200, json).end(page('page 1', '/api/v1/satellites?p=2'))
        : refuse(response, 429, { code: 'daily_quota_exceeded', error: 'None left.' }, { 'Retry-After': '5000' }),
    expected: { error: 'RateLimitError', code: 'daily_quota_exceeded', retry_after: 5000, waits: [], attempts: 2 },
  },
  {
    what: 'a public URL with a path that names an API',
    call: 'satellites',
    server: (response, attempt) =>
      response
        .writeHead(200, json)
        .end(page(`page ${attempt}`, attempt === 1 ? 'https://public.example/api/orbits/api/v1/satellites?p=2' : null)),
    expected: { value: ['page 1', 'page 2'], waits: [], attempts: 2 },
  },
  {
    what: 'an error with members of other types',
    server: (response) => refuse(response, 400, { code: 7, error: 'No.', hint: ['a'], parameter: {}, allowed: [1] }),
    expected: {
      ...{ error: 'InvalidRequestError', code: 'http_error', message: 'No. Allowed: 1.', parameter: null },
      ...{ allowed: ['1'], waits: [], attempts: 1 },
    },
  },
  {
    what: 'a gzip body',
    server: (response) => response.writeHead(200, { ...json, 'Content-Encoding': 'GZIP' }).end(gzipSync(ISS)),
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'a gzip body that is cut, then a good response',
    server: (response, attempt) => {
      if (attempt > 1) return good(response);
      const bytes = gzipSync(ISS);
      response.writeHead(200, { ...json, 'Content-Encoding': 'gzip', 'Content-Length': String(bytes.length) });
      response.write(bytes.subarray(0, 20));
      return setImmediate(() => response.destroy());
    },
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: 'a damaged gzip body, then a good response',
    server: (response, attempt) =>
      attempt === 1
        ? response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(`\x1f\x8bnot gzip at all`)
        : good(response),
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: 'chunks that are cut between two, then a good response',
    server: (response, attempt) =>
      attempt === 1 ? raw(response, `${CHUNKED}9\r\n${ISS.slice(0, 9)}\r\n`) : good(response),
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: 'chunks of a complete body without the last one, then a good response',
    server: (response, attempt) =>
      attempt === 1 ? raw(response, `${CHUNKED}${ISS.length.toString(16)}\r\n${ISS}\r\n`) : good(response),
    expected: { value: 'ISS', waits: [1], attempts: 2 },
  },
  {
    what: 'something else than HTTP',
    server: (response) => raw(response, 'SSH-2.0-OpenSSH_9.2\r\n'),
    options: { retries: 1 },
    expected: { error: 'NoResponseError', code: 'no_response', waits: [1], attempts: 2 },
  },
  {
    what: 'headers that trickle without end',
    server: (response) => {
      const { socket } = response;
      socket!.write('HTTP/1.1 200 OK\r\nX-Long: ');
      const timer = setInterval(() => socket!.write('a'), 50);
      socket!.once('close', () => clearInterval(timer));
    },
    options: { ...impatient, retries: 0 },
    expected: { error: 'NoResponseError', code: 'no_response', waits: [], attempts: 1 },
  },
  {
    what: 'a body that trickles to its end',
    server: (response) => {
      response.writeHead(200, json);
      const parts = [...ISS];
      const timer = setInterval(() => {
        response.write(parts.shift());
        if (parts.length > 0) return;
        clearInterval(timer);
        response.end();
      }, 20);
    },
    options: impatient,
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'timeouts of every attempt',
    server: (response) => half(response),
    options: { ...impatient, retries: 2 },
    expected: { error: 'NoResponseError', code: 'no_response', waits: [1, 2], attempts: 3 },
  },
  {
    what: 'a timeout of a thousand years',
    server: good,
    options: { timeout_s: 3e10, deadline_s: 3e10 },
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'a TLE',
    call: 'tle',
    server: (response) => response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end('ISS\n1 \n2 \n'),
    expected: { value: 'ISS\n1 \n2 \n', attempts: 1 },
  },
  ...(['text/html', 'application/json', ''] as const).map(
    (type): Case => ({
      what: `a response of the type ${type || '(none)'} instead of a TLE`,
      call: 'tle',
      server: (response) => response.writeHead(200, type ? { 'Content-Type': type } : {}).end('{"data":{}}'),
      expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 1 },
    }),
  ),
  ...[102, 103].map(
    (status): Case => ({
      what: `two informational responses ${status}, then a good one`,
      server: (response) => {
        const early = `HTTP/1.1 ${status} Soon\r\nLink: </a>; rel=preload\r\n\r\n`;
        raw(response, `${early}${early}${PLAIN}Content-Length: ${ISS.length}\r\n\r\n${ISS}`);
      },
      expected: { value: 'ISS', waits: [], attempts: 1 },
    }),
  ),
  {
    what: 'informational responses without end',
    server: (response) => {
      const { socket } = response;
      const timer = setInterval(() => socket!.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket!.once('close', () => clearInterval(timer));
    },
    options: { ...impatient, retries: 0 },
    expected: { error: 'NoResponseError', code: 'no_response', waits: [], attempts: 1 },
  },
  {
    what: '101 that nobody asked for',
    server: (response) =>
      raw(response, 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    options: { retries: 0 },
    expected: { error: 'NoResponseError', status: 0, code: 'no_response', waits: [], attempts: 1 },
  },
  ...(
    [
      ['NaN', '{"data":{"name":NaN}}'],
      ['Infinity', '{"data":{"name":"ISS","mass":-Infinity}}'],
      ['text after its end', `${ISS}<!-- proxy -->`],
      ['a byte that is no UTF-8', Buffer.from([...Buffer.from('{"data":{"name":"'), 0xff, ...Buffer.from('"}}')])],
      ['UTF-16', Buffer.from(`\ufeff${ISS}`, 'utf16le')],
    ] as const
  ).map(
    ([what, body]): Case => ({
      what: `200 with JSON that has ${what}`,
      server: (response) => response.writeHead(200, json).end(body),
      expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 1 },
    }),
  ),
  {
    what: 'JSON with a byte order mark',
    server: (response) => response.writeHead(200, json).end(`\ufeff${ISS}`),
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'JSON without a type',
    server: (response) => response.writeHead(200).end(ISS),
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'a status line without a reason',
    server: (response) => raw(response, `${PLAIN.replace(' OK', '')}Content-Length: ${ISS.length}\r\n\r\n${ISS}`),
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'HTTP/1.0 without a length',
    server: (response) => raw(response, `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${ISS}`),
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'HTTP/0.9',
    server: (response) => raw(response, ISS),
    options: { retries: 0 },
    expected: { error: 'NoResponseError', code: 'no_response', waits: [], attempts: 1 },
  },
  {
    what: 'a body that is longer than its length',
    server: (response) =>
      raw(response, `${PLAIN}Connection: close\r\nContent-Length: ${ISS.length}\r\n\r\n${ISS} and more`),
    expected: { value: 'ISS', waits: [], attempts: 1 },
  },
  {
    what: 'no body, but the headers of one',
    server: (response) => raw(response, `${PLAIN}Content-Length: 0\r\nContent-Encoding: gzip\r\n\r\n`),
    expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', attempts: 1 },
  },
  {
    what: '502 with the gzip header of a body that is plain',
    server: (response) => response.writeHead(502, { 'Content-Encoding': 'gzip' }).end('Bad gateway'),
    options: { retries: 1 },
    expected: { waits: [1], attempts: 2 },
  },
  ...[' 7 ', '+7', '-7', '0x7', '7e0', '7, 7', ''].map(
    (wait): Case => ({
      what: `429 with ${JSON.stringify(wait)} in Retry-After, then a good response`,
      server: (response, attempt) =>
        attempt === 1
          ? refuse(response, 429, { code: 'burst_limit_exceeded', error: 'Slow.' }, { 'Retry-After': wait })
          : good(response),
      expected: { value: 'ISS', waits: [wait === ' 7 ' ? 7 : 1], attempts: 2 },
    }),
  ),
  ...[408, 425, 500, 501, 505, 507, 511, 520, 524, 599].map(
    (status): Case => ({
      what: `${status}, which is not repeated`,
      server: (response) => refuse(response, status, { error: 'No.' }),
      expected: { error: 'OrbweaverError', status, code: 'http_error', message: 'No.', waits: [], attempts: 1 },
    }),
  ),
  ...[402, 405, 406, 409, 410, 412, 413, 414, 415, 422, 451].map(
    (status): Case => ({
      what: `${status}`,
      server: (response) => refuse(response, status, { code: 'x', error: 'No.' }),
      expected: { error: 'OrbweaverError', status, code: 'x', message: 'No.', waits: [], attempts: 1 },
    }),
  ),
  {
    what: 'an error of more than one line, in another language',
    server: (response) => refuse(response, 400, { code: 'invalid_parameter', error: 'Нет.\n\u0000✕', hint: '' }),
    expected: { error: 'InvalidRequestError', message: 'Нет.\n\u0000✕', waits: [], attempts: 1 },
  },
  {
    what: '303 for a POST to another origin, which gets neither key nor query',
    call: 'sql',
    server: (response, attempt, { url, method, headers }) => {
      if (attempt === 1)
        return response.writeHead(303, { Location: `http://localhost:${headers.host!.split(':')[1]}${url}` }).end();
      const name = `${method} ${headers.authorization ?? 'no key'} ${headers['content-length'] ?? 'no body'}`;
      return response.writeHead(200, json).end(JSON.stringify({ data: [{ name }] }));
    },
    expected: { value: ['GET no key no body'], waits: [], attempts: 2 },
  },
  {
    what: 'a redirect to another origin and back, without a key from then on',
    server: (response, attempt, { url, headers }) => {
      const port = headers.host!.split(':')[1];
      if (attempt < 3)
        return response
          .writeHead(302, { Location: `http://${attempt === 1 ? 'localhost' : '127.0.0.1'}:${port}${url}` })
          .end();
      return headers.authorization ? refuse(response, 400, { code: 'got', error: 'A key.' }) : good(response);
    },
    expected: { value: 'ISS', waits: [], attempts: 3 },
  },
  {
    what: 'pages whose link leads to the same page',
    call: 'satellites',
    server: (response) => response.writeHead(200, json).end(page('one', '/api/v1/satellites?p=2')),
    expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 2 },
  },
  {
    what: 'pages whose links lead in a circle',
    call: 'satellites',
    server: (response, attempt) =>
      response.writeHead(200, json).end(page('one', `/api/v1/satellites?p=${attempt % 3}`)),
    expected: { error: 'OrbweaverError', status: 200, code: 'unexpected_response', waits: [], attempts: 4 },
  },
];
