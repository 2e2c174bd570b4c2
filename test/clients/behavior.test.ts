import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NoResponseError, Orbweaver, OrbweaverError } from '../../clients/typescript/orbweaver.ts';
import { hasPython, PYTHON } from './python.ts';

/** One table of behavior for both clients: the response of a server, and the result for the caller. */

const KEY = `ow_${'a'.repeat(40)}`;
const json = { 'Content-Type': 'application/json', 'X-Request-Id': 'request-7' };
const ISS = '{"data":{"name":"ISS"}}';
const good = (response: ServerResponse) => response.writeHead(200, json).end(ISS);
/** Sends the first half of a body, and does not end the response. */
const half = (response: ServerResponse) =>
  response.writeHead(200, { ...json, 'Content-Length': String(ISS.length) }).write(ISS.slice(0, 9));
const refuse = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));

interface Result {
  readonly value?: unknown;
  /** The class, without the values below if there is none. */
  readonly error?: string;
  readonly status?: number;
  readonly code?: string;
  readonly parameter?: string;
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
  readonly call?: 'satellite' | 'satellites';
  readonly options?: Readonly<Record<string, number>>;
  /** Without `attempts`, their number may differ. */
  readonly expected: Result & { readonly attempts?: number };
}

const page = (name: string, next: string | null) => JSON.stringify({ data: [{ name }], meta: { next } });
const impatient = { timeout_s: 0.3 };

const cases: readonly Case[] = [
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
    what: '429 with a date in Retry-After, then a good response',
    server: (response, attempt) =>
      attempt === 1
        ? refuse(
            response,
            429,
            { code: 'burst_limit_exceeded', error: 'Slow.' },
            { 'Retry-After': 'Fri, 27 Nov 2026 00:00:00 GMT' },
          )
        : good(response),
    expected: { value: 'ISS', waits: [1], attempts: 2 },
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
];

let server: Server;
let base: string;
/** Requests by the first two segments of the path: client and case. */
const attempts = new Map<string, number>();

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, client, name] = request.url!.split('/');
    const key = `${client}/${name}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    cases[Number(name)]!.server(response, attempt, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close().closeAllConnections();
});

async function inTypeScript(at: number): Promise<Result> {
  const { call = 'satellite', options = {} } = cases[at]!;
  const waits: number[] = [];
  const named = Object.entries(options).map(([name, value]) => [name.replace('_s', 'S'), value]);
  const catalog = new Orbweaver(`${base}/ts/${at}`, {
    key: KEY,
    sleep: async (ms) => void waits.push(Math.floor(ms / 1000)),
    ...Object.fromEntries(named),
  });
  try {
    const value =
      call === 'satellite'
        ? (await catalog.satellite(1)).name
        : await Array.fromAsync(catalog.satellites(), ({ name }) => name);
    return { value, waits };
  } catch (error) {
    if (!(error instanceof OrbweaverError)) throw error;
    const { name, status, code, parameter, allowed, retryAfter, requestId, message } = error;
    const facts = { status, code, parameter, allowed, retry_after: retryAfter, request_id: requestId, message };
    return { error: name, ...(facts as Partial<Result>), waits };
  }
}

async function inPython(client: 'plain' | 'async'): Promise<Result[]> {
  const given = cases.map(({ call = 'satellite', options = {} }, at) => [String(at), call, options]);
  const script = join(import.meta.dirname, 'behavior.py');
  const { stdout } = await promisify(execFile)(
    PYTHON,
    [script, `${base}/${client}`, KEY, JSON.stringify(given), client],
    {
      timeout: 60_000,
    },
  );
  return JSON.parse(stdout);
}

const titled = cases.map((one, at) => [one.what, one, at] as const);

describe('the TypeScript client', () => {
  test.each(titled)('%s', async (_what, { expected: { attempts: made, ...expected } }, at) => {
    expect(await inTypeScript(at)).toMatchObject(expected);
    if (made !== undefined) expect(attempts.get(`ts/${at}`)).toBe(made);
  });

  test('a signal cancels the request, and the wait before the next', async () => {
    const stalled = cases.findIndex(({ what }) => what === 'no response at all');
    const canceled = new Error('not needed any more');
    const reject = async (start: (controller: AbortController) => Promise<unknown>) => {
      const controller = new AbortController();
      await expect(start(controller)).rejects.toBe(canceled);
    };
    await reject((controller) => {
      const running = new Orbweaver(`${base}/signal/${stalled}`).satellite(1, {}, { signal: controller.signal });
      controller.abort(canceled);
      return running;
    });
    const cut = cases.findIndex(({ what }) => what === 'a closed connection');
    await reject((controller) => {
      const sleep = () => {
        controller.abort(canceled);
        return new Promise(() => {});
      };
      return new Orbweaver(`${base}/signal/${cut}`, { sleep }).satellite(1, {}, { signal: controller.signal });
    });
  });

  test('a call has its own timeout, and reports what its response says', async () => {
    const stalled = cases.findIndex(({ what }) => what === 'no response at all');
    const slow = new Orbweaver(`${base}/call/${stalled}`, { retries: 0 });
    await expect(slow.satellite(1, {}, { timeoutS: 0.1 })).rejects.toBeInstanceOf(NoResponseError);
    const seen: unknown[] = [];
    await new Orbweaver(`${base}/call/0`, { onResponse: (facts) => seen.push(facts) }).satellite(1);
    expect(seen).toEqual([{ status: 200, release: null, requestId: 'request-7', remaining: null, staleWarning: null }]);
  });
});

describe.skipIf(!hasPython).each(['plain', 'async'] as const)(
  `the Python client, %s${hasPython ? '' : ' (skipped: no python3)'}`,
  (client) => {
    let results: Result[];
    beforeAll(async () => {
      results = await inPython(client);
    }, 70_000);

    test.each(titled)('%s', (_what, { expected: { attempts: made, ...expected } }, at) => {
      expect(results[at]).toMatchObject(expected);
      if (made !== undefined) expect(attempts.get(`${client}/${at}`)).toBe(made);
    });
  },
);
