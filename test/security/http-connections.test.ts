import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerBadClient, closeServer, connectionLimits, listen, makeServer } from '../../src/http/node-server.ts';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';
import { ask, type RunningServer, startServer } from '../server/running-server.ts';
import { until } from '../until.ts';

let home: string;
let server: RunningServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  server = await startServer(home, undefined, 0);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(async () => (await connections()) === 0);
});
afterAll(async () => {
  await server?.stop();
  await removeHome(home);
});

const connections = () =>
  new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count)));

/** Requests a file over a new connection and stops reading. Resolves to whether the connection was admitted. */
function slowReader(): Promise<number> {
  const { hostname, port } = new URL(server.base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('connect', () => {
      socket.write('GET /api/v1/dataset/all.json HTTP/1.1\r\nHost: x\r\n\r\n');
      // The first bytes have the status; the rest stays in the socket if it was admitted.
      socket.once('data', (head) => {
        const status = Number(head.toString('latin1', 9, 12));
        if (status === 200) socket.pause();
        else if (!/\r\nRetry-After: 1\r\n/i.test(head.toString('latin1'))) resolve(0);
        resolve(status);
      });
    });
    socket.once('close', () => resolve(0));
    socket.on('error', () => {});
  });
}

test('connections of one IP address beyond its limit get a 503 with Retry-After; when one closes, another is served', async () => {
  const { perAddress } = connectionLimits();
  const opened = await Promise.all(Array.from({ length: 900 }, slowReader));
  expect(opened.filter((status) => status === 200)).toHaveLength(perAddress);
  expect(opened.filter((status) => status === 503)).toHaveLength(900 - perAddress);
  await until(async () => (await connections()) === perAddress);
  sockets.find((socket) => !socket.destroyed)!.destroy();
  await until(async () => (await connections()) < perAddress);
  expect((await ask(server.base, '/api/v1/elements')).status).toBe(200);
});

test('behind a trusted proxy, only the total number of connections is limited', () => {
  expect(connectionLimits(1).perAddress).toBe(connectionLimits(1).total);
  expect(connectionLimits(['10.0.0.0/8']).perAddress).toBe(connectionLimits().total);
  expect(server.server.maxConnections).toBe(connectionLimits().total);
});

/** Sends a start, and then a drop every 20 ms: everything received, and a promise that the server closes the connection. */
function trickle(start: string, drop: string): { readonly received: () => string; readonly closed: Promise<void> } {
  const { hostname, port } = new URL(server.base);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  sockets.push(socket);
  let text = '';
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(start);
  const dropping = setInterval(() => socket.write(drop), 20);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearInterval(dropping);
      resolve();
    });
  });
  return { received: () => text, closed };
}

test.each([
  ['the line of a request that is no request', 'HELLO\r\n\r\n', 400],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
])('after the error for %s, a client that goes on sending is disconnected', async (_name, start, status) => {
  const { received, closed } = trickle(start, 'a');
  await closed;
  expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('a request that cannot be parsed adds nothing to the response that is being sent', async () => {
  const slow = makeServer((_request, response) => void response.write('half'), connectionLimits());
  slow.on(
    'clientError',
    answerBadClient(() => ({ service: undefined, own: {} })),
  );
  const base = await listen(slow, { host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received += part.toString('latin1');
    if (received.includes('half')) socket.write('HELLO\r\n\r\n');
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  await closeServer(slow, 0);
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toMatch(/half\r\n$/);
});
