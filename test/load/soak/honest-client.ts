import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SoakAccounts } from './soak-accounts.ts';

/** The response times of one kind of request, ms, and the requests that failed, as text. */
interface Measured {
  readonly times: number[];
  readonly failed: string[];
}

/** A request fails after this time, ms. */
const PATIENCE_MS = 30_000;
/** Sign-ins of one address are limited to ten a minute. */
const SIGN_IN_MS = 7000;
/** Tests of webhooks are limited to 60 an hour and account. */
const TEST_MS = 61_000;

interface Reply {
  readonly status: number;
  readonly body: string;
}

/** A client within its limits: sends each kind of request at its own pace, one at a time, and checks each response. */
export async function honestClient(port: number, { key, email, password }: SoakAccounts['honest']) {
  const agent = new Agent({ keepAlive: true });
  const origin = `http://127.0.0.1:${port}`;
  const send = (path: string, headers: Record<string, string> = {}, body?: string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const sent = request({ host: '127.0.0.1', port, path, agent, method, headers, signal }, async (response) => {
        try {
          resolve({ status: response.statusCode!, body: await textOf(response) });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const keyed = { Authorization: `Bearer ${key}` };
  const received = new Set<string>();
  const receiver = createServer(async (incoming, response) => {
    received.add(String(incoming.headers['webhook-id']));
    await textOf(incoming);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const json = { ...keyed, 'Content-Type': 'application/json' };
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const created = await send('/api/v1/webhooks', json, JSON.stringify({ url }));
  if (created.status !== 201) throw new Error(`no webhook was created: ${created.body}`);
  const webhook = (JSON.parse(created.body) as { data: { id: string } }).data.id;
  const form = new URLSearchParams({ email, password }).toString();

  /** Each kind: the time from one request to the next, ms, and the request; null if its response is right. */
  const kinds: Record<string, [number, () => Promise<string | null>]> = {
    healthz: [50, async () => problem(await send('/healthz'), 200)],
    record: [100, async () => problem(await send('/api/v1/satellites/25544', keyed), 200, '"norad_cat_id":25544')],
    list: [250, async () => problem(await send('/api/v1/satellites?limit=20&orbit_class=LEO', keyed), 200, '"meta":')],
    page: [250, async () => problem(await send('/satellites/25544'), 200, '</html>')],
    file: [250, async () => problem(await send('/api/v1/elements/geo.tle'), 200, '\n1 ')],
    'sign-in': [
      SIGN_IN_MS,
      async () => {
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin };
        return problem(await send('/account/sign-in', headers, form), 303);
      },
    ],
    webhook: [
      TEST_MS,
      async () => {
        const reply = await send(`/api/v1/webhooks/${webhook}/test`, json, '');
        const [, id = ''] = /"id":\s*"(msg_\w+)"/.exec(reply.body) ?? [];
        return problem(reply, 200) ?? (received.has(id) ? null : `the message ${id} did not arrive`);
      },
    ],
  };
  const measured = Object.fromEntries(Object.keys(kinds).map((name) => [name, { times: [], failed: [] } as Measured]));
  return {
    measured: measured as Readonly<Record<string, Measured>>,
    /** Sends each kind once, without measuring. Throws if a response is wrong: without attacks, each is right. */
    async check(): Promise<void> {
      for (const [name, [, ask]] of Object.entries(kinds)) {
        const wrong = await ask();
        if (wrong !== null) throw new Error(`${name}: ${wrong}`);
      }
    },
    /** Sends requests until the signal. */
    run: (ended: AbortSignal) =>
      Promise.all(
        Object.entries(kinds).map(async ([name, [interval, ask]]) => {
          const { times, failed } = measured[name]!;
          while (!ended.aborted) {
            const began = performance.now();
            const wrong = await ask().catch((error: Error) => error.message);
            times.push(performance.now() - began);
            if (wrong !== null) failed.push(wrong);
            await pause(Math.max(1, interval - times.at(-1)!), undefined, { signal: ended }).catch(() => {});
          }
        }),
      ),
    close(): void {
      agent.destroy();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of message.setEncoding('utf8')) text += part;
  return text;
}

/** Why a response is wrong; null if it is right. */
function problem({ status, body }: Reply, expected: number, part = ''): string | null {
  if (status !== expected) return `status ${status}: ${body.slice(0, 200)}`;
  return body.includes(part) ? null : `no ${JSON.stringify(part)} in the response`;
}
