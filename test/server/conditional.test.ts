import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError, expectServiceHeaders } from './expectations.ts';
import { makeHome, publish, releaseTime, removeHome } from './release-folder.ts';
import { ask as askAt, type RunningServer, startServer } from './running-server.ts';

let home: string;
let server: RunningServer;
const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  askAt(server.base, path, headers, method);

beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  server = await startServer(home);
});
afterAll(async () => {
  await server.stop();
  await removeHome(home);
});

const lastModified = new Date(releaseTime(1)).toUTCString();

describe('conditional requests', () => {
  const etagOf = async (path: string) => (await ask(path)).headers.etag!;

  test.each([
    ['the tag', (tag: string) => tag, 304],
    ['the tag, marked weak', (tag: string) => `W/${tag}`, 304],
    ['a list with it', (tag: string) => `"other", ${tag},"more"`, 304],
    ['*', () => '*', 304],
    ['another tag', () => '"other"', 200],
    ['the tag without quotes', (tag: string) => tag.slice(1, -1), 200],
  ])('If-None-Match: %s', async (_what, header, status) => {
    const answer = await ask('/api/v1/launches', { 'If-None-Match': header(await etagOf('/api/v1/launches')) });
    expect(answer.status).toBe(status);
  });

  test('a tag of another encoding or form is not the same file', async () => {
    const tag = await etagOf('/api/v1/dataset/active.json');
    expect((await ask('/api/v1/dataset/active', { 'If-None-Match': tag })).status).toBe(304);
    expect((await ask('/api/v1/dataset/active', { 'If-None-Match': tag, 'Accept-Encoding': 'br' })).status).toBe(200);
    expect((await ask('/api/v1/dataset/active', { 'If-None-Match': tag, Accept: 'text/csv' })).status).toBe(200);
  });

  test.each([
    [lastModified, 304],
    [new Date(Date.parse(lastModified) + 1000).toUTCString(), 304],
    [new Date(Date.parse(lastModified) - 1000).toUTCString(), 200],
    ['yesterday', 200],
  ])('If-Modified-Since: %s', async (since, status) => {
    expect((await ask('/api/v1/events', { 'If-Modified-Since': since })).status).toBe(status);
  });

  test('If-None-Match decides where both are sent', async () => {
    const headers = { 'If-None-Match': '"other"', 'If-Modified-Since': lastModified };
    expect((await ask('/api/v1/events', headers)).status).toBe(200);
  });
});

describe('ranges on datasets', () => {
  const path = '/api/v1/dataset/active.csv';

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=10-999999999', 10, undefined],
    ['bytes=-999999999', 0, undefined],
  ])('206: %s', async (range, start, end) => {
    const whole = (await ask(path)).body;
    const answer = await ask(path, { Range: range });
    const expected = whole.subarray(start, end === undefined ? undefined : end + 1);
    const first = start < 0 ? whole.length + start : start;
    expect(answer.status).toBe(206);
    expect(answer.body).toEqual(expected);
    expect(answer.headers['content-range']).toBe(`bytes ${first}-${first + expected.length - 1}/${whole.length}`);
    expect(answer.headers['content-length']).toBe(String(expected.length));
    expectServiceHeaders(answer);
  });

  test.each(['bytes=999999999-', 'bytes=-0'])('416: %s', async (range) => {
    const answer = await ask(path, { Range: range });
    expectError(answer, 416, 'range_not_satisfiable');
    expect(answer.headers['content-range']).toBe(`bytes */${(await ask(path)).body.length}`);
  });

  test.each(['bytes=0-1,5-6', 'lines=0-1', 'bytes=abc', 'bytes'])('200, the whole: %s', async (range) => {
    const answer = await ask(path, { Range: range });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-range']).toBeUndefined();
  });

  test('a range counts the bytes that are sent', async () => {
    const whole = (await ask(path, { 'Accept-Encoding': 'gzip' })).body;
    const answer = await ask(path, { 'Accept-Encoding': 'gzip', Range: 'bytes=3-20' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.body).toEqual(whole.subarray(3, 21));
  });

  test('If-Range: the part while the file is the same, else the whole', async () => {
    const { etag } = (await ask(path)).headers;
    const status = async (condition: string) => (await ask(path, { Range: 'bytes=0-1', 'If-Range': condition })).status;
    expect(await status(etag!)).toBe(206);
    expect(await status(lastModified)).toBe(206);
    expect(await status('"other"')).toBe(200);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status(new Date(0).toUTCString())).toBe(200);
  });

  test('HEAD of a part has the headers of the part, and no body', async () => {
    const get = await ask(path, { Range: 'bytes=3-20' });
    const head = await ask(path, { Range: 'bytes=3-20' }, 'HEAD');
    expect([head.status, head.body.length]).toEqual([206, 0]);
    for (const name of ['content-range', 'content-length', 'accept-ranges', 'etag'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect((await ask(path, { Range: 'bytes=99999999-' }, 'HEAD')).status).toBe(416);
  });

  test('the other routes have no parts', async () => {
    expect((await ask('/api/v1/elements', { Range: 'bytes=0-1' })).status).toBe(200);
  });
});
