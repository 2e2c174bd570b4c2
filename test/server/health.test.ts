import { Agent, get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeHome, publish, releaseTime, removeHome } from './release-folder.ts';
import { ask, type RunningServer, startServer } from './running-server.ts';

let home: string;
let server: RunningServer;
beforeEach(async () => {
  home = await makeHome();
  server = await startServer(home);
});
afterEach(async () => {
  await server.stop();
  await removeHome(home);
});

test('a server without a release is alive and not ready; with one it is both', async () => {
  expect((await ask(server.base, '/healthz')).status).toBe(200);
  const waiting = await ask(server.base, '/readyz');
  expect(waiting.status).toBe(503);
  expect(waiting.json()).toMatchObject({ status: 'no release is published yet', release: null });
  const id = await publish(home, 1);
  await server.served.check();
  const ready = await ask(server.base, '/readyz');
  expect(ready.status).toBe(200);
  expect(ready.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-catalog-release': id });
  expect(ready.json()).toEqual({
    status: 'ok',
    release: id,
    problems: [],
    sample: false,
    release_age_seconds: (Date.UTC(2026, 7, 22) - Date.parse(releaseTime(1))) / 1000,
  });
});

test.each(['/healthz', '/readyz', '/metrics', '/openapi.json'])('HEAD %s has the length of GET', async (path) => {
  await publish(home, 1);
  await server.served.check();
  const [get, head] = [await ask(server.base, path), await ask(server.base, path, {}, 'HEAD')];
  expect([head.status, head.body.length]).toEqual([200, 0]);
  // The metrics have grown by the request in between.
  if (path === '/metrics') expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
  else expect(head.headers['content-length']).toBe(String(get.body.length));
});

test('a draining server is not ready, but still serves requests, and closes their connections', async () => {
  await publish(home, 1);
  await server.served.check();
  server.drain();
  const ready = await ask(server.base, '/readyz');
  expect([ready.status, ready.json().status]).toEqual([503, 'this server is stopping']);
  expect((await ask(server.base, '/healthz')).status).toBe(200);
  const agent = new Agent({ keepAlive: true });
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${server.base}/api/v1/elements`, { agent }, resolve).on('error', reject),
  );
  response.resume();
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  agent.destroy();
});

test('/healthz supports HEAD, and has no paths below it', async () => {
  const head = await ask(server.base, '/healthz', {}, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect((await ask(server.base, '/healthz/x')).status).toBe(404);
});
