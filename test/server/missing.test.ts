import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeCurrent, makeHome, publish, removeHome, writeRelease } from './release-folder.ts';
import { ask, type RunningServer, startServer } from './running-server.ts';

let home: string;
let server: RunningServer | undefined;

beforeEach(async () => {
  home = await makeHome();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await removeHome(home);
});

const servedRelease = async () => (await ask(server!.base, '/api/v1/elements')).headers['x-catalog-release'];

describe('missing files', () => {
  test('without a release, data is 503 and pages work, until the first release is published', async () => {
    server = await startServer(home);
    const response = await ask(server.base, '/api/v1/elements');
    expect(response.status).toBe(503);
    expect(response.headers).toMatchObject({
      'retry-after': '30',
      'cache-control': 'private, no-store',
      'x-service-license': 'ODbL-1.0',
    });
    expect(response.json().code).toBe('catalog_unavailable');
    expect((await ask(server.base, '/')).body.toString()).toBe('<p>nothing published</p>');

    const first = await publish(home, 1);
    await server.served.check();
    expect(await servedRelease()).toBe(first);
  });

  test('a home folder that does not exist does not keep the server from starting', async () => {
    const inner = join(home, 'not', 'there');
    server = await startServer(inner);
    await mkdir(join(inner, 'releases'), { recursive: true });
    expect((await ask(server.base, '/api/v1/events')).status).toBe(503);
  });

  test('a deleted file returns 500 that advises against retrying, and other files are still served', async () => {
    const id = await publish(home, 1);
    server = await startServer(home);
    await rm(join(home, 'releases', id, 'public/api/v1/dataset/active.csv'));
    const response = await ask(server.base, '/api/v1/dataset/active.csv');
    expect(response.status).toBe(500);
    expect(response.json()).toMatchObject({ code: 'database_error', hint: expect.stringContaining('does not help') });
    expect(response.body.toString()).not.toContain(home);
    expect((await ask(server.base, '/api/v1/dataset/active.json')).status).toBe(200);
  });

  test('a release from before deltas of groups existed returns 404 with the reason', async () => {
    const without = <Value>(all: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(all).filter(([path]) => !path.includes('/active/changes/')));
    await publish(home, 1, {
      manifest: (all) => ({ ...all, format: '4.5', files: without(all.files), packed: without(all.packed) }),
    });
    server = await startServer(home);
    const response = await ask(server.base, '/api/v1/elements/active/changes/newest');
    expect(response.status).toBe(404);
    expect(response.json()).toMatchObject({
      code: 'not_found',
      error: expect.stringContaining('does not have this file yet'),
    });
    expect((await ask(server.base, '/api/v1/elements/active')).status).toBe(200);
  });

  test('the only release is served although a file is missing, and that file returns 500', async () => {
    const id = await writeRelease(home, 1);
    await rm(join(home, 'releases', id, 'public/api/v1/elements.json'));
    await makeCurrent(home, id);
    server = await startServer(home, undefined, 0);
    expect((await ask(server.base, '/api/v1/elements')).json().code).toBe('database_error');
    expect((await ask(server.base, '/api/v1/launches')).status).toBe(200);
    expect(server.lines).toContainEqual(expect.objectContaining({ missing: ['public/api/v1/elements.json'] }));
  });

  test('a public route that the release lacks returns 500, not 404', async () => {
    await publish(home, 1, {
      manifest: ({ files, ...rest }) => ({
        ...rest,
        files: Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('launches'))),
      }),
    });
    server = await startServer(home);
    expect((await ask(server.base, '/api/v1/launches')).json().code).toBe('database_error');
  });
});
