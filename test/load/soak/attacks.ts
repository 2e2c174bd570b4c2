import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { receiverZoo } from '../../webhooks/receiver-zoo.ts';
import type { SoakAccounts } from './soak-accounts.ts';

/** The server that is attacked, and when to stop. */
interface Target {
  readonly port: number;
  readonly accounts: SoakAccounts;
  readonly ended: AbortSignal;
  /** Counts an outcome by its name. */
  count(outcome: string): void;
}

/** One kind of attack: sends requests until the soak ends. */
type Attack = (target: Target) => Promise<unknown>;

interface Sending {
  readonly path: string;
  readonly key?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent: Agent;
}

/** A refused attacker sends its next request after this time, ms. */
const REFUSED_MS = 50;
/** An attacker gives up a response after this time, ms: the limits of the server are what is tried. */
const PATIENCE_MS = 60_000;

/** Connections of one attacker, from an address of its own in a network of its own (127.0.0.0/24 is that of the honest client). */
const attacker = (network: number, host = 1) =>
  new Agent({ keepAlive: true, localAddress: `127.${1 + (network >> 8)}.${network & 255}.${host}` });

/** Sends one request, and counts its status: 429 and 503 without Retry-After apart, also errors of the connection. */
function send({ port, ended, count }: Target, name: string, { path, key, body, headers, agent }: Sending) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve) => {
    const done = (status: number, text = '', retryAfter?: string) => {
      const bare = (status === 429 || status === 503) && retryAfter === undefined;
      if (!ended.aborted)
        count(`${name} ${status === 0 ? 'no response' : status}${bare ? ' without Retry-After' : ''}`);
      resolve({ status, text });
    };
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, path, agent, signal: AbortSignal.any([ended, AbortSignal.timeout(PATIENCE_MS)]) },
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(key && { Authorization: `Bearer ${key}` }), ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          if (text.length < 2000) text += part;
        });
        response.on('end', () => done(response.statusCode!, text, response.headers['retry-after']));
        response.on('error', () => done(0));
      },
    );
    outgoing.on('error', () => done(0));
    outgoing.end(body);
  });
}

/** Sends requests one after the other; `interval`: the time between their beginnings at least, ms. */
async function repeat(target: Target, name: string, next: () => Sending, interval = 0): Promise<void> {
  while (!target.ended.aborted) {
    const began = performance.now();
    const { status } = await send(target, name, next());
    const rest = Math.max(status === 200 ? 0 : REFUSED_MS, interval - (performance.now() - began));
    if (rest > 0) await pause(rest);
  }
}

const times = <T>(count: number, work: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => work(n));
const together = (...works: readonly (readonly Promise<unknown>[])[]) => Promise.all(works.flat());

const degrees = (most: number) => ((Math.random() * 2 - 1) * most).toFixed(3);
const place = () => `lat=${degrees(80)}&lon=${degrees(180)}`;
const json = { 'Content-Type': 'application/json' };
const everything = '/NORAD/elements/gp.php?NAME=A&FORMAT=JSON-PRETTY';

/** What is above: one key with twenty connections, and five free keys within their ten requests a second. */
const above: Attack = (target) => {
  const { floods, paced } = target.accounts;
  const [agent, others] = [attacker(0), times(paced.length, (n) => attacker(1 + n))];
  const path = () => `/api/v1/above?${place()}`;
  return together(
    times(20, () => repeat(target, 'above', () => ({ path: path(), key: floods[0]!, agent }))),
    paced.flatMap((key, n) =>
      times(2, () => repeat(target, 'above, free', () => ({ path: path(), key, agent: others[n]! }), 200)),
    ),
  );
};

/** Passes and ephemerides, which are computed. */
const passes: Attack = (target) => {
  const [key, agent] = [target.accounts.floods[1]!, attacker(10)];
  const ephemeris = '/api/v1/satellites/25544/ephemeris?hours=48&step_s=20&allow_old=true';
  return together(
    times(5, () =>
      repeat(target, 'passes', () => ({ path: `/api/v1/passes?hours=2&group=active&${place()}`, key, agent })),
    ),
    times(5, () => repeat(target, 'ephemeris', () => ({ path: ephemeris, key, agent }))),
  );
};

/** What crosses an image and what made a streak, over a hundred connections from ten networks, and the pages that ask it. */
const field: Attack = (target) => {
  const agents = times(10, (n) => attacker(50 + n));
  const center = () => `ra_deg=${(Math.random() * 360).toFixed(3)}&dec_deg=${degrees(80)}`;
  const [from, to] = [new Date(), new Date(Date.now() + 10_000)].map((at) => at.toISOString()) as [string, string];
  const streak = () => {
    const [ra, dec] = [Math.random() * 356, Number(degrees(80))];
    return `ra1=${ra.toFixed(3)}&dec1=${dec}&ra2=${(ra + 3).toFixed(3)}&dec2=${dec + 2}`;
  };
  const requests: readonly (readonly [count: number, name: string, path: () => string])[] = [
    [50, 'fov', () => `/api/v1/fov?${place()}&from=${from}&exposure_s=60&${center()}&radius_deg=2`],
    [25, 'identify', () => `/api/v1/identify?${place()}&t1=${from}&t2=${to}&${streak()}`],
    [15, 'sightings', () => `/api/v1/sightings?${place()}&at=${from}&direction=NW&elevation_deg=30`],
    [5, 'page /identify', () => '/identify'],
    [5, 'page /sky', () => '/sky'],
  ];
  const paths = requests.flatMap(([count, name, path]) => times(count, () => [name, path] as const));
  return Promise.all(
    paths.map(([name, path], n) => {
      const key = name.startsWith('page') ? {} : { key: target.accounts.floods[6 + (n % 2)]! };
      return repeat(target, name, () => ({ path: path(), ...key, agent: agents[n % agents.length]! }));
    }),
  );
};

/** The largest response of gp.php over sixty connections, from six networks. */
const gp: Attack = (target) =>
  Promise.all(
    times(60, (n) => {
      const agent = attacker(20 + (n % 6), 1 + n);
      return repeat(target, 'gp.php', () => ({ path: everything, agent }));
    }),
  );

/** Large responses over connections that read nothing of them, from sixty networks: of gp.php, and results of SQL. */
const unread: Attack = (target) =>
  Promise.all(
    times(60, async (n) => {
      const query = JSON.stringify({ query: "SELECT repeat('x', 1000) AS text FROM range(25000)" });
      const key = target.accounts.floods[n % target.accounts.floods.length];
      const post = `POST /api/v1/sql HTTP/1.1\r\nHost: soak\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${query.length}\r\n\r\n${query}`;
      const message = n % 2 === 0 ? post : `GET ${everything} HTTP/1.1\r\nHost: soak\r\n\r\n`;
      while (!target.ended.aborted) {
        const socket = connect({ host: '127.0.0.1', port: target.port, localAddress: `127.2.${n}.1` });
        // Accepts the first bytes and reads no more. A response that is small is complete.
        socket.once('data', (part: Buffer) => {
          const [, status] = /^HTTP\/1\.1 (\d+)/.exec(part.toString('latin1')) ?? [];
          target.count(`unread ${status}`);
          if (status === '200') socket.pause();
          else socket.destroy();
        });
        socket.write(message);
        await closed(socket, target.ended);
        await pause(REFUSED_MS);
      }
    }),
  );

/** Resolves when a connection is closed, or destroys it when the soak ends. */
function closed(socket: Socket, ended: AbortSignal): Promise<void> {
  const destroy = () => socket.destroy();
  ended.addEventListener('abort', destroy, { once: true });
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.once('close', () => {
      ended.removeEventListener('abort', destroy);
      resolve();
    });
  });
}

const worstQueries = [
  'SELECT max(range) FROM range(100000000000)',
  "SELECT printf('%2000000000d', 1)",
  'SELECT list_transform(range(100000000), x -> x * 2)',
  'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t',
];

/** Queries that never end or take all memory: four keys with two connections each. */
const sql: Attack = (target) =>
  together(
    times(4, (n) => {
      const [key, agent] = [target.accounts.floods[2 + n]!, attacker(30 + n)];
      let turn = n;
      const body = () => JSON.stringify({ query: worstQueries[turn++ % worstQueries.length] });
      return Promise.all(
        times(2, () => repeat(target, 'sql', () => ({ path: '/api/v1/sql', key, body: body(), headers: json, agent }))),
      );
    }),
  );

/** Passwords of the honest client's account, and of accounts that do not exist, from many networks. */
const guessing: Attack = (target) => {
  let guess = 0;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: `http://127.0.0.1:${target.port}` };
  return Promise.all(
    times(6, async () => {
      while (!target.ended.aborted) {
        const number = guess++;
        const email = number % 3 === 0 ? `nobody${number}@example.org` : target.accounts.honest.email;
        const body = new URLSearchParams({ email, password: `wrong ${number} and long enough` }).toString();
        const agent = attacker(0x300 + (number % 2000));
        await send(target, 'guess', { path: '/account/sign-in', body, headers, agent });
        agent.destroy();
        await pause(REFUSED_MS);
      }
    }),
  );
};

/** Tests of webhooks are limited to 60 an hour and account. */
const TEST_MS = 61_000;

/** Webhooks at every hostile receiver: five of each account, tested one after the other. */
const webhooks: Attack = async (target) => {
  const zoo = await receiverZoo();
  const urls = zoo.receivers.map(({ url }) => url);
  const { paced } = target.accounts;
  await Promise.all(
    paced.map(async (key, account) => {
      const agent = attacker(40 + account);
      const post = (path: string, body: string) => send(target, 'webhook', { path, key, body, headers: json, agent });
      const own = urls.filter((_, n) => n % paced.length === account).slice(0, 5);
      const made = await Promise.all(own.map((url) => post('/api/v1/webhooks', JSON.stringify({ url }))));
      const ids = made.flatMap(({ text }) => /"id":\s*"(wh_\w+)"/.exec(text)?.[1] ?? []);
      await Promise.all(ids.map((id) => post(`/api/v1/webhooks/${id}/test`, '')));
      for (let turn = 0; !target.ended.aborted && ids.length > 0; turn++) {
        await pause(TEST_MS, undefined, { signal: target.ended }).catch(() => {});
        if (!target.ended.aborted) await post(`/api/v1/webhooks/${ids[turn % ids.length]}/test`, '');
      }
    }),
  );
  await zoo.close();
};

const brokenRequests = [
  'GET / HTTP/1.1\r\nHost: x\r\nBad header\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  'POST /account/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n',
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];

/** More connections of one network than are served, most of them silent or slow, and requests that are not HTTP. */
const connections: Attack = (target) =>
  Promise.all(
    times(300, async (n) => {
      while (!target.ended.aborted) {
        const socket = connect({ host: '127.0.0.1', port: target.port, localAddress: '127.3.0.1' });
        const broken = n % 10 === 0 ? brokenRequests[(n / 10) % brokenRequests.length]! : null;
        socket.write(broken ?? 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
        const slow = broken === null ? setInterval(() => socket.write('x'), 1000) : undefined;
        socket.resume();
        await closed(socket, target.ended);
        clearInterval(slow);
        if (!target.ended.aborted) target.count('connection closed by the server');
        await pause(500);
      }
    }),
  );

/** Every kind of attack by its name. */
export const attacks = {
  above,
  passes,
  field,
  gp,
  unread,
  sql,
  guessing,
  webhooks,
  connections,
} as const satisfies Record<string, Attack>;
export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as readonly AttackName[];
