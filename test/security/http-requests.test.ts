import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { ask, type RunningServer, sendRaw, startServer } from '../server/running-server.ts';

let home: string;
let server: RunningServer;
beforeAll(async () => {
  home = await copySample();
  server = await startServer(home, await builtSite());
});
afterAll(async () => {
  await server?.stop();
  if (home) await removeFolder(home);
});
const failures = () => server.lines.filter(({ level }) => Number(level) >= 50);

describe('a query parameter named like a property of JavaScript objects', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__[x]'])(
    '%s returns 400',
    async (name) => {
      for (const path of ['/satellites', '/satellites.csv', '/satellites.json']) {
        const response = await ask(server.base, `${path}?${name}=1`);
        expect([path, response.status]).toEqual([path, 400]);
        expect(response.body.length).toBeGreaterThan(50);
      }
      for (const path of ['/api/v1/satellites', '/api/v1/dataset/all'])
        expect((await ask(server.base, `${path}?${name}=1`)).json().code).toBe('invalid_parameter');
      expect(failures()).toEqual([]);
    },
  );
});

test.each(['/docs/%D1%8F', '/docs/%F0%9F%9B%B0', '/satellites/%D1%8F', '/%E4%BA%BA'])(
  '%s returns 404',
  async (path) => {
    const text = await sendRaw(server.base, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1.1 404 /);
    expect(failures()).toEqual([]);
  },
);

describe('a range request for a file of the website', () => {
  const path = '/social-card.png';
  const range = async (value: string) => ask(server.base, path, { range: value });

  test.each<[string, number, number?]>([
    ['bytes=0-0', 0, 1],
    ['bytes=-5', -5],
    ['bytes=5-9', 5, 10],
    ['bytes=0-18446744073709551616', 0],
    ['bytes=100-', 100],
  ])('%s returns exactly the requested range', async (value, start, end) => {
    const whole = (await ask(server.base, path)).body;
    const expected = whole.subarray(start, end);
    const first = start < 0 ? whole.length + start : start;
    const response = await range(value);
    expect([response.status, response.headers['content-range']]).toEqual([
      206,
      `bytes ${first}-${first + expected.length - 1}/${whole.length}`,
    ]);
    expect(response.body.equals(expected)).toBe(true);
  });

  test.each(['items=0-1', 'bytes=5-1', 'bytes=', 'bytes=a-b'])(
    '%s is not a valid range, and returns the whole file',
    async (value) => {
      const response = await range(value);
      expect([response.status, response.body.length]).toEqual([200, Number(response.headers['content-length'])]);
      expect(response.body.length).toBeGreaterThan(1000);
    },
  );
});

describe('a key in the URL', () => {
  const key = `ow_${'a1B2c3D4'.repeat(5)}`;
  test.each(['api_key', 'apikey', 'key', 'access_token', 'token'])('as the parameter %s is rejected', async (name) => {
    for (const path of ['/api/v1/satellites/25544', '/api/v1/elements', '/api/v1/nothing']) {
      const response = await ask(server.base, `${path}?${name}=${key}`);
      expect([path, response.status, response.json().code]).toEqual([path, 400, 'invalid_parameter']);
    }
  });

  test('is never logged, wherever it appears', async () => {
    for (const path of [
      `/api/v1/satellites?api_key=${key}`,
      `/api/v1/satellites?access_token=${key}`,
      `/satellites?q=${key}`,
      `/api/v1/${key}`,
      `/api/v1/satellites?token=secret-of-mine`,
      `/${key.replace('_', '%5F')}`,
      `/account/reset?token=secret-of-mine`,
    ])
      await ask(server.base, path);
    const log = JSON.stringify(server.lines);
    expect(log).toContain('/api/v1/satellites');
    expect(log).not.toContain(key.slice(3));
    expect(log).not.toContain('secret-of-mine');
  });
});

test('Strict-Transport-Security is sent only with an https public URL', async () => {
  const secure = await startServer(home, await builtSite(), undefined, undefined, 'https://orbweaver.example');
  for (const path of [
    '/',
    '/docs/claims/',
    '/social-card.png',
    '/api/v1/elements',
    '/api/v1/nothing',
    '/healthz',
    '/nope',
    '/account',
  ])
    expect([path, (await ask(secure.base, path)).headers['strict-transport-security']]).toEqual([
      path,
      'max-age=31536000',
    ]);
  await secure.stop();
  expect((await ask(server.base, '/')).headers['strict-transport-security']).toBeUndefined();
});
