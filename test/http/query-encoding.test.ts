import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';

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
