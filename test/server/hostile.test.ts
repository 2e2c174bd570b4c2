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
])('%.60s is rejected with %i, as JSON', async (path, status) => {
  const response = await ask(server.base, path).catch(() => null);
  // Node's HTTP client rejects some of these, so they are sent as raw text.
  const text = response
    ? null
    : await sendRaw(server.base, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(response?.status ?? Number(text!.split(' ')[1])).toBe(status);
  const body = response ? response.body.toString() : text!.split('\r\n\r\n')[1]!;
  expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), hint: expect.any(String) });
  expect(body).not.toContain(home);
});

test('a URL of 64 KB is rejected with an explanation, and the server keeps working', async () => {
  const text = await sendRaw(server.base, `GET /api/v1/${'a'.repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n/);
  expect(text).toContain('X-Catalog-Release: ');
  expect(JSON.parse(text.split('\r\n\r\n')[1]!).code).toBe('headers_too_large');
  expect((await ask(server.base, '/api/v1/elements')).status).toBe(200);
});

test.each([
  ['a malformed header', 'Bad Header: x', 400],
  ['headers of 20 KB', `A: ${'a'.repeat(20_000)}`, 431],
])('HEAD with %s gets no body', async (_name, header, status) => {
  const text = await sendRaw(server.base, `HEAD /api/v1/elements HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
  expect(Number(text.split(' ')[1])).toBe(status);
  expect(text).toMatch(/\r\nContent-Length: [1-9]\d*\r\n/);
  expect(text).toMatch(/\r\n\r\n$/);
});

test('HTTP/1.1 without Host is rejected with an explanation', async () => {
  const text = await sendRaw(server.base, 'GET /api/v1/elements HTTP/1.1\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({
    code: 'malformed_request',
    error: expect.stringContaining('Host'),
  });
});

test('an unknown Expect header is ignored', async () => {
  const { status } = await ask(server.base, '/api/v1/elements', { expect: '200-ok' });
  expect(status).toBe(200);
});

test('an upgrade request gets an HTTP/1.1 response, and the connection is closed', async () => {
  const upgrade = 'Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  const text = await sendRaw(server.base, `HEAD /api/v1/elements HTTP/1.1\r\n${upgrade}NONSENSE\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(text).toContain('\r\nConnection: close\r\n');
});

test('a request that is not HTTP returns 400', async () => {
  const text = await sendRaw(server.base, 'HELLO\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!).code).toBe('malformed_request');
});

test('a percent-encoded path is decoded', async () => {
  expect((await ask(server.base, '/api/v1/%65lements')).status).toBe(200);
});

test('an absolute URL, as proxies send it, is accepted', async () => {
  expect((await ask(server.base, 'http://proxy.example/api/v1/elements')).status).toBe(200);
});

test('many clients that disconnect in the middle of a large file cause no errors', async () => {
  const streaming = await startServer(home, undefined, 0);
  const lengths = await Promise.all(
    Array.from({ length: 50 }, () =>
      sendRaw(streaming.base, 'GET /api/v1/dataset/all.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').then(
        (text) => text.length,
      ),
    ),
  );
  expect(Math.min(...lengths)).toBeGreaterThan(1000);
  const abort = async () => {
    const controller = new AbortController();
    const { status } = await fetch(`${streaming.base}/api/v1/dataset/all.json`, { signal: controller.signal });
    expect(status).toBe(200);
    controller.abort();
  };
  await Promise.all(Array.from({ length: 50 }, abort));
  await streaming.stop(1000);
  expect(streaming.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test.each(['caf%E9', '%ff', '%c3%28'])('refuses q=%s, which is not UTF-8, by its name', async (q) => {
  const response = await fetch(`${server.base}/api/v1/search?q=${q}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'invalid_parameter',
    parameter: 'q',
    allowed: ['text in UTF-8'],
  });
});

test.each(['caf%C3%A9', '%EF%BF%BD', '100%'])('accepts limit=x&q=%s as text', async (q) => {
  const response = await fetch(`${server.base}/api/v1/search?limit=x&q=${q}`);
  expect(await response.json()).toMatchObject({ code: 'invalid_parameter', parameter: 'limit' });
});
