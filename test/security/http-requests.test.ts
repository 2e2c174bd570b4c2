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

describe('a query that names parts of JavaScript', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__[x]'])('%s is a 400', async (name) => {
    for (const path of ['/satellites', '/satellites.csv', '/satellites.json']) {
      const answer = await ask(server.base, `${path}?${name}=1`);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.length).toBeGreaterThan(50);
    }
    for (const path of ['/api/v1/satellites', '/api/v1/dataset/all'])
      expect((await ask(server.base, `${path}?${name}=1`)).json().code).toBe('invalid_parameter');
    expect(failures()).toEqual([]);
  });
});

test.each(['/docs/%D1%8F', '/docs/%F0%9F%9B%B0', '/satellites/%D1%8F', '/%E4%BA%BA'])('%s is a 404', async (path) => {
  const text = await sendRaw(server.base, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1.1 404 /);
  expect(failures()).toEqual([]);
});

describe('a range of a file of the website', () => {
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
    const answer = await range(value);
    expect([answer.status, answer.headers['content-range']]).toEqual([
      206,
      `bytes ${first}-${first + expected.length - 1}/${whole.length}`,
    ]);
    expect(answer.body.equals(expected)).toBe(true);
  });

  test.each(['items=0-1', 'bytes=5-1', 'bytes=', 'bytes=a-b'])('%s is none: the whole file comes', async (value) => {
    const answer = await range(value);
    expect([answer.status, answer.body.length]).toEqual([200, Number(answer.headers['content-length'])]);
    expect(answer.body.length).toBeGreaterThan(1000);
  });
});

describe('a key in the address', () => {
  const key = `ow_${'a1B2c3D4'.repeat(5)}`;
  test.each(['api_key', 'apikey', 'key', 'access_token', 'token'])('as %s is refused', async (name) => {
    for (const path of ['/api/v1/satellites/25544', '/api/v1/elements', '/api/v1/nothing']) {
      const answer = await ask(server.base, `${path}?${name}=${key}`);
      expect([path, answer.status, answer.json().code]).toEqual([path, 400, 'invalid_parameter']);
    }
  });

  test('is in no log, wherever it stands', async () => {
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

test('a public address with https is remembered by browsers, one without is not', async () => {
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
