import { once } from 'node:events';
import { request } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type SampleServer, serve } from '../api/sample-server.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { type Answer, ask, sendRaw } from '../server/running-server.ts';
import { until } from '../until.ts';
import { type Front, hasFront, namedFront, startCaddy, startNginx } from './fronts.ts';

let server: SampleServer;
/** The paths of requests that reached the server. */
const forwarded: string[] = [];

beforeAll(async () => {
  server = await serve(await copySample());
  server.server.on('request', ({ url }) => forwarded.push(String(url)));
});
afterAll(() => server.remove());

/** Sends a request over TLS with the given Host header. */
function requestSecure(base: string, path: string, host: string): Promise<Pick<Answer, 'status' | 'headers'>> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, headers: { Host: host }, rejectUnauthorized: false },
      (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode!, headers: response.headers }));
      },
    );
    outgoing.once('error', reject);
    outgoing.end();
  });
}

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('%s in front', (name, start) => {
  describe.skipIf(!hasFront(name))(namedFront('against hostile requests', name), () => {
    let front: Front;
    beforeAll(async () => {
      const port = Number(new URL(server.base).port);
      front = await start([port, port]);
    });
    afterAll(() => front?.stop());

    test.each([
      'evil.example',
      'evil.example:443',
      'x?',
      'x#',
      'x\\satellites?q=CLOSED#',
      'x@y',
      'x%2f',
      'orbweaver.example.org.evil.example',
      '127.0.0.1@evil.example',
      '[::1]',
    ])('rejects Host: %s with 421 or 400 without forwarding it', async (host) => {
      forwarded.length = 0;
      for (const path of ['/', '/sources', '/api/v1/elements', '/api/v1/satellites', '/account']) {
        const raw = await sendRaw(front.base, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect([path, raw.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 (421|400) /)]);
      }
      expect(forwarded).toEqual([]);
    });

    test('rejects a valid host that is not served here with an error in JSON', async () => {
      const response = await ask(front.base, '/sources', { Host: 'evil.example' });
      expect(response.status).toBe(421);
      expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' });
      expect(response.json()).toMatchObject({ code: 'misdirected_request', hint: expect.any(String) });
      expect(forwarded).toEqual([]);
    });

    test('does not forward /metrics, in any spelling', async () => {
      forwarded.length = 0;
      for (const path of [
        '/metrics',
        '/metrics?',
        '/metrics?x=1',
        '/metrics/',
        '//metrics',
        '/./metrics',
        '/a/../metrics',
        '/%6detrics',
        '/a/%2e%2e/metrics',
        '/metrics/x',
      ]) {
        const raw = await sendRaw(front.base, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
        expect([path, raw.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[04] /)]);
        expect([path, raw]).toEqual([path, expect.not.stringContaining('orbweaver_requests_total')]);
      }
      expect(forwarded).toEqual([]);
      expect((await ask(front.base, '/metrics')).json()).toMatchObject({ code: 'not_found' });
    });

    test('sends HSTS once with TLS, and not at all without TLS', async () => {
      for (const path of ['/', '/api/v1/elements', '/api/v1/satellites', '/healthz']) {
        const { headers } = await requestSecure(front.secure, path, '127.0.0.1');
        expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
        const plain = await ask(front.base, path);
        expect([path, plain.headers['strict-transport-security']]).toEqual([path, undefined]);
      }
    });

    if (name === 'nginx') {
      test('passes on bodies that a route may take, and rejects longer ones with an error in JSON', async () => {
        const send = async (bytes: number) => {
          const headers = { Authorization: 'Bearer ow_test', 'Content-Type': 'text/plain' };
          const response = await fetch(`${front.base}/api/v1/fov`, {
            method: 'POST',
            headers,
            body: 'x'.repeat(bytes),
          });
          return [response.status, (await response.json()).code];
        };
        forwarded.length = 0;
        expect(await send(300_000)).toEqual([400, 'invalid_parameter']);
        expect(forwarded).toEqual(['/api/v1/fov']);
        expect(await send(700_000)).toEqual([400, 'malformed_request']);
        expect(forwarded).toEqual(['/api/v1/fov']);
      });

      test('logs no secret address of a feed, whatever ends its request', async () => {
        // A server that closes every connection.
        const broken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
        await once(broken, 'listening');
        const { port } = broken.address() as AddressInfo;
        const [alone, limited] = [await startNginx([port]), await startNginx([port], true)];
        onTestFinished(async () => {
          broken.close();
          await Promise.all([alone.stop(), limited.stop()]);
        });
        const path = '/feeds/ow_feedSECRET.ics';
        expect((await ask(alone.base, path)).status).toBe(503);
        expect((await ask(alone.base, path, { Host: 'evil.example' })).status).toBe(421);
        expect(await sendRaw(alone.base, `GET ${path} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
        expect((await ask(alone.base, '/last')).status).toBe(503);
        await until(() => alone.accesses().includes('GET /last '));
        expect(alone.accesses()).not.toContain('SECRET');

        const one = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
        const flood = await sendRaw(limited.base, `${`${one}\r\n`.repeat(400)}${one}Connection: close\r\n\r\n`);
        expect(flood).toContain('HTTP/1.1 429 ');
        expect(limited.accesses()).not.toContain('SECRET');
        expect(limited.log()).not.toMatch(/limiting (requests|connections)/);
      });

      test('forwards 32 concurrent requests from one address, and rejects more with 429', async () => {
        // The server behind it never responds: each forwarded request stays open.
        const held: Socket[] = [];
        const silent = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1');
        await once(silent, 'listening');
        const limited = await startNginx([(silent.address() as AddressInfo).port], true);
        const sockets: Socket[] = [];
        onTestFinished(async () => {
          for (const socket of [...sockets, ...held]) socket.destroy();
          silent.close();
          await limited.stop();
        });
        const heads: string[] = [];
        for (let at = 0; at < 60; at++) {
          const socket = connect(Number(new URL(limited.base).port), '127.0.0.1', () =>
            socket.write('GET /api/v1/satellites HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
          );
          sockets.push(socket);
          socket.once('data', (part) => heads.push(part.toString().split('\r\n')[0]!));
        }
        await until(() => heads.length >= 28 && held.length >= 32);
        expect(heads).toEqual(Array.from({ length: 28 }, () => 'HTTP/1.1 429 Too Many Requests'));
        expect(held.length).toBe(32);
      });

      test('rejects a flood of requests from one address with 429 and Retry-After', async () => {
        const limited = await startNginx([Number(new URL(server.base).port)], true);
        onTestFinished(() => limited.stop());
        const sent = 1000;
        const socket = connect(Number(new URL(limited.base).port), '127.0.0.1');
        await once(socket, 'connect');
        let text = '';
        socket.on('data', (part) => {
          text += part.toString('latin1');
        });
        const one = 'HEAD /api/v1/elements HTTP/1.1\r\nHost: 127.0.0.1\r\n';
        socket.write(`${`${one}\r\n`.repeat(sent - 1)}${one}Connection: close\r\n\r\n`);
        await once(socket, 'close');
        const count = (status: number) => text.split(`HTTP/1.1 ${status} `).length - 1;
        expect(count(200) + count(429)).toBe(sent);
        expect(count(200)).toBeGreaterThanOrEqual(200);
        expect(count(429)).toBeGreaterThan(100);
        expect(text).toMatch(/\r\nRetry-After: 1\r\n/);
      });
    }
  });
});
