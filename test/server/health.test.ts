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
  expect(ready.json()).toMatchObject({
    status: 'ok',
    release: id,
    release_age_seconds: (Date.UTC(2026, 7, 22) - Date.parse(releaseTime(1))) / 1000,
  });
});

test('both answer HEAD without a body, and nothing below them is there', async () => {
  const head = await ask(server.base, '/healthz', {}, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect((await ask(server.base, '/healthz/x')).status).toBe(404);
});
