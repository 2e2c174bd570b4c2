import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Orbweaver } from '../../clients/typescript/orbweaver.ts';
import { hasPython, PYTHON } from './python.ts';

/** A server that redirects clients to another origin: their key must not follow. */

const key = `ow_${'a'.repeat(40)}`;
const hasOpenssl = existsSync('/usr/bin/openssl');
const servers: Server[] = [];
let folder: string;
/** `Authorization` of each request by path; undefined for none. */
const got = new Map<string, string | undefined>();
let redirects = new Map<string, string>();
let base: { http: string; otherPort: string; otherHost: string; https: string | null };

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-redirect-'));
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '';
    got.set(path, request.headers.authorization);
    const location = redirects.get(path);
    if (location) return response.writeHead(302, { Location: location }).end();
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[],"meta":{"next":null}}');
  };
  const port = await listen(createServer(answer));
  const second = await listen(createServer(answer));
  base = {
    http: `http://127.0.0.1:${port}`,
    otherPort: `http://127.0.0.1:${second}`,
    otherHost: `http://localhost:${port}`,
    https: null,
  };
  if (!hasOpenssl) return;
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject]);
  const pair = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) };
  base.https = `https://127.0.0.1:${await listen(createTlsServer(pair, answer))}`;
});
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const module = new URL('../../clients/typescript/orbweaver.ts', import.meta.url).pathname;
const inNode = `const { Orbweaver } = await import(${JSON.stringify(module)});
await new Orbweaver(process.argv[1], { key: process.argv[2], retries: 0 }).request(process.argv[3]);`;
const inPython = `import sys; sys.path.insert(0, ${JSON.stringify(join(import.meta.dirname, '../../clients/python'))})
from orbweaver import Orbweaver
Orbweaver(sys.argv[1], key=sys.argv[2], retries=0).get(sys.argv[3])`;
const run = promisify(execFile);
/** Each runs in its own process, which trusts the certificate of the test. */
const clients: Record<string, (server: string, path: string) => Promise<unknown>> = {
  typescript: (server, path) =>
    run(process.execPath, ['--input-type=module', '-e', inNode, server, key, path], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') },
    }),
  python: (server, path) =>
    run(PYTHON, ['-c', inPython, server, key, path], { env: { SSL_CERT_FILE: join(folder, 'cert.pem') } }),
};

describe.each(Object.keys(clients))('the %s client', (name) => {
  const usable = name !== 'python' || hasPython;
  const ask = async (server: string, hops: readonly string[]) => {
    got.clear();
    const paths = hops.map((_hop, at) => `/api/v1/hop${at}`);
    redirects = new Map(hops.slice(1).map((origin, at) => [paths[at]!, `${origin}${paths[at + 1]}`]));
    await clients[name]!(server, paths[0]!);
    return paths.map((path) => got.has(path) && (got.get(path) ?? 'no key'));
  };
  const sent = `Bearer ${key}`;

  test.skipIf(!usable)('sends the key after a redirect to the same origin', async () => {
    expect(await ask(base.http, [base.http, base.http])).toEqual([sent, sent]);
  });

  test.skipIf(!usable)('sends no key to another port or host, nor back from there', async () => {
    const hops = [base.http, base.otherPort, base.http, base.otherHost];
    expect(await ask(base.http, hops)).toEqual([sent, 'no key', 'no key', 'no key']);
    expect(await ask(base.http, [base.http, base.otherHost])).toEqual([sent, 'no key']);
  });

  test.skipIf(!usable || !hasOpenssl)('sends no key from https to http, or from http to https', async () => {
    expect(await ask(base.https!, [base.https!, base.http])).toEqual([sent, 'no key']);
    expect(await ask(base.http, [base.http, base.https!])).toEqual([sent, 'no key']);
  });
});

test('the typescript client sends no key to a path that is another URL', async () => {
  const asked: [string, string | null][] = [];
  const catalog = new Orbweaver('https://orbweaver.example', {
    key,
    fetch: async (request) => {
      asked.push([new URL(request.url).host, request.headers.get('Authorization')]);
      return new Response('{}');
    },
  });
  await catalog.request('/api/v1/sources');
  await catalog.request('.evil.example/x');
  expect(asked).toEqual([
    ['orbweaver.example', `Bearer ${key}`],
    ['orbweaver.example.evil.example', null],
  ]);
});
