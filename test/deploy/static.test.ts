import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename } from 'node:fs/promises';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manifest } from '../../src/schema/release/manifest.ts';
import { freePort } from '../accounts/services.ts';
import { type SampleServer, serve } from '../api/sample-server.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { type Answer, ask, sendRaw } from '../server/running-server.ts';
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
let home: string;
let date: string;
let tags: readonly string[];

beforeAll(async () => {
  home = await copySample();
  server = await serve(home);
  const { files, generated_at } = manifest.parse(
    JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8')),
  );
  date = new Date(generated_at).toUTCString();
  tags = Object.entries(files)
    .filter(([path]) => path.startsWith('public/api/'))
    .map(([, { sha256 }]) => `"${sha256.slice(0, 32)}"`);
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
      front = await start(home, [port, port]);
    });
    afterAll(() => front?.stop());

    /** Requests a path from the front and from the server; the responses must be equal, whether or not the front forwards the request. */
    async function expectSame(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const [direct, fullHead] = [
        await ask(server.base, path, headers, method),
        await ask(server.base, path, unconditional(headers), 'HEAD'),
      ];
      const before = forwarded;
      const response = await ask(front.base, path, headers, method);
      const byFront = forwarded === before;
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
      return { response, byFront };
    }

    const files = [
      '/api/v1/elements',
      '/api/v1/elements.json',
      '/api/v1/events',
      '/api/v1/events/2026-08',
      '/api/v1/launches',
      '/api/v1/dataset',
      '/api/v1/datapackage.json',
      '/api/v1/dataset/active',
      '/api/v1/dataset/geo.json',
      '/api/v1/dataset/active.csv',
      '/api/v1/dataset/all.parquet',
    ];
    const codings = [
      '',
      'gzip',
      'br',
      'gzip, deflate, br',
      'gzip, deflate, br, zstd',
      'zstd',
      'deflate',
      'BR',
      'identity',
    ];
    test.each(files)('serves %s from disk in every encoding, for GET and HEAD', async (path) => {
      for (const coding of codings) {
        const headers = coding === '' ? {} : { 'Accept-Encoding': coding };
        for (const method of ['GET', 'HEAD']) {
          const { response, byFront } = await expectSame(path, headers, method);
          expect([path, coding, byFront, response.status]).toEqual([path, coding, true, 200]);
        }
      }
    });

    const bulk = [
      '/api/v1/elements/active.tle',
      '/api/v1/elements/active.5-digit.tle',
      '/api/v1/elements/all.2le',
      '/api/v1/elements/stations.csv',
      '/api/v1/elements/stations.csv?',
      '/api/v1/elements/leo.omm.json',
      '/api/v1/elements/meo.xml',
      '/api/v1/elements/launched-1998.kvn',
      '/api/v1/elements/stations.czml',
      '/api/v1/elements/active?format=json',
      '/api/v1/elements/active?format=5-digit.tle',
      '/pub/satcat.csv',
      '/NORAD/elements/gp.php?GROUP=stations&FORMAT=tle',
      '/NORAD/elements/gp.php?FORMAT=TLE&GROUP=active',
      '/NORAD/elements/gp.php?group=Active&format=Json',
      '/NORAD/elements/gp.php?GROUP=stations',
      '/NORAD/elements/gp.php?GROUP=starlink&FORMAT=3le',
      '/NORAD/elements/gp.php?GROUP=starlink&FORMAT=omm',
      '/NORAD/elements/gp.php?GROUP=active&FORMAT=tlet',
      '/NORAD/elements/gp-last.php?GROUP=active&FORMAT=csv',
    ];
    test.each(bulk)('serves %s from disk with gzip, and forwards requests for other encodings', async (path) => {
      for (const coding of ['gzip', 'gzip, deflate', 'gzip, deflate, br, zstd', 'GZIP'])
        for (const method of ['GET', 'HEAD'])
          expect(await expectSame(path, { 'Accept-Encoding': coding }, method)).toMatchObject({
            byFront: true,
            response: { status: 200, headers: { 'content-encoding': 'gzip', 'accept-ranges': 'bytes' } },
          });
      for (const coding of ['identity', 'br', '', '*', 'gzip;q=0', 'gzip;q=0.5, br', 'x-gzip']) {
        const { byFront } = await expectSame(path, coding === '' ? {} : { 'Accept-Encoding': coding });
        expect([path, coding, byFront]).toEqual([path, coding, false]);
      }
      const { response } = await expectSame(path, { 'Accept-Encoding': 'gzip' });
      for (const coding of ['gzip', 'identity']) {
        for (const condition of [response.headers.etag!, '"x"', '*'])
          await expectSame(path, { 'Accept-Encoding': coding, 'If-None-Match': condition });
        await expectSame(path, { 'Accept-Encoding': coding, 'If-Modified-Since': date });
        for (const range of ['bytes=0-9', 'bytes=-9', 'bytes=99999999-', 'bytes=0-1,5-6'])
          await expectSame(path, { 'Accept-Encoding': coding, Range: range });
        await expectSame(path, { 'Accept-Encoding': coding, Range: 'bytes=0-9', 'If-Range': response.headers.etag! });
      }
    });

    test('forwards requests for a feed without a public URL, whose links the server completes', async () => {
      for (const coding of codings) {
        const headers = coding === '' ? {} : { 'Accept-Encoding': coding };
        const { response, byFront } = await expectSame('/api/v1/events.atom', headers);
        expect([coding, byFront, response.status]).toEqual([coding, false, 200]);
      }
    });

    test('forwards requests for CZML by another name than its own', async () => {
      for (const path of ['/api/v1/elements/stations?format=czml', '/api/v1/elements/all.czml'])
        expect(await expectSame(path, { 'Accept-Encoding': 'gzip' })).toMatchObject({ byFront: false });
    });

    test('serves the elements of a set by Accept, its Parquet file, and the list of groups', async () => {
      for (const accept of ['*/*', 'application/json', 'text/plain', 'text/csv', 'application/xml', 'image/png'])
        await expectSame('/api/v1/elements/active', { Accept: accept, 'Accept-Encoding': 'gzip' });
      for (const headers of [{}, { Range: 'bytes=-500' }, { 'Accept-Encoding': 'gzip, br' }])
        await expectSame('/api/v1/elements/active.parquet', headers);
      expect(await expectSame('/api/v1/groups', { 'Accept-Encoding': 'br' })).toMatchObject({ byFront: true });
    });

    test('forwards everything except groups in published formats', async () => {
      for (const path of [
        '/NORAD/elements/gp.php',
        '/NORAD/elements/gp.php?',
        '/NORAD/elements/gp.php?CATNR=25544&FORMAT=tle',
        '/NORAD/elements/gp.php?INTDES=1998-067',
        '/NORAD/elements/gp.php?NAME=zarya',
        '/NORAD/elements/gp.php?SPECIAL=GPZ',
        '/NORAD/elements/gp.php?GROUP=none&FORMAT=tle',
        '/NORAD/elements/gp.php?GROUP=musson&FORMAT=tle',
        '/NORAD/elements/gp.php?GROUP=molniya&FORMAT=tle',
        '/NORAD/elements/gp.php?GROUP=leo&FORMAT=tle',
        '/NORAD/elements/gp.php?GROUP=active&FORMAT=2le',
        '/NORAD/elements/gp.php?GROUP=active&FORMAT=json-pretty',
        '/NORAD/elements/gp.php?GROUP=active&FORMAT=xml',
        '/NORAD/elements/gp-last.php?GROUP=active&FORMAT=kvn',
        '/NORAD/elements/stations.txt',
        '/NORAD/elements/stations.tle',
        '/NORAD/elements/gp.php?GROUP=active&FORMAT=x',
        '/NORAD/elements/gp.php?GROUP=active&FORMAT=',
        '/NORAD/elements/gp.php?GROUP=active&FORMAT=tle&ALPHA5=1',
        '/NORAD/elements/gp.php?GROUP=active&FORMAT=tle&FORMAT=csv',
        '/NORAD/elements/gp.php?FORMAT=tle&GROUP=active&FORMAT=csv',
        '/NORAD/elements/gp.php?GROUP=active&CATNR=25544',
        '/NORAD/elements/gp.php?GROUP=act%69ve',
        '/NORAD/elements/GP.php?GROUP=active',
        '/norad/elements/gp.php?GROUP=active',
        '/NORAD/elements/gp-first.php?GROUP=stations',
        '/satcat/records.php?CATNR=25544',
        '/pub/satcat',
        '/pub/SATCAT.csv',
        '/api/v1/elements/Active.tle',
        '/api/v1/elements/active.TLE',
        '/api/v1/elements/active.tle.gz',
        '/api/v1/elements/none.tle',
        '/api/v1/elements/active.tle?x=y',
        '/orbweaver-files/text-packed/x',
      ])
        expect(await expectSame(path, { 'Accept-Encoding': 'gzip' })).toMatchObject({ byFront: false });
    });

    test('returns 304 for files that the client has', async () => {
      for (const path of ['/api/v1/elements', '/api/v1/dataset/active.csv']) {
        for (const coding of ['identity', 'br']) {
          const { response } = await expectSame(path, { 'Accept-Encoding': coding });
          const etag = response.headers.etag!;
          for (const condition of [
            etag,
            `W/${etag}`,
            `"x", ${etag}`,
            `${etag}, "y"`,
            '*',
            '"x"',
            tags
              .filter((tag) => tag !== etag)
              .slice(0, 20)
              .join(', '),
          ])
            await expectSame(path, { 'Accept-Encoding': coding, 'If-None-Match': condition });
          await expectSame(path, { 'Accept-Encoding': coding, 'If-None-Match': etag }, 'HEAD');
        }
        for (const since of [date, 'Sat, 22 Aug 2020 00:00:00 GMT', 'Sun, 22 Aug 2027 00:00:00 GMT', 'yesterday']) {
          await expectSame(path, { 'If-Modified-Since': since });
          await expectSame(path, { 'If-Modified-Since': since, 'If-None-Match': '"x"' });
        }
      }
      if (name !== 'nginx') return;
      const { response } = await expectSame('/api/v1/elements');
      expect(await expectSame('/api/v1/elements', { 'If-None-Match': response.headers.etag! })).toMatchObject({
        byFront: true,
        response: { status: 304 },
      });
      expect(await expectSame('/api/v1/elements', { 'If-Modified-Since': date })).toMatchObject({
        byFront: true,
        response: { status: 304 },
      });
    });

    test('serves ranges of datasets as the server does', async () => {
      const { response: full } = await expectSame('/api/v1/dataset/all.csv');
      for (const range of [
        'bytes=0-999',
        'bytes=1000-',
        'bytes=-500',
        'bytes=5-5',
        'bytes=-99999999',
        'bytes=99999999-',
        'bytes=9-3',
        'bytes=0-1,5-6',
        'bytes=x',
        'lines=1-2',
        'bytes=0-99999999',
      ])
        for (const path of ['/api/v1/dataset/all.csv', '/api/v1/elements', '/api/v1/dataset/all.parquet']) {
          await expectSame(path, { Range: range });
          await expectSame(path, { Range: range, 'Accept-Encoding': 'br' });
          await expectSame(path, { Range: range }, 'HEAD');
        }
      for (const condition of [full.headers.etag!, '"x"', date, 'Sat, 22 Aug 2020 00:00:00 GMT'])
        await expectSame('/api/v1/dataset/all.csv', { Range: 'bytes=0-9', 'If-Range': condition });
    });

    test('negotiates formats by Accept, and forwards unusual requests', async () => {
      for (const path of ['/api/v1/dataset/active', '/api/v1/events', '/api/v1/elements', '/api/v1/dataset/active.csv'])
        for (const accept of [
          '*/*',
          'application/json',
          'text/csv',
          'application/atom+xml',
          'text/csv;q=0.5, application/json;q=0.4',
          'image/png',
          'TEXT/CSV',
        ])
          await expectSame(path, { Accept: accept });
      for (const coding of [
        'br;q=0, gzip',
        '*',
        'identity;q=0',
        'br;q=0.1, gzip;q=0.9',
        'x-gzip',
        '*;q=0',
        'brotli',
        'xgzip',
      ])
        await expectSame('/api/v1/elements', { 'Accept-Encoding': coding });
      // An empty or redundant query must not bypass the files.
      for (const path of [
        '/api/v1/elements?',
        '/api/v1/elements.json?',
        '/api/v1/events?',
        '/api/v1/dataset/all.json?',
        '/api/v1/dataset/active?format=csv',
        '/api/v1/dataset/active?format=parquet',
      ])
        expect(await expectSame(path, { 'Accept-Encoding': 'br' })).toMatchObject({
          byFront: true,
          response: { status: 200 },
        });
      for (const path of [
        '/api/v1/elements?a=b',
        '/api/v1/dataset/all.json?x',
        '/api/v1/dataset/active??',
        '/api/v1/dataset/active?format=',
        '/api/v1/dataset/active?format=csv&format=csv',
        '/api/v1/dataset/active?format=x',
        '/api/v1/dataset/none',
        '/api/v1/Elements',
        '/API/v1/elements',
        '/api/v1/element%73',
        '/api/v1/elements/',
        '/api//v1/elements',
        '/api/v1/./elements',
        '/api/v1/elements.json.br',
        '/api/v1/elements.csv',
        '/orbweaver-files/json/x',
        '/orbweaver-files/fresh',
        '/front/nginx-maps.conf',
        '/api/v1/satellites',
        '/api/v1/nothing',
        '/healthz',
        '/openapi.json',
        '/api/v1/elements?key=x',
        '/none',
      ])
        expect(await expectSame(path)).toMatchObject({ byFront: false });
      for (const key of ['ow_test', 'ow_wrong']) {
        expect(await expectSame('/api/v1/elements', { Authorization: `Bearer ${key}` })).toMatchObject({
          byFront: false,
        });
        await expectSame('/api/v1/satellites/25544', { 'X-API-Key': key });
      }
      for (const method of ['OPTIONS', 'POST', 'DELETE', 'PUT']) await expectSame('/api/v1/elements', {}, method);
    });

    test('forwards requests for a file that is missing from disk', async () => {
      const path = '/api/v1/dataset/decayed.csv';
      const file = join(home, 'releases', server.served.id!, `public${path}`);
      await rename(file, `${file}.aside`);
      onTestFinished(() => rename(`${file}.aside`, file));
      const response = await ask(front.base, path);
      expect(response.status).toBe(500);
      expect(response.json()).toMatchObject({ code: 'database_error' });
    });

    test('returns an error in JSON if no server responds, and still serves files', async () => {
      const unusedPort = await freePort();
      const withoutServers = await start(home, [unusedPort, unusedPort]);
      onTestFinished(() => withoutServers.stop());
      const response = await ask(withoutServers.base, '/api/v1/satellites/25544');
      expect(response.status).toBe(503);
      expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', 'retry-after': '5' });
      expect(response.json()).toMatchObject({
        code: 'catalog_unavailable',
        hint: expect.stringContaining('Try again'),
      });
      expect((await ask(withoutServers.base, '/api/v1/elements')).status).toBe(200);
    });

    if (name === 'nginx')
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
  });
});
