import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome, publish, releaseId, removeHome } from '../server/release-folder.ts';
import { ask, startServer } from '../server/running-server.ts';

test('requests that cycle through the kept releases open each of them once', async () => {
  const home = await makeHome();
  const kept = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (const n of [...kept, 10]) await publish(home, n);
  const server = await startServer(home);
  const status = async (n: number) =>
    (await ask(server.base, `/api/v1/satellites?limit=1&release=${releaseId(n)}`)).status;
  for (const n of kept) expect([n, await status(n)]).toEqual([n, 200]);
  // A release that is still open no longer requires its folder; opening it again would fail.
  for (const n of kept) await rm(join(home, 'releases', releaseId(n)), { recursive: true });
  for (const n of [...kept, ...kept]) expect([n, await status(n)]).toEqual([n, 200]);
  await server.stop();
  await removeHome(home);
});
