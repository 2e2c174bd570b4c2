import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NoResponseError, Orbweaver, OrbweaverError } from '../../clients/typescript/orbweaver.ts';
import { cases, KEY, type Result } from './behavior-cases.ts';
import { hasPython, PYTHON } from './python.ts';

/** One table of behavior for both clients: the response of a server, and the result for the caller. */

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
    const calls = {
      satellite: async () => (await catalog.satellite(1)).name,
      satellites: () => Array.fromAsync(catalog.satellites(), ({ name }) => name),
      tle: () => catalog.tle(1),
      sql: async () => (await catalog.sql('SELECT 1')).map(({ name }) => name),
    };
    return { value: await calls[call](), waits };
  } catch (error) {
    if (!(error instanceof OrbweaverError)) throw error;
    const { name, status, code, parameter, allowed, retryAfter, requestId, message } = error;
    const facts = { status, code, parameter, allowed, retry_after: retryAfter, request_id: requestId, message };
    return { error: name, ...(facts as Partial<Result>), waits };
  }
}

async function inPython(client: 'plain' | 'async', key = KEY, wanted = cases): Promise<Result[]> {
  const given = wanted.map((one) => [String(cases.indexOf(one)), one.call ?? 'satellite', one.options ?? {}]);
  const script = join(import.meta.dirname, 'behavior.py');
  const { stdout } = await promisify(execFile)(
    PYTHON,
    [script, `${base}/${client}`, key, JSON.stringify(given), client],
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

test('the typed client has the same errors', async () => {
  for (const { what, server: _server, expected } of cases) {
    if (!['200 with HTML, as from the network of a hotel', 'JSON nested without an end in a page'].includes(what))
      continue;
    const at = cases.findIndex((one) => one.what === what);
    const { status, code } = expected;
    await expect(new Orbweaver(`${base}/api/${at}`).api.GET('/api/v1/stats')).rejects.toMatchObject({ status, code });
  }
});

test('a signal that is aborted between two pages cancels the list', async () => {
  const at = cases.findIndex(({ what }) => what.startsWith('pages whose links'));
  const controller = new AbortController();
  const list = new Orbweaver(`${base}/between/${at}`, { key: KEY }).satellites({}, { signal: controller.signal });
  expect((await list.next()).value).toMatchObject({ name: 'page 1' });
  controller.abort(new Error('enough'));
  await expect(list.next()).rejects.toThrow('enough');
  expect(attempts.get(`between/${at}`)).toBe(1);
});

test.skipIf(!hasPython)(
  'a task of asyncio that is canceled ends its request, and the wait before the next',
  async () => {
    const [stalled, refused] = ['no response at all', '503 with HTML, as from a proxy'].map((name) =>
      cases.findIndex(({ what }) => what === name),
    );
    const { stdout } = await promisify(execFile)(
      PYTHON,
      [join(import.meta.dirname, 'cancel.py'), `${base}/cancel/${stalled}`, `${base}/cancel/${refused}`],
      // Without the cancellation, Python would wait for the threads: four minutes, and seven seconds.
      { timeout: 30_000 },
    );
    expect(stdout).toBe('canceled canceled\n');
    expect(attempts.get(`cancel/${stalled}`)).toBe(1);
    expect(attempts.get(`cancel/${refused}`)).toBe(1);
  },
);

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

describe('a key', () => {
  const keyed = cases.filter(({ what }) => what.startsWith('pages whose links have'));

  test('is sent without the line end of the file that it was in', async () => {
    const at = cases.indexOf(keyed[0]!);
    const list = new Orbweaver(`${base}/line-end/${at}`, { key: ` ${KEY}\n` }).satellites();
    expect((await list.next()).value).toMatchObject({ name: 'page 1' });
    if (hasPython) expect((await inPython('plain', ` ${KEY}\n`, keyed))[0]).toHaveProperty('value');
  });

  test('with a line end in it is refused, and is not in the message', async () => {
    const key = `${KEY}\n${KEY}`;
    expect(() => new Orbweaver(base, { key })).toThrow(/^The key has a character that keys do not have\.$/);
    if (!hasPython) return;
    const failure = await inPython('plain', key, keyed).then(
      () => null,
      (error: { stderr: string }) => error,
    );
    expect(failure?.stderr).toContain('ValueError: The key has a character that keys do not have.');
    expect(failure?.stderr).not.toContain(KEY);
  });
});
