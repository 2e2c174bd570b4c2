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

const released = async () => (await ask(server!.base, '/api/v1/elements')).headers['x-catalog-release'];

describe('what can be missing', () => {
  test('no release: 503 for data, pages go on; the first one is served when it comes', async () => {
    server = await startServer(home);
    const answer = await ask(server.base, '/api/v1/elements');
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({
      'retry-after': '30',
      'cache-control': 'private, no-store',
      'x-service-license': 'ODbL-1.0',
    });
    expect(answer.json().code).toBe('catalog_unavailable');
    expect((await ask(server.base, '/')).body.toString()).toBe('<p>nothing published</p>');

    const first = await publish(home, 1);
    await server.served.check();
    expect(await released()).toBe(first);
  });

  test('a home that is not there is made', async () => {
    const inner = join(home, 'not', 'there');
    server = await startServer(inner);
    await mkdir(join(inner, 'releases'), { recursive: true });
    expect((await ask(server.base, '/api/v1/events')).status).toBe(503);
  });

  test('a file that goes away while served: 500 that says retrying does not help; the rest goes on', async () => {
    const id = await publish(home, 1);
    server = await startServer(home);
    await rm(join(home, 'releases', id, 'public/api/v1/dataset/active.csv'));
    const answer = await ask(server.base, '/api/v1/dataset/active.csv');
    expect(answer.status).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'database_error', hint: expect.stringContaining('does not help') });
    expect(answer.body.toString()).not.toContain(home);
    expect((await ask(server.base, '/api/v1/dataset/active.json')).status).toBe(200);
  });

  test('a release of before there were deltas of groups: 404 that says so', async () => {
    const without = <Value>(all: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(all).filter(([path]) => !path.includes('/active/changes/')));
    await publish(home, 1, {
      manifest: (whole) => ({ ...whole, format: '4.5', files: without(whole.files), packed: without(whole.packed) }),
    });
    server = await startServer(home);
    const answer = await ask(server.base, '/api/v1/elements/active/changes/newest');
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', error: expect.stringContaining('made before') });
    expect((await ask(server.base, '/api/v1/elements/active')).status).toBe(200);
  });

  test('the only release lacks a file from the start: it is served, that file is 500', async () => {
    const id = await writeRelease(home, 1);
    await rm(join(home, 'releases', id, 'public/api/v1/elements.json'));
    await makeCurrent(home, id);
    server = await startServer(home, undefined, 0);
    expect((await ask(server.base, '/api/v1/elements')).json().code).toBe('database_error');
    expect((await ask(server.base, '/api/v1/launches')).status).toBe(200);
    expect(server.lines).toContainEqual(expect.objectContaining({ missing: ['public/api/v1/elements.json'] }));
  });

  test('a release that was published without a public route: 500, not 404', async () => {
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
