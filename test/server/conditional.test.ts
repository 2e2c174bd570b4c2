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
    ['the ETag', (tag: string) => tag, 304],
    ['the ETag as a weak one', (tag: string) => `W/${tag}`, 304],
    ['a list with the ETag', (tag: string) => `"other", ${tag},"more"`, 304],
    ['*', () => '*', 304],
    ['another ETag', () => '"other"', 200],
    ['the ETag without quotes', (tag: string) => tag.slice(1, -1), 200],
  ])('If-None-Match: %s', async (_label, header, status) => {
    const response = await ask('/api/v1/launches', { 'If-None-Match': header(await etagOf('/api/v1/launches')) });
    expect(response.status).toBe(status);
  });

  test('the ETag of another encoding or format does not match', async () => {
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

  test.each([
    ['If-Match', (tag: string) => tag, 200],
    ['If-Match', (tag: string) => `"other", ${tag}`, 200],
    ['If-Match', () => '*', 200],
    ['If-Match', () => '"other"', 412],
    ['If-Match', (tag: string) => `W/${tag}`, 412],
    ['If-Unmodified-Since', () => lastModified, 200],
    ['If-Unmodified-Since', () => 'yesterday', 200],
    ['If-Unmodified-Since', () => 'Wed, 01 Jan 2020 00:00:00 GMT', 412],
  ])('%s requires a version: %#', async (name, header, status) => {
    const path = '/api/v1/launches';
    const tag = await etagOf(path);
    const response = await ask(path, { [name]: header(tag) });
    if (status === 200) expect(response.status).toBe(200);
    else expectError(response, 412, 'precondition_failed');
    // A required version decides before the copy that the client has.
    const both = await ask(path, { [name]: header(tag), 'If-None-Match': tag });
    expect(both.status).toBe(status === 200 ? 304 : 412);
  });

  test.each(['/', '/openapi.json', '/api/v1', '/NORAD/elements/gp.php?GROUP=active'])(
    'If-Match requires a version of %s',
    async (path) => {
      const { status, headers } = await ask(path);
      expect(status).toBe(200);
      for (const method of ['GET', 'HEAD']) {
        const other = await ask(path, { 'If-Match': '"other"' }, method);
        expect([other.status, other.headers.etag, other.headers['cache-control']]).toEqual([
          412,
          undefined,
          'private, no-store',
        ]);
        expect((await ask(path, { 'If-Match': '*' }, method)).status).toBe(200);
        // A strong comparison: no weak ETag matches, not its own either.
        const own = headers.etag ?? 'W/"none"';
        expect((await ask(path, { 'If-Match': own }, method)).status).toBe(own.startsWith('W/') ? 412 : 200);
        if (headers.etag) {
          const both = { 'If-Match': '"other"', 'If-None-Match': headers.etag };
          expect((await ask(path, both, method)).status).toBe(412);
        }
      }
    },
  );

  test('If-Match takes precedence over If-Unmodified-Since', async () => {
    const headers = { 'If-Match': '*', 'If-Unmodified-Since': 'Wed, 01 Jan 2020 00:00:00 GMT' };
    expect((await ask('/api/v1/events', headers)).status).toBe(200);
  });

  test('If-None-Match takes precedence over If-Modified-Since', async () => {
    const headers = { 'If-None-Match': '"other"', 'If-Modified-Since': lastModified };
    expect((await ask('/api/v1/events', headers)).status).toBe(200);
  });
});

describe('range requests for datasets', () => {
  const path = '/api/v1/dataset/active.csv';

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=10-999999999', 10, undefined],
    ['bytes=-999999999', 0, undefined],
  ])('return 206 for %s', async (range, start, end) => {
    const full = (await ask(path)).body;
    const response = await ask(path, { Range: range });
    const expected = full.subarray(start, end === undefined ? undefined : end + 1);
    const first = start < 0 ? full.length + start : start;
    expect(response.status).toBe(206);
    expect(response.body).toEqual(expected);
    expect(response.headers['content-range']).toBe(`bytes ${first}-${first + expected.length - 1}/${full.length}`);
    expect(response.headers['content-length']).toBe(String(expected.length));
    expectServiceHeaders(response);
  });

  test.each(['bytes=999999999-', 'bytes=-0'])('return 416 for %s', async (range) => {
    const response = await ask(path, { Range: range });
    expectError(response, 416, 'range_not_satisfiable');
    expect(response.headers['content-range']).toBe(`bytes */${(await ask(path)).body.length}`);
  });

  test.each(['bytes=0-1,5-6', 'lines=0-1', 'bytes=abc', 'bytes'])(
    'return 200 and the full file for %s',
    async (range) => {
      const response = await ask(path, { Range: range });
      expect(response.status).toBe(200);
      expect(response.headers['content-range']).toBeUndefined();
    },
  );

  test('apply to the encoded bytes', async () => {
    const full = (await ask(path, { 'Accept-Encoding': 'gzip' })).body;
    const response = await ask(path, { 'Accept-Encoding': 'gzip', Range: 'bytes=3-20' });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(response.body).toEqual(full.subarray(3, 21));
  });

  test('with If-Range return the part while the file is unchanged, otherwise the full file', async () => {
    const { etag } = (await ask(path)).headers;
    const status = async (condition: string) => (await ask(path, { Range: 'bytes=0-1', 'If-Range': condition })).status;
    expect(await status(etag!)).toBe(206);
    expect(await status(lastModified)).toBe(206);
    expect(await status('"other"')).toBe(200);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status(new Date(0).toUTCString())).toBe(200);
  });

  test('with HEAD return the headers of the part without a body', async () => {
    const get = await ask(path, { Range: 'bytes=3-20' });
    const head = await ask(path, { Range: 'bytes=3-20' }, 'HEAD');
    expect([head.status, head.body.length]).toEqual([206, 0]);
    for (const name of ['content-range', 'content-length', 'accept-ranges', 'etag'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect((await ask(path, { Range: 'bytes=99999999-' }, 'HEAD')).status).toBe(416);
  });

  test('are ignored by other routes', async () => {
    expect((await ask('/api/v1/elements', { Range: 'bytes=0-1' })).status).toBe(200);
  });
});
