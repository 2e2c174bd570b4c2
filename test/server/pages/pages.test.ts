import { get } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Site } from '../../../src/http/pages/site.ts';
import { makeHome, publish, releaseId, removeHome } from '../release-folder.ts';
import { ask, type RunningServer, startServer, tinySite } from '../running-server.ts';

let home: string;
let server: RunningServer | undefined;

beforeEach(async () => {
  home = await makeHome();
  await publish(home, 1, { sample: true });
});
afterEach(async () => {
  await server?.stop();
  await removeHome(home);
});

const serve = async (render: Site['render']) => {
  server = await startServer(home, { ...tinySite, render });
  return server;
};

test('a page names its release in its headers, and that it is the sample', async () => {
  server = await startServer(home);
  const { headers, status } = await ask(server.base, '/');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'x-catalog-release': releaseId(1),
    'x-catalog-sample': 'true',
    'x-request-id': 'request-1',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/script-src 'self';/),
  });
});

test('the base of URLs is the requested host, and an invalid host is rejected', async () => {
  const { base } = await serve(async (_request, { orbweaver }) => new Response(orbweaver.base));
  expect((await ask(base, '/', { Host: 'orbweaver.example:8080' })).body.toString()).toBe(
    'http://orbweaver.example:8080',
  );
  expect((await ask(base, '/', { Host: 'x"><script>' })).status).toBe(400);
});

test('an unknown path is the 404 page for people, and JSON for programs', async () => {
  const { base } = await serve(async ({ url }) =>
    new URL(url).pathname === '/404' ? new Response('nothing here', { status: 404 }) : null,
  );
  const kindOf = async (path: string, accept?: string) => {
    const response = await ask(base, path, accept === undefined ? {} : { Accept: accept });
    expect([response.status, response.headers.vary]).toEqual([404, expect.stringContaining('A')]);
    return response.body.toString() === 'nothing here' ? 'page' : (response.json().code as string);
  };
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const path of ['/nowhere', '/nowhere/', '/something.json', '/a/b.csv', '/feed.atom'])
    expect([path, await kindOf(path, browser)]).toEqual([path, 'page']);
  for (const accept of [undefined, '*/*', 'application/json']) {
    expect([accept, await kindOf('/nowhere', accept)]).toEqual([
      accept,
      accept === 'application/json' ? 'not_found' : 'page',
    ]);
    for (const path of ['/something.json', '/a/b.csv', '/feed.atom'])
      expect([path, accept, await kindOf(path, accept)]).toEqual([path, accept, 'not_found']);
  }
});

test('an unknown path renders the 404 page, or returns JSON if there is none', async () => {
  const { base } = await serve(async ({ url }) =>
    new URL(url).pathname === '/404' ? new Response('nothing here', { status: 404 }) : null,
  );
  const response = await ask(base, '/lost');
  expect([response.status, response.body.toString()]).toEqual([404, 'nothing here']);
  await server!.stop();
  server = await startServer(home);
  expect((await ask(server.base, '/lost')).json().code).toBe('not_found');
});

test('a page that throws returns 500 without details, and the error is logged', async () => {
  const { base, lines } = await serve(async () => {
    throw new Error('the secret reason');
  });
  const response = await ask(base, '/');
  expect(response.status).toBe(500);
  expect(response.json().code).toBe('internal_error');
  expect(response.body.toString()).not.toContain('secret');
  expect(response.headers['content-security-policy']).toBeUndefined();
  expect(lines).toContainEqual(
    expect.objectContaining({ requestId: 'request-1', err: expect.objectContaining({ message: 'the secret reason' }) }),
  );
});

test('pages reject other methods', async () => {
  server = await startServer(home);
  const response = await ask(server.base, '/', {}, 'POST');
  expect(response.status).toBe(405);
  expect(response.headers.allow).toBe('GET, HEAD, OPTIONS');
});

test('stopping finishes open requests and rejects new ones', async () => {
  let go = () => {};
  let began = () => {};
  const rendering = new Promise<void>((resolve) => {
    began = resolve;
  });
  const { base } = await serve(async () => {
    began();
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return new Response('done');
  });
  const page = ask(base, '/');
  await rendering;
  const stopped = server!.stop();
  await expect(ask(base, '/')).rejects.toThrow();
  go();
  expect((await page).body.toString()).toBe('done');
  await stopped;
  server = undefined;
});

test('a request that never ends does not keep the server from stopping', async () => {
  let began = () => {};
  const rendering = new Promise<void>((resolve) => {
    began = resolve;
  });
  const { base } = await serve(() => {
    began();
    return new Promise(() => {});
  });
  const lost = new Promise<void>((resolve) => void get(base).on('error', () => resolve()));
  await rendering;
  await server!.stop(10);
  await lost;
  server = undefined;
});
