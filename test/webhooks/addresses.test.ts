import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressRule, webhookPost } from '../../src/features/webhooks/post-webhook.ts';

/** IP addresses outside the public internet, from the IANA registries, in different notations, and invalid ones. */
const notPublic = [
  ...[
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...[
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
  ],
  ...[
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
  ],
  ...[
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '3fff::1',
    '5f00::1',
    '',
    'localhost',
    '1.2.3',
    '0x7f.1',
  ],
];

describe('an IP address', () => {
  test.each(notPublic)('%s is refused', (address) => {
    const allowed = addressRule([]);
    expect([allowed(address, 'https:'), allowed(address, 'http:')]).toEqual([false, false]);
  });

  test.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
    '%s is public, and allowed only with https',
    (address) => {
      const allowed = addressRule([]);
      expect([allowed(address, 'https:'), allowed(address, 'http:')]).toEqual([true, false]);
    },
  );

  test('is allowed with http only in the networks that the operator allows', () => {
    const allowed = addressRule(['10.1.0.0/16', '127.0.0.1', 'fd00::/8']);
    for (const address of ['10.1.2.3', '127.0.0.1', '::ffff:127.0.0.1', 'fd12::1'])
      expect([address, allowed(address, 'http:'), allowed(address, 'https:')]).toEqual([address, true, true]);
    for (const address of ['10.2.0.1', '127.0.0.2', 'fc00::1', '::1', '8.8.8.8'])
      expect([address, allowed(address, 'http:')]).toEqual([address, false]);
  });
});

/** A local server that records the requests it receives. */
async function receiver(respond: RequestListener) {
  const received: { url: string; host: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ url: request.url!, host: request.headers.host, headers: request.headers, body });
      respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, port: (server.address() as AddressInfo).port };
}

const message = (url: string) => ({
  url,
  headers: { 'x-test': '1' },
  body: '{}',
  signal: new AbortController().signal,
});
const noAddress = { status: null, problem: 'The host has no IP address that webhooks may be sent to.' };

describe('a message', () => {
  test('is sent to the address that was checked, with the host of its URL', async () => {
    const { received, port } = await receiver((_request, response) => response.writeHead(202).end('x'.repeat(200_000)));
    const post = webhookPost({
      allowed: addressRule(['127.0.0.1']),
      localNames: false,
      resolve: async () => ['10.0.0.1', '127.0.0.1'],
    });
    expect(await post(message(`http://receiver.example:${port}/hook?a=1`))).toEqual({ status: 202, problem: null });
    expect(received).toMatchObject([{ url: '/hook?a=1', host: `receiver.example:${port}`, body: '{}' }]);
    expect(received[0]!.headers['x-test']).toBe('1');
  });

  test('is not sent to a private address, however it is written or resolved', async () => {
    const { received, port } = await receiver((_request, response) => response.end());
    let lookups = 0;
    const rebinding = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['8.8.8.8']);
    const post = webhookPost({ allowed: addressRule([]), localNames: false, resolve: rebinding });
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ])
      for (const protocol of ['http', 'https'])
        expect(await post(message(`${protocol}://${host}:${port}/`)), host).toEqual(noAddress);
    expect(lookups).toBe(0);
    expect(await post(message(`https://rebinding.example:${port}/`))).toEqual(noAddress);
    expect([lookups, received]).toEqual([1, []]);
  });

  test('does not follow redirects', async () => {
    const inside = await receiver((_request, response) => response.end());
    const outside = await receiver((_request, response) =>
      response.writeHead(307, { Location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    const post = webhookPost({ allowed: addressRule(['127.0.0.1']), localNames: false });
    expect(await post(message(`http://127.0.0.1:${outside.port}/`))).toEqual({ status: 307, problem: null });
    expect([outside.received.length, inside.received.length]).toEqual([1, 0]);
  });

  test('to a name that the system resolves is sent only if the operator allows its network', async () => {
    const { received, port } = await receiver((_request, response) => response.end());
    const post = (networks: readonly string[], protocol: string) =>
      webhookPost({ allowed: addressRule(networks), localNames: true })(message(`${protocol}://localhost:${port}/`));
    for (const protocol of ['http', 'https']) expect(await post(['10.0.0.0/8'], protocol)).toEqual(noAddress);
    expect(received).toEqual([]);
    expect(await post(['127.0.0.0/8', '::1'], 'http')).toEqual({ status: 200, problem: null });
    expect(received).toHaveLength(1);
  });

  test('is abandoned at its deadline, and the reason is reported', async () => {
    const silent = await receiver(() => {});
    const post = webhookPost({ allowed: addressRule(['127.0.0.1']), localNames: false, timeoutMilliseconds: 50 });
    const slow = { status: null, problem: 'No response within 0.05 s.' };
    expect(await post(message(`http://127.0.0.1:${silent.port}/`))).toEqual(slow);
    const resolve = () => new Promise<string[]>(() => {});
    const unresolved = webhookPost({ allowed: addressRule([]), localNames: false, timeoutMilliseconds: 50, resolve });
    expect(await unresolved(message('https://slow.example/'))).toEqual(slow);
    const unknown = webhookPost({
      allowed: addressRule([]),
      localNames: false,
      resolve: () => Promise.reject(Object.assign(new Error('10.0.0.1'), { code: 'ENOTFOUND' })),
    });
    expect((await unknown(message('https://none.example/'))).problem).toBe(
      'The host name does not resolve to an IP address.',
    );
  });

  test.each([
    ['', 'The connection was closed without a response.'],
    ['hello\r\n\r\n', 'The response is not HTTP.'],
  ])('that gets the response %j is not delivered', async (text, problem) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(text));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const post = webhookPost({ allowed: addressRule(['127.0.0.1']), localNames: false });
    const { port } = server.address() as AddressInfo;
    expect(await post(message(`http://127.0.0.1:${port}/`))).toEqual({ status: null, problem });
    expect((await post(message(`https://127.0.0.1:${port}/`))).problem).toMatch(
      /^The (TLS connection failed|connection was closed)/,
    );
  });

  test('to a closed port is refused', async () => {
    const { port } = await receiver(() => {});
    const post = webhookPost({ allowed: addressRule(['127.0.0.0/8']), localNames: false });
    expect((await post(message(`http://127.0.0.2:${port}/`))).problem).toBe('The connection was refused.');
  });
});
