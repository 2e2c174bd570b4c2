import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manifest } from '../../src/schema/release/manifest.ts';
import { freePort } from '../accounts/services.ts';
import { type SampleServer, serve } from '../api/sample-server.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { type Answer, ask, sendRaw } from '../server/running-server.ts';
import { until } from '../until.ts';
import { type Front, hasFront, namedFront, startCaddy, startNginx } from './fronts.ts';

/** Headers that differ between responses or belong to one connection. */
const volatileHeaders = [
  'date',
  'server',
  'connection',
  'keep-alive',
  'x-request-id',
  'transfer-encoding',
  'via',
  'alt-svc',
  'x-cache',
];
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !volatileHeaders.includes(name))),
  body: body.length < 1000 ? body.toString('latin1') : createHash('sha256').update(body).digest('hex'),
});

const unconditional = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(if-|range)/i.test(name)));

/** Headers that nginx also sends with a 304, or omits from a 206; RFC 9110 (15.4.5, 14.3) allows both. */
const optionalHeaders: Readonly<Record<number, readonly string[]>> = {
  304: ['content-length', 'content-type', 'content-encoding', 'accept-ranges', 'x-elements-omitted'],
  206: ['accept-ranges'],
};

let server: SampleServer;
let date: string;

beforeAll(async () => {
  const home = await copySample();
  server = await serve(home);
  const { generated_at } = manifest.parse(JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8')));
  date = new Date(generated_at).toUTCString();
});
afterAll(() => server.remove());

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('%s in front', (name, start) => {
  describe.skipIf(!hasFront(name))(namedFront('responds like the server', name), () => {
    let front: Front;
    /** How many requests reached the server. */
    let forwarded = 0;
    beforeAll(async () => {
      const port = Number(new URL(server.base).port);
      server.server.on('request', () => forwarded++);
      front = await start([port, port]);
    });
    afterAll(() => front?.stop());

    /** Requests a path from the front and from the server; the responses must be equal. Returns it, and whether it was kept. */
    async function expectSame(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const [direct, fullHead] = [
        await ask(server.base, path, headers, method),
        await ask(server.base, path, unconditional(headers), 'HEAD'),
      ];
      const before = forwarded;
      const response = await ask(front.base, path, headers, method);
      const kept = forwarded === before;
      for (const one of optionalHeaders[response.status] ?? []) {
        if (response.headers[one] !== undefined)
          expect([one, response.headers[one]]).toEqual([one, fullHead.headers[one]]);
        delete response.headers[one];
        delete direct.headers[one];
      }
      expect({ path, sent: headers, method, ...comparable(response) }).toEqual({
        path,
        sent: headers,
        method,
        ...comparable(direct),
      });
      expect(response.headers['x-request-id']).toMatch(/\S/);
      return { response, kept };
    }

    const paths = [
      '/api/v1/elements',
      '/api/v1/elements?',
      '/api/v1/events.atom',
      '/api/v1/events/2026-08',
      '/api/v1/launches',
      '/api/v1/dataset/active',
      '/api/v1/dataset/active?format=csv',
      '/api/v1/dataset/all.parquet',
      '/api/v1/elements/active.tle',
      '/api/v1/elements/active?format=5-digit.tle',
      '/api/v1/elements/launched-1998.kvn',
      '/pub/satcat.csv',
      '/NORAD/elements/gp.php?GROUP=stations&FORMAT=tle',
      '/NORAD/elements/gp.php?group=Active&format=Json',
      '/NORAD/elements/gp.php?CATNR=25544&FORMAT=tle',
      '/NORAD/elements/stations.txt',
      '/',
      '/satellites/25544',
      '/docs/',
    ];
    const codings = ['', 'gzip', 'gzip, deflate, br, zstd', 'zstd', 'br;q=0.1, gzip;q=0.9', 'identity', 'BR', '*;q=0'];
    test.each(paths)('sends %s in every encoding and condition, for GET and HEAD', async (path) => {
      for (const coding of codings) {
        const headers = coding === '' ? {} : { 'Accept-Encoding': coding };
        const { response } = await expectSame(path, headers);
        expect(await expectSame(path, headers)).toMatchObject({ kept: name === 'nginx' && response.status === 200 });
        await expectSame(path, headers, 'HEAD');
        const { etag } = response.headers;
        if (!etag) continue;
        for (const condition of [etag, `W/${etag.replace('W/', '')}`, `"x", ${etag}`, '*', '"x"'])
          await expectSame(path, { ...headers, 'If-None-Match': condition });
        await expectSame(path, { ...headers, 'If-None-Match': etag }, 'HEAD');
        for (const range of [
          'bytes=0-9',
          'bytes=10-',
          'bytes=-9',
          'bytes=99999999-',
          'bytes=9-3',
          'bytes=0-1,5-6',
          'x=1',
        ])
          await expectSame(path, { ...headers, Range: range });
        await expectSame(path, { ...headers, Range: 'bytes=0-9', 'If-Range': etag });
      }
    });

    test('compares dates as the server does', async () => {
      for (const since of [date, 'Sat, 22 Aug 2020 00:00:00 GMT', 'Sun, 22 Aug 2027 00:00:00 GMT', 'yesterday']) {
        await expectSame('/api/v1/elements', { 'If-Modified-Since': since });
        await expectSame('/api/v1/elements', { 'If-Modified-Since': since, 'If-None-Match': '"x"' });
        await expectSame('/api/v1/elements', { 'If-Unmodified-Since': since });
        await expectSame('/api/v1/elements', { 'If-Match': '"x"' });
      }
    });

    test('negotiates formats by Accept', async () => {
      for (const path of ['/api/v1/dataset/active', '/api/v1/events', '/api/v1/elements/active', '/sources'])
        for (const accept of ['*/*', 'application/json', 'text/csv', 'application/atom+xml', 'image/png', 'TEXT/CSV'])
          for (let time = 0; time < 2; time++) await expectSame(path, { Accept: accept });
    });

    test('keeps neither errors, nor responses to a key or a session, nor anything private', async () => {
      for (const path of [
        '/api/v1/elements?a=b',
        '/api/v1/dataset/none',
        '/api/v1/Elements',
        '/api//v1/elements',
        '/api/v1/satellites',
        '/api/v1/nothing',
        '/NORAD/elements/gp.php?GROUP=none&FORMAT=tle',
        '/healthz',
        '/account',
        '/none',
      ])
        for (let time = 0; time < 2; time++) expect([path, (await expectSame(path)).kept]).toEqual([path, false]);
      await expectSame('/api/v1/elements');
      for (const headers of [
        { Authorization: 'Bearer ow_test' },
        { Authorization: 'Bearer ow_wrong' },
        { 'X-API-Key': 'ow_test' },
        { Cookie: 'session=x' },
      ])
        for (const path of ['/api/v1/elements', '/api/v1/satellites/25544', '/account'])
          expect(await expectSame(path, headers as Record<string, string>)).toMatchObject({ kept: false });
      for (const method of ['OPTIONS', 'POST', 'DELETE', 'PUT']) await expectSame('/api/v1/elements', {}, method);
    });

    test('returns an error in JSON if no server responds', async () => {
      const unusedPort = await freePort();
      const withoutServers = await start([unusedPort, unusedPort]);
      onTestFinished(() => withoutServers.stop());
      const response = await ask(withoutServers.base, '/api/v1/satellites/25544');
      expect(response.status).toBe(503);
      expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', 'retry-after': '5' });
      expect(response.json()).toMatchObject({
        code: 'catalog_unavailable',
        hint: expect.stringContaining('Try again'),
      });
    });

    if (name === 'nginx') {
      test('keeps no count of a client, and gives each response an id of its own', async () => {
        const answers = [await ask(front.base, '/api/v1/groups'), await ask(front.base, '/api/v1/groups')];
        expect(answers.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', 'HIT']);
        expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(2);
        for (const { headers } of answers)
          expect(Object.keys(headers).filter((one) => one.includes('ratelimit'))).toEqual([]);
      });

      test('sends kept responses while no server responds, and says so', async () => {
        const own = await serve(await copySample());
        const port = Number(new URL(own.base).port);
        const alone = await start([port, port]);
        onTestFinished(() => alone.stop());
        const path = '/api/v1/elements/active.tle';
        const before = await ask(alone.base, path);
        await own.remove();
        // They are current for five seconds.
        await until(async () => (await ask(alone.base, path)).headers['x-cache'] === 'STALE');
        const after = await ask(alone.base, path);
        expect({ ...comparable(after) }).toEqual({ ...comparable(before) });
        expect((await ask(alone.base, '/api/v1/launches')).status).toBe(503);
      });

      test('passes on that the API is paused, instead of sending kept responses', async () => {
        let paused = false;
        const pausable = createServer((_request, response) => {
          if (paused)
            response.writeHead(503, { 'Cache-Control': 'private, no-store' }).end('{"code":"service_paused"}');
          else response.writeHead(200, { 'Cache-Control': 'public, max-age=300' }).end('elements');
        }).listen(0, '127.0.0.1');
        await once(pausable, 'listening');
        const alone = await start([(pausable.address() as AddressInfo).port]);
        onTestFinished(async () => {
          await alone.stop();
          pausable.close();
        });
        const get = () => ask(alone.base, '/api/v1/elements');
        await get();
        expect((await get()).headers['x-cache']).toBe('HIT');
        paused = true;
        // They are current for five seconds.
        await until(async () => (await get()).status !== 200);
        const after = await get();
        expect([after.status, after.json()]).toEqual([503, { code: 'service_paused' }]);
      });

      test('serves TLS and HTTP/2, and rejects malformed requests with an error in JSON', async () => {
        const session = connect(front.secure, { rejectUnauthorized: false });
        onTestFinished(() => session.close());
        const stream = session.request({ ':path': '/api/v1/elements', 'accept-encoding': 'br' });
        const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
        expect(headers).toMatchObject({
          ':status': 200,
          'content-encoding': 'br',
          'x-catalog-release': server.served.id,
        });
        stream.close();
        const raw = await sendRaw(front.base, 'GET /api/v1/elements HTTP/1.1\r\n\r\n');
        expect(raw).toMatch(/^HTTP\/1.1 400 /);
        expect(raw).toMatch(/\{"code":"malformed_request","error":"[^"]+","hint":"[^"]+"\}$/);
      });
    }
  });
});
