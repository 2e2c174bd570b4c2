import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';
import { ask, type RunningServer, startServer } from '../server/running-server.ts';

let home: string;
let server: RunningServer;
beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  server = await startServer(home);
});
afterAll(async () => {
  await server?.stop();
  await removeHome(home);
});

/** Sends bytes, ends the sending side, and returns the status of each response. */
function statuses(bytes: string): Promise<number[]> {
  const { hostname, port } = new URL(server.base);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
      socket.end(Buffer.from(bytes, 'latin1')),
    );
    let received = '';
    socket.on('data', (part) => {
      received += part.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))),
    );
  });
}

const get = 'GET /healthz HTTP/1.1\r\n';
const host = 'Host: x\r\n';
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const post = 'POST /account/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';

/** The bytes to send, and each allowed sequence of response statuses. */
const cases: readonly (readonly [name: string, bytes: string, ...allowed: number[][]])[] = [
  // Body lengths that are given twice or that two parsers may read differently.
  [
    'Content-Length and Transfer-Encoding',
    `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    [400],
  ],
  ['two different Content-Length', `${post}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${smuggled}`, [400]],
  ['Content-Length list', `${post}Content-Length: 0, 44\r\n\r\n${smuggled}`, [400]],
  ['negative Content-Length', `${post}Content-Length: -1\r\n\r\n`, [400]],
  ['signed Content-Length', `${post}Content-Length: +5\r\n\r\nhello`, [400]],
  ['hexadecimal Content-Length', `${post}Content-Length: 0x5\r\n\r\nhello`, [400]],
  ['huge Content-Length', `${post}Content-Length: 99999999999999999999\r\n\r\n`, [400]],
  ['Transfer-Encoding xchunked', `${post}Transfer-Encoding: xchunked\r\n\r\n${smuggled}`, [400]],
  [
    'Transfer-Encoding chunked twice',
    `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    [400],
    [503],
  ],
  ['Transfer-Encoding identity', `${post}Transfer-Encoding: identity\r\n\r\n${smuggled}`, [400]],
  ['Transfer-Encoding with a tab before the colon', `${post}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n`, [400]],
  ['Transfer-Encoding with a vertical tab', `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`, [400]],
  ['chunk size that is not a number', `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n`, [400]],
  ['chunk size with 0x', `${post}Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n`, [400]],
  [
    'chunk size that overflows',
    `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello\r\n0\r\n\r\n`,
    [400],
  ],
  ['chunk that ends with a bare line feed', `${post}Transfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n`, [400]],
  ['chunk longer than its size', `${post}Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n`, [400]],
  // Request lines and headers.
  ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: x\n\n', [400]],
  ['bare carriage return in a header', `${get}${host}A: b\rC: d\r\n\r\n`, [400]],
  ['folded header', `${get}${host}A: b\r\n c\r\n\r\n`, [400]],
  ['space before the colon', `${get}${host}A : b\r\n\r\n`, [400]],
  ['header without a name', `${get}${host}: b\r\n\r\n`, [400]],
  ['header without a colon', `${get}${host}nonsense\r\n\r\n`, [400]],
  ['NUL in a header', `${get}${host}A: b\0c\r\n\r\n`, [400]],
  ['NUL in a header name', `${get}${host}A\0: b\r\n\r\n`, [400]],
  ['empty first line', `\r\n${get}${host}\r\n`, [200]],
  ['space before the first header', `${get} ${host}\r\n`, [400]],
  ['two spaces before the target', `GET  /healthz HTTP/1.1\r\n${host}\r\n`, [400], [200]],
  ['tab before the target', `GET\t/healthz HTTP/1.1\r\n${host}\r\n`, [400]],
  ['no target', `GET HTTP/1.1\r\n${host}\r\n`, [400]],
  ['an invalid HTTP version', `GET /healthz HTTP/9.9\r\n${host}\r\n`, [400]],
  ['a method in lower case', `get /healthz HTTP/1.1\r\n${host}\r\n`, [400], [405]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['17 KB of headers', `${get}${host}A: ${'b'.repeat(17_000)}\r\n\r\n`, [431]],
  ['2,500 headers', `${get}${host}${'A: b\r\n'.repeat(2500)}\r\n`, [431], [200]],
  // Unusual requests.
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`, [405]],
  ['TRACE', `TRACE /healthz HTTP/1.1\r\n${host}\r\n`, [405]],
  [
    'upgrade to h2c',
    `${get}${host}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
    [200],
  ],
  [
    'a body on GET is not parsed as the next request',
    `${get}${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    [200],
  ],
  ['two pipelined requests get two responses', `${get}${host}\r\n${get}${host}Connection: close\r\n\r\n`, [200, 200]],
  ['an incomplete request', `${get}Ho`, [400], []],
  ['HTTP/1.0 without a Host', `GET /healthz HTTP/1.0\r\n\r\n`, [200]],
];

for (const [name, bytes, ...allowed] of cases)
  test(name, async () => {
    expect(allowed).toContainEqual(await statuses(bytes));
    expect((await ask(server.base, '/healthz')).status).toBe(200);
  });

/** Everything that is received for packets that arrive one after the other. */
async function receivedFor(...packets: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.base);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true }).setEncoding('latin1');
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  const closed = once(socket, 'close');
  for (const packet of packets) {
    socket.write(packet, 'latin1');
    // Another connection is answered before the next packet is sent, so that the server has read this one.
    await ask(server.base, '/healthz');
  }
  await closed;
  return received;
}

describe('an error of bad HTTP', () => {
  test.each([
    ['malformed headers', 'nonsense\r\n\r\n', 400],
    ['headers that are too large', `A: ${'b'.repeat(17_000)}\r\n\r\n`, 431],
  ])(
    'has no body if it is of a HEAD, or %s came apart from the method; else it has one',
    async (_what, rest, status) => {
      const head = `HEAD /healthz HTTP/1.1\r\n${host}`;
      for (const [hasBody, packets] of [
        [false, [head + rest]],
        [false, [head, rest]],
        [false, ['HE', head.slice(2) + rest]],
        [false, [`${get}${host}\r\n`, head + rest]],
        [false, [`${get}${host}\r\n`, head, rest]],
        [true, [`${get}${host}${rest}`]],
        [true, [`${head}\r\n`, `${get}${host}${rest}`]],
        [false, [get, host, rest]],
      ] as const) {
        const last = (await receivedFor(...packets)).split(/(?=HTTP\/1\.1 )/).at(-1)!;
        const [headers = '', body = ''] = last.split('\r\n\r\n');
        expect(headers).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(headers).toMatch(/^Connection: close$/m);
        const length = Number(/^Content-Length: (\d+)$/m.exec(headers)![1]);
        if (hasBody) expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), hint: expect.any(String) });
        else expect(body).toBe('');
        // A HEAD gets the length that a GET would have, if it is known to be one.
        if (packets.at(-1) === head + rest) expect(length).toBeGreaterThan(0);
        else expect(length).toBe(Buffer.byteLength(body));
        expect((await ask(server.base, '/healthz')).status).toBe(200);
      }
    },
  );
});

test('the requests above cause no server error, and leave no connection open', async () => {
  expect(cases.length).toBeGreaterThan(40);
  expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  const open = await new Promise((resolve) => server.server.getConnections((_error, count) => resolve(count)));
  expect(open).toBe(0);
});
