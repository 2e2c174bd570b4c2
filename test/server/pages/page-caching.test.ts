import { connect } from 'node:net';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { free } from '../../../src/accounts/limits/admission.ts';
import type { AccountsGateway } from '../../../src/http/accounts-gateway.ts';
import { AddressLimiter } from '../../../src/http/middleware/address-limit.ts';
import { pages } from '../../../src/http/page-routes.ts';
import type { Site } from '../../../src/http/pages/site.ts';
import { makeHome, publish, releaseId, releaseTime, removeHome } from '../release-folder.ts';
import { ask, type RunningServer, sendRaw, startServer, tinySite } from '../running-server.ts';

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

const text = '<p>orbit</p>'.repeat(500);
/** Admits every request; the address is the one that it names. */
const named: AccountsGateway = { admit: () => free, addressOf: (forwarded, socket) => forwarded ?? socket };
/** Serves pages, and counts how often they are rendered. */
async function serveCounted(render?: Site['render']) {
  let rendered = 0;
  const counted: Site['render'] = async (request, locals) => {
    rendered++;
    if (render) return render(request, locals);
    return new Response(text, { headers: { 'content-type': 'text/html', link: '</api/v1/x>; rel="alternate"' } });
  };
  server = await startServer(home, { ...tinySite, render: counted }, undefined, named);
  return { base: server.base, rendered: () => rendered };
}

describe('pages of the catalog', () => {
  test('may be stored by shared caches, and have distinct weak ETags', async () => {
    const { base } = await serveCounted();
    const page = await ask(base, '/a?b=c');
    expect(page.headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=300, must-revalidate',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      vary: 'Accept-Encoding',
      link: '</api/v1/x>; rel="alternate"',
      'content-length': String(text.length),
    });
    expect(page.body.toString()).toBe(text);
    const tags = new Set([page.headers.etag]);
    for (const [path, host] of [['/a?b=d'], ['/b'], ['/a?b=c', 'other.example']] as const)
      tags.add((await ask(base, path, host ? { Host: host } : {})).headers.etag);
    expect(tags.size).toBe(4);
  });

  test('are rendered once, and return 304 to clients that have them', async () => {
    const { base, rendered } = await serveCounted();
    const { etag = '' } = (await ask(base, '/a')).headers;
    for (const header of [etag, `"x", ${etag}`, etag.slice(2)]) {
      const again = await ask(base, '/a', { 'If-None-Match': header });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['cache-control']).toContain('s-maxage=300');
      expect(again.headers.vary).toBe('Accept-Encoding');
      // The stored page keeps its own policy.
      expect(again.headers['content-security-policy']).toBeUndefined();
    }
    expect((await ask(base, '/a')).body.toString()).toBe(text);
    expect(rendered()).toBe(1);
    expect((await ask(base, '/a', { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await ask(base, '/nowhere', { 'If-None-Match': '*' })).status).toBe(200);
  });

  test('are rendered again for a new release', async () => {
    const { base } = await serveCounted(async (_request, { orbweaver }) => new Response(orbweaver.release?.id));
    const first = await ask(base, '/a');
    expect(first.body.toString()).toBe(releaseId(1));
    await publish(home, 2, { sample: true });
    await server!.served.check();
    const second = await ask(base, '/a', { 'If-None-Match': first.headers.etag! });
    expect([second.status, second.body.toString()]).toEqual([200, releaseId(2)]);
  });

  test('are compressed according to Accept-Encoding', async () => {
    const { base } = await serveCounted();
    const headersFor = async (coding: string) => (await ask(base, '/a', { 'Accept-Encoding': coding })).headers;
    const zstd = await ask(base, '/a', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect([zstd.headers['content-encoding'], zstdDecompressSync(zstd.body).toString()]).toEqual(['zstd', text]);
    const gzip = await ask(base, '/a', { 'Accept-Encoding': 'gzip' });
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', text]);
    expect((await headersFor('br'))['content-encoding']).toBe('br');
    expect((await headersFor('identity'))['content-encoding']).toBeUndefined();
    const head = await ask(base, '/a', { 'Accept-Encoding': 'gzip' }, 'HEAD');
    expect([head.body.length, head.headers['content-length'], head.headers['content-encoding']]).toEqual([
      0,
      String(gzip.body.length),
      'gzip',
    ]);
  });

  test('that fail or do not exist are not cached', async () => {
    const { base, rendered } = await serveCounted(async ({ url }) => {
      const { pathname } = new URL(url);
      return pathname === '/none' ? null : new Response('sorry', { status: pathname === '/404' ? 404 : 503 });
    });
    for (const [path, status] of [
      ['/busy', 503],
      ['/none', 404],
    ] as const) {
      const response = await ask(base, path);
      expect([response.status, response.headers.etag, response.headers['cache-control']]).toEqual([
        status,
        undefined,
        'no-cache',
      ]);
    }
    // A date does not prove that the feed exists.
    const since = { 'If-Modified-Since': new Date(releaseTime(1)).toUTCString() };
    expect((await ask(base, '/none.atom', since)).status).toBe(503);
    await ask(base, '/busy');
    expect(rendered()).toBe(5);
  });

  test('that set a cookie are rendered for each request', async () => {
    const { base, rendered } = await serveCounted(
      async () => new Response('yours', { headers: { 'Set-Cookie': 'a=b' } }),
    );
    await ask(base, '/a');
    await ask(base, '/a');
    expect(rendered()).toBe(2);
  });

  test('that are feeds have a strong ETag per encoding, and the release time as Last-Modified', async () => {
    const { base, rendered } = await serveCounted();
    const feed = await ask(base, '/satellites/25544.atom', { 'Accept-Encoding': 'gzip' });
    const { etag = '', 'last-modified': modified = '' } = feed.headers;
    expect([etag, modified]).toEqual([expect.stringMatching(/^"[\w-]{22}"$/), new Date(releaseTime(1)).toUTCString()]);
    const plain = await ask(base, '/satellites/25544.atom');
    expect([plain.headers.etag === etag, plain.headers['content-encoding']]).toEqual([false, undefined]);
    for (const condition of [{ 'If-None-Match': etag }, { 'If-Modified-Since': modified }] as const) {
      const again = await ask(base, '/satellites/25544.atom', { 'Accept-Encoding': 'gzip', ...condition });
      expect([again.status, again.headers.etag, again.headers['last-modified']]).toEqual([304, etag, modified]);
    }
    expect((await ask(base, '/satellites/25544.atom', { 'If-None-Match': etag })).status).toBe(200);
    expect((await ask(base, '/groups/geo.json', { 'If-Modified-Since': modified })).status).toBe(304);
    expect((await ask(base, '/satellites/25544', { 'If-Modified-Since': modified })).status).toBe(200);
    expect(rendered()).toBe(4);
  });

  test.each(['/satellites.csv?q=iss', '/satellites.json'])(
    'that stream a file (%s) have a strong ETag and the release time, and are rendered for each request',
    async (path) => {
      let cancelled = 0;
      const { base, rendered } = await serveCounted(async () => {
        const body = new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              controller.enqueue(Buffer.from('row'));
              controller.close();
            },
            cancel() {
              cancelled += 1;
            },
          },
          { highWaterMark: 0 },
        );
        return new Response(body, { headers: { 'Content-Type': 'text/csv' } });
      });
      const { headers, body } = await ask(base, path);
      const { etag = '', 'last-modified': modified = '' } = headers;
      expect([etag, modified]).toEqual([
        expect.stringMatching(/^"[\w-]{22}"$/),
        new Date(releaseTime(1)).toUTCString(),
      ]);
      expect([body.toString(), headers['content-type']]).toEqual(['row', 'text/csv']);
      for (const condition of [{ 'If-None-Match': etag }, { 'If-Modified-Since': modified }] as const) {
        const again = await ask(base, path, condition);
        expect([again.status, again.headers.etag, again.headers['last-modified']]).toEqual([304, etag, modified]);
      }
      expect([rendered(), cancelled]).toEqual([3, 2]);
      const head = await ask(base, path, {}, 'HEAD');
      expect([head.status, head.headers.etag, head.body.length]).toEqual([200, etag, 0]);
      expect((await ask(base, '/satellites.csv?q=other')).headers.etag).not.toBe(etag);
    },
  );

  test('that fail while streaming return 500', async () => {
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue('half');
        controller.error(new Error('broken off'));
      },
    });
    const { base } = await serveCounted(async () => new Response(half));
    expect((await ask(base, '/a')).json().code).toBe('internal_error');
  });

  test('use the server’s clock', async () => {
    const { base } = await serveCounted(async (_request, { orbweaver }) => new Response(orbweaver.now.toISOString()));
    expect((await ask(base, '/a')).body.toString()).toBe('2026-08-22T00:00:00.000Z');
  });
});

describe('pages that many requests ask for at once', () => {
  /** Serves pages that are finished when the test says so, and lists those that are being rendered. */
  async function serveHeld() {
    const open: { readonly path: string; finish(): void }[] = [];
    let isHeld = true;
    const { base, rendered } = await serveCounted(({ url }) => {
      const { pathname } = new URL(url);
      const page = pathname === '/none' ? null : new Response(text);
      if (!isHeld) return Promise.resolve(page);
      return new Promise((resolve) => {
        open.push({ path: pathname, finish: () => resolve(page) });
      });
    });
    const paths = () => open.map(({ path }) => path);
    const finish = (path: string) => open.splice(paths().indexOf(path), 1)[0]!.finish();
    return {
      base,
      rendered,
      paths,
      finish,
      waits: (count: number) => vi.waitUntil(() => open.length === count, { timeout: 5000, interval: 5 }),
      /** Finishes all pages, and from now on each at once. */
      finishAll() {
        isHeld = false;
        for (const path of paths()) finish(path);
      },
    };
  }
  const pipelined = (paths: readonly string[], address: string) =>
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`).join('');

  test('are rendered once if they are the same', async () => {
    const { base, rendered, waits, finish } = await serveHeld();
    const all = Promise.all(Array.from({ length: 50 }, () => ask(base, '/a')));
    await waits(1);
    finish('/a');
    expect(new Set((await all).map(({ status, body }) => `${status} ${body}`))).toEqual(new Set([`200 ${text}`]));
    expect(rendered()).toBe(1);
    const one = sendRaw(
      base,
      `${pipelined(Array(500).fill('/b'), 'a')}GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    await waits(1);
    finish('/b');
    expect((await one).split('HTTP/1.1 200').length).toBe(502);
    expect(rendered()).toBe(2);
  });

  test('are each rendered for their own request if nothing can be cached', async () => {
    const { base, rendered, waits, finishAll } = await serveHeld();
    const all = Promise.all([1, 2, 3].map(() => ask(base, '/none', { Accept: 'application/json' })));
    await waits(1);
    finishAll();
    expect((await all).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(rendered()).toBe(3);
  });

  test('are rendered a few at a time for one address, and another address gets the next place', async () => {
    const { base, waits, finish, finishAll, paths } = await serveHeld();
    const flood = connect(Number(new URL(base).port), '127.0.0.1');
    let received = '';
    flood.on('data', (part) => {
      received += part.toString();
    });
    flood.write(
      pipelined(
        Array.from({ length: 300 }, (_, at) => `/flood/${at}`),
        '192.0.2.1',
      ),
    );
    await waits(3);
    const other = ask(base, '/other', { 'X-Forwarded-For': '192.0.2.2' });
    await waits(4);
    expect(paths().toSorted()).toEqual(['/flood/0', '/flood/1', '/flood/2', '/other']);
    finish('/other');
    expect((await other).status).toBe(200);
    finishAll();
    // Responses keep the order of the requests: those above the limit come last.
    await vi.waitUntil(() => received.split('HTTP/1.1 ').length > 300, { timeout: 5000 });
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    expect([statuses.indexOf('429'), statuses.filter((status) => status === '429').length]).toEqual([200, 100]);
    expect(received).toMatch(/Retry-After: 5/i);
    flood.destroy();
  });

  test('are not rendered any more if their client has left', async () => {
    const { base, rendered, waits, finishAll } = await serveHeld();
    const flood = connect(Number(new URL(base).port), '127.0.0.1');
    flood.write(
      pipelined(
        Array.from({ length: 100 }, (_, at) => `/flood/${at}`),
        '192.0.2.1',
      ),
    );
    await waits(3);
    flood.destroy();
    const other = ask(base, '/other', { 'X-Forwarded-For': '192.0.2.2' });
    await waits(4);
    finishAll();
    expect((await other).status).toBe(200);
    expect((await ask(base, '/other')).status).toBe(200);
    expect(rendered()).toBe(4);
  });
});

const limitOf = (path: string) => pages.find(({ paths }) => paths.includes(path))!.limit!;

describe('limits of the website', () => {
  test('return 429 with Retry-After for suggestions requested too fast', async () => {
    const { base } = await serveCounted();
    for (let count = 0; count < limitOf('/suggest').burst; count++)
      expect((await ask(base, '/suggest?q=a')).status).toBe(200);
    const refused = await ask(base, '/suggest?q=a');
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'private, no-store' });
    expect(refused.json()).toMatchObject({ code: 'burst_limit_exceeded', retry_after: 1 });
    expect((await ask(base, '/satellites')).status).toBe(200);
  });

  test('apply per IP address, refill over time, and cap concurrent requests', () => {
    let now = 0;
    const limit = limitOf('/satellites.csv');
    const { atOnce, burst } = limit;
    const limiter = new AddressLimiter(limit, () => now, 'a page');
    const check = (address: string) => limiter.check({ onClosed: () => {} }, address);
    for (let count = 0; count < atOnce; count++) check('192.0.2.1');
    expect(() => check('192.0.2.1')).toThrow(/Too many requests for this page/);
    check('192.0.2.2');
    // A household usually has a /64, so that counts as one address.
    for (let count = 0; count < atOnce; count++) check(`2001:db8::${count + 1}`);
    expect(() => check('2001:db8::ff')).toThrow(/Too many requests for this page/);
    const other = new AddressLimiter(limit, () => now, 'a page');
    const run = () => other.check({ onClosed: (ended) => ended() }, '192.0.2.3');
    for (let count = 0; count < burst; count++) run();
    expect(run).toThrow(/Too many requests for this page/);
    now += 2000;
    run();
    expect(run).toThrow(/Too many requests for this page/);
  });
});
