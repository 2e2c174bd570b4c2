import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConfirmedAccount } from '../../src/accounts/auth/account-store.ts';
import { createKey } from '../../src/accounts/keys/key-store.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { readConfig } from '../../src/config.ts';
import { openGateway } from '../../src/http/accounts-gateway.ts';
import type { OpenedRelease } from '../../src/http/opened-release.ts';
import { createOrbweaver, type Orbweaver } from '../../src/http/orbweaver.ts';
import type { RequestContext } from '../../src/http/request-context.ts';
import { respond } from '../../src/http/respond.ts';
import { makeHome, publish, removeHome } from './release-folder.ts';
import { ask, tinySite } from './running-server.ts';

/** How requests count against the quotas of real accounts. The tests move this clock. */
let time = Date.UTC(2026, 7, 22, 12);
let home: string;
let gateway: Awaited<ReturnType<typeof openGateway>>;
let server: Orbweaver;
let base: string;
let key: string;

beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  const now = () => time;
  const log = pino({ level: 'silent' });
  const config = readConfig({ ORBWEAVER_HOME: home, ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '6' }, '/nowhere');
  gateway = await openGateway(config, { now, log });
  server = await createOrbweaver(
    { home, host: '127.0.0.1', port: 0, publicUrl: undefined },
    { now, requestId: () => 'request', log, gateway },
    tinySite,
  );
  base = await server.listen();
  const database = await openDatabase({ home, databaseUrl: undefined }, false);
  const account = await createConfirmedAccount(database, 'ada@example.org', 'free', time);
  ({ key } = await createKey(database, account, 'test', time));
  await database.close();
});
beforeEach(() => {
  time += 86_400_000;
});
afterAll(async () => {
  await server.stop();
  await gateway.close();
  await removeHome(home);
});

/** The status and the remaining requests in the headers of a response; undefined if it did not count. */
async function quotaAfterPart(path: string, range?: string) {
  const { status, headers } = await ask(base, path, range === undefined ? {} : { Range: range });
  return [status, headers['x-ratelimit-remaining']];
}

test('without a key, parts of a file count once per ten minutes toward the daily and the burst limit', async () => {
  const file = '/api/v1/dataset/active.csv';
  expect(await quotaAfterPart(file, 'bytes=0-1')).toEqual([206, '5']);
  for (let part = 1; part < 10; part++)
    expect(await quotaAfterPart(file, `bytes=${part}-${part}`)).toEqual([206, undefined]);
  expect(await quotaAfterPart('/api/v1/dataset/active.json', 'bytes=0-1')).toEqual([206, '4']);
  expect(await quotaAfterPart(file)).toEqual([200, '3']);
  // This route ignores ranges: every request counts.
  for (const remaining of ['2', '1'])
    expect(await quotaAfterPart('/api/v1/events', 'bytes=0-1')).toEqual([200, remaining]);
  time += 600_000;
  expect(await quotaAfterPart(file, 'bytes=0-1')).toEqual([206, '0']);
  expect(await quotaAfterPart(file, 'bytes=0-1')).toEqual([206, undefined]);
  time += 600_000;
  for (let again = 0; again < 2; again++) expect(await quotaAfterPart(file, 'bytes=0-1')).toEqual([429, '0']);
});

/** The same for a request with other headers or another method. */
async function quotaAfter(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await ask(base, path, headers, method);
  return [response.status, response.headers['x-ratelimit-remaining']];
}

test('with a key, API requests that no route handles count like any other 4xx', async () => {
  const withKey = { Authorization: `Bearer ${key}` };
  expect(await quotaAfter('/api/v1/nothing', withKey)).toEqual([404, '999']);
  expect(await quotaAfter('/api/v1/stats', withKey, 'POST')).toEqual([405, '998']);
  expect(await quotaAfter('/api/v1/stats?key=1', withKey)).toEqual([400, '997']);
  expect(await quotaAfter('/NORAD/elements/gp.php', withKey, 'DELETE')).toEqual([405, '996']);
  expect(await quotaAfter('/api/v1/events', withKey)).toEqual([200, '995']);
  for (const [path, method] of [
    ['/api/v1/stats', 'OPTIONS'],
    ['/nothing', 'GET'],
    ['/nothing', 'POST'],
  ] as const)
    expect((await quotaAfter(path, withKey, method))[1]).toBeUndefined();
});

test('without a key, a request that no route handles counts if its path is public', async () => {
  expect(await quotaAfter('/api/v1/events', {}, 'POST')).toEqual([405, '5']);
  expect(await quotaAfter('/api/v1/dataset/active.csv', {}, 'PUT')).toEqual([405, '4']);
  expect(await quotaAfter('/api/v1/events?api_key=1')).toEqual([400, '3']);
  expect(await quotaAfter('/pub/satcat.csv', {}, 'DELETE')).toEqual([405, '2']);
  expect(await quotaAfter('/api/v1/nothing')).toEqual([404, undefined]);
  expect(await quotaAfter('/api/v1/stats', {}, 'POST')).toEqual([405, undefined]);
  expect(await quotaAfter('/api/v1/stats?key=1')).toEqual([400, undefined]);
  expect(await quotaAfter('/api/v1/nothing', { Authorization: 'Bearer ow_none' })).toEqual([404, undefined]);
  expect(await quotaAfter('/api/v1/dataset/nothing')).toEqual([404, '1']);
});

test.each(['/api/v1/dataset/active.csv', '/api/v1/events'])(
  'with a key, a response of %s is not cached',
  async (path) => {
    const caching = async (headers: Record<string, string>) => {
      const response = await ask(base, path, headers);
      return [response.status, response.headers['cache-control'], response.headers.vary];
    };
    const withKey = { Authorization: `Bearer ${key}` };
    // An invalid key is ignored here.
    const { headers } = await ask(base, path, { Authorization: 'Bearer ow_none' });
    expect(headers['cache-control']).toMatch(/^public, max-age=300, s-maxage=/);
    const unchanged = { 'If-None-Match': headers.etag! };
    expect(await caching(unchanged)).toEqual([304, headers['cache-control'], headers.vary]);
    const uncached = ['private, no-store', `Authorization, X-API-Key, ${headers.vary}`];
    expect(await caching(withKey)).toEqual([200, ...uncached]);
    expect(await caching({ ...withKey, ...unchanged })).toEqual([304, ...uncached]);
  },
);

test('with a key, a response generated for the request is not cached despite its own Cache-Control', async () => {
  const caching = async (keyId: string | null) => {
    const context = {
      request: { headers: {} },
      target: {},
      headers: {},
      admitted: { keyId },
    } as unknown as RequestContext;
    const release = { headers: {}, lastModified: '', modified: 0 } as unknown as OpenedRelease;
    const headers = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' };
    const response = await respond(context, release, { type: 'text/plain', body: 'x', headers });
    return [response.headers.get('Cache-Control'), response.headers.get('Vary')];
  };
  expect(await caching(null)).toEqual(['public, max-age=300', 'Accept-Encoding']);
  expect(await caching('key')).toEqual(['private, no-store', 'Authorization, X-API-Key, Accept-Encoding']);
});

test('a plain-text error of a CelesTrak-compatible path varies by key, and counts', async () => {
  for (const headers of [{}, { Authorization: `Bearer ${key}` }] as Record<string, string>[]) {
    const response = await ask(base, '/NORAD/elements/gp.php', headers);
    expect([response.status, response.headers['cache-control'], response.headers.vary]).toEqual([
      400,
      'private, no-store',
      'Authorization, X-API-Key',
    ]);
    expect(response.headers['x-ratelimit-remaining']).toBeTruthy();
  }
});

test('files of the release have no limit per second, and routes that compute something do', async () => {
  const withKey = { Authorization: `Bearer ${key}` };
  const statuses = async (path: string) => {
    const answers = [];
    for (let n = 0; n < 20; n++) answers.push((await ask(base, path, withKey)).status);
    return new Set(answers);
  };
  expect(await statuses('/api/v1/dataset/active.csv')).toEqual(new Set([200]));
  expect((await statuses('/NORAD/elements/gp.php?GROUP=stations')).has(429)).toBe(false);
  expect((await statuses('/api/v1/nothing')).has(429)).toBe(true);
  time += 1000;
  expect((await statuses('/NORAD/elements/gp.php?NAME=x')).has(429)).toBe(true);
  const { headers } = await ask(base, '/api/v1/events', withKey);
  expect(headers['ratelimit-policy']).toMatch(/^"daily";q=\d+;w=86400$/);
});

test('a 429 of a path with a text form is text', async () => {
  for (const path of ['/api/v1/elements/active.tle', '/NORAD/elements/gp.php?GROUP=stations']) {
    time += 86_400_000;
    for (let n = 0; n < 6; n++) await ask(base, '/api/v1/events');
    const { status, headers, body } = await ask(base, path);
    expect([status, headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8']);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(body.toString()).toMatch(/^daily_quota_exceeded: .+\r\n.+\r\n$/);
  }
});

test('a 304 shows the quota after its refund', async () => {
  const first = await ask(base, '/api/v1/launches');
  const again = await ask(base, '/api/v1/launches', { 'If-None-Match': first.headers.etag! });
  expect([again.status, again.headers['x-ratelimit-remaining']]).toEqual([304, first.headers['x-ratelimit-remaining']]);
  expect(again.headers.ratelimit).toBe(first.headers.ratelimit);
});

test('an operator can let requests without a key read the catalog, within the quota of their address', async () => {
  const openTo = async (access: 'public' | 'all') => {
    const settings = { ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '3', ORBWEAVER_ANONYMOUS_ACCESS: access };
    const config = readConfig({ ORBWEAVER_HOME: home, ...settings }, '/nowhere');
    const opened = await openGateway(config, { now: () => time, log: pino({ level: 'silent' }) });
    const open = await createOrbweaver(
      { home, host: '127.0.0.1', port: 0, publicUrl: undefined },
      { now: () => time, requestId: () => 'request', log: pino({ level: 'silent' }), gateway: opened },
      tinySite,
    );
    const at = await open.listen();
    const statuses: unknown[] = [];
    for (const [path, method] of [
      ['/api/v1/sources?x=1', 'GET'],
      ['/api/v1/events?type=x', 'GET'],
      ['/api/v1/sql', 'POST'],
      ['/api/v1/webhooks', 'GET'],
      ['/api/v1/sources?x=1', 'GET'],
      ['/api/v1/sources?x=1', 'GET'],
    ] as const) {
      const { status, headers } = await ask(at, path, { 'Sec-Fetch-Site': 'same-origin' }, method);
      statuses.push([status, headers['x-ratelimit-remaining']]);
    }
    await open.stop();
    await opened.close();
    return statuses;
  };
  const keyless = [401, undefined];
  expect(await openTo('public')).toEqual(Array(6).fill(keyless));
  // A 400 counts, and shows that the key was not missed.
  expect(await openTo('all')).toEqual([[400, '2'], [400, '1'], keyless, keyless, [400, '0'], [429, '0']]);
});
