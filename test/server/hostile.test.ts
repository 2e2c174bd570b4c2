import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, publish, removeHome } from './release-folder.ts';
import { ask, type RunningServer, sendRaw, startServer } from './running-server.ts';

let home: string;
let server: RunningServer;

beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  server = await startServer(home);
});
afterAll(async () => {
  await server.stop();
  await removeHome(home);
});

test.each([
  ['/api/v1/../../catalog.duckdb', 400],
  ['/api/v1/%2e%2e/%2e%2e/manifest.json', 400],
  ['/api/v1/dataset/..%2f..%2f..%2fmanifest', 400],
  ['/api/v1/dataset%2factive', 400],
  ['/api/v1/dataset/..%5c..%5cmanifest', 400],
  ['/api/v1/elements%00.json', 400],
  ['/api/v1/elements%0d%0aX-Evil:1', 400],
  ['/api/v1/%E0%A4%A', 400],
  ['/api/v1/%zz', 400],
  ['//evil.example/', 400],
  ['evil', 400],
  [`/api/v1/${'a'.repeat(9000)}`, 414],
])('%.60s is refused with %i, as JSON', async (path, status) => {
  const answer = await ask(server.base, path).catch(() => null);
  // Node's own client refuses some of these: then they are sent by hand.
  const text = answer
    ? null
    : await sendRaw(server.base, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer?.status ?? Number(text!.split(' ')[1])).toBe(status);
  const body = answer ? answer.body.toString() : text!.split('\r\n\r\n')[1]!;
  expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), hint: expect.any(String) });
  expect(body).not.toContain(home);
});

test('an address of 64 KB is refused in words, and the server goes on', async () => {
  const text = await sendRaw(server.base, `GET /api/v1/${'a'.repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n/);
  expect(text).toContain('X-Catalog-Release: ');
  expect(JSON.parse(text.split('\r\n\r\n')[1]!).code).toBe('headers_too_large');
  expect((await ask(server.base, '/api/v1/elements')).status).toBe(200);
});

test('HTTP/1.1 without a Host is refused in words', async () => {
  const text = await sendRaw(server.base, 'GET /api/v1/elements HTTP/1.1\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({
    code: 'malformed_request',
    error: expect.stringContaining('Host'),
  });
});

test('an unknown expectation is passed over', async () => {
  const { status } = await ask(server.base, '/api/v1/elements', { expect: '200-ok' });
  expect(status).toBe(200);
});

test('a request for another protocol is answered in this one, and ends the connection', async () => {
  const upgrade = 'Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  const text = await sendRaw(server.base, `HEAD /api/v1/elements HTTP/1.1\r\n${upgrade}NONSENSE\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(text).toContain('\r\nConnection: close\r\n');
});

test('what is no HTTP at all gets 400', async () => {
  const text = await sendRaw(server.base, 'HELLO\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!).code).toBe('malformed_request');
});

test('a percent-encoded path is the same path', async () => {
  expect((await ask(server.base, '/api/v1/%65lements')).status).toBe(200);
});

test('an absolute address, as proxies send it, is read', async () => {
  expect((await ask(server.base, 'http://proxy.example/api/v1/elements')).status).toBe(200);
});

test('many clients that go away in the middle of a large file leave nothing behind', async () => {
  const streaming = await startServer(home, undefined, 0);
  const ended = await Promise.all(
    Array.from({ length: 50 }, () =>
      sendRaw(streaming.base, 'GET /api/v1/dataset/all.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').then(
        (text) => text.length,
      ),
    ),
  );
  expect(Math.min(...ended)).toBeGreaterThan(1000);
  const abort = () =>
    new Promise<void>((resolve) => {
      const controller = new AbortController();
      fetch(`${streaming.base}/api/v1/dataset/all.json`, { signal: controller.signal })
        .then(() => controller.abort())
        .catch(() => {})
        .finally(resolve);
    });
  await Promise.all(Array.from({ length: 50 }, abort));
  await streaming.stop(1000);
  expect(streaming.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
