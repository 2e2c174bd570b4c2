import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** A hostile receiver's reaction to the first bytes of a request. It may write until the socket is destroyed. */
type Behavior = (socket: Socket) => void;

const say =
  (text: string): Behavior =>
  (socket) =>
    void socket.write(text);
const sayAndClose =
  (text: string): Behavior =>
  (socket) =>
    void socket.end(text);

/** Writes as fast as the peer reads. */
const flood =
  (begin: string, part: string): Behavior =>
  (socket) => {
    socket.write(begin);
    const more = () => {
      if (socket.destroyed) return;
      if (socket.write(part.repeat(100))) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  };

/** Writes one part every few milliseconds. */
const trickle =
  (begin: string, part: (n: number) => string): Behavior =>
  (socket) => {
    socket.write(begin);
    let n = 0;
    const timer = setInterval(() => socket.write(part(n++)), 10);
    socket.once('close', () => clearInterval(timer));
  };

const ok = 'HTTP/1.1 200 OK\r\n';
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
const zeros = gzipSync(Buffer.alloc(20_000_000)).toString('latin1');

/** Receivers over TCP by their names; those of `tls` are addressed by https. */
const tcp: Readonly<Record<string, Behavior>> = {
  'accepts and is silent': () => {},
  'switches protocols': say(upgrade),
  'switches protocols and floods': flood(upgrade, 'x'.repeat(1000)),
  'switches protocols without naming one': say('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'floods early hints': flood('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  'trickles 100 Continue': trickle('', () => 'HTTP/1.1 100 Continue\r\n\r\n'),
  'is processing for ever': say('HTTP/1.1 102 Processing\r\n\r\n'),
  'closes without a word': (socket) => void socket.end(),
  'half closes': (socket) => {
    socket.end();
    socket.resume();
  },
  'resets at once': (socket) => void socket.resetAndDestroy(),
  'resets within the status line': (socket) => socket.write('HTTP/1.1 20', () => socket.resetAndDestroy()),
  'resets within the headers': (socket) => socket.write(`${ok}A: `, () => socket.resetAndDestroy()),
  'trickles the status line': trickle('', (n) => ok[n] ?? ''),
  'trickles headers': trickle(ok, (n) => `H${n}: 1\r\n`),
  'sends endless headers': flood(ok, 'H: 1\r\n'),
  'sends one endless header': flood(`${ok}H: `, 'x'.repeat(100)),
  'sends an endless status line': flood('HTTP/1.1 200 ', 'x'.repeat(100)),
  'ends within the headers': sayAndClose(`${ok}Content-Length: 2\r\n`),
  'sends an endless body': flood(`${ok}\r\n`, 'x'.repeat(1000)),
  'trickles an endless body': trickle(`${ok}Transfer-Encoding: chunked\r\n\r\n`, () => '1\r\nx\r\n'),
  'promises a body that never comes': say(`${ok}Content-Length: 999999999\r\n\r\n`),
  'promises a huge chunk': say(`${ok}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n`),
  'sends a chunk without a length': sayAndClose(`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
  'has two lengths': sayAndClose(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`),
  'sends a body that inflates': (socket) => {
    socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${zeros.length}\r\n\r\n`);
    socket.write(zeros, 'latin1');
  },
  'speaks SSH': say('SSH-2.0-OpenSSH_9.6\r\n'),
  'speaks HTTP/2': (socket) => void socket.write(Buffer.from('000000040000000000', 'hex')),
  'speaks HTTP/0.9': sayAndClose('<html></html>'),
  'has the status 999': sayAndClose('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  'redirects to itself': sayAndClose('HTTP/1.1 307 Temporary Redirect\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
  'answers 503 with Retry-After': sayAndClose(
    'HTTP/1.1 503 Busy\r\nRetry-After: 999999999\r\nContent-Length: 0\r\n\r\n',
  ),
};
const overTls: Readonly<Record<string, Behavior>> = {
  'stalls the TLS handshake': () => {},
  'floods the TLS handshake': flood('', '\x16\x03\x03\x40\x00'),
  'resets the TLS handshake': (socket) => void socket.resetAndDestroy(),
};

/** A listening receiver. */
export interface ZooReceiver {
  readonly name: string;
  readonly url: string;
}

/** Starts every hostile receiver. `close` ends them and their connections. */
export async function receiverZoo(): Promise<{ receivers: ZooReceiver[]; close(): Promise<void> }> {
  const servers: ReturnType<typeof createServer>[] = [];
  const sockets = new Set<Socket>();
  const listen = (server: ReturnType<typeof createServer>) => {
    servers.push(server);
    return new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const receivers: ZooReceiver[] = [];
  for (const [protocol, behaviors] of [['http', tcp] as const, ['https', overTls] as const])
    for (const [name, behave] of Object.entries(behaviors)) {
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        keep(socket);
        socket.once('data', () => behave(socket));
      });
      receivers.push({ name, url: `${protocol}://127.0.0.1:${await listen(server)}/` });
    }
  const neverReads = createServer({ pauseOnConnect: true }, keep);
  receivers.push({ name: 'never reads', url: `http://127.0.0.1:${await listen(neverReads)}/` });
  // Without a certificate, a TLS server refuses every handshake.
  const uncertified = createTlsServer({}, keep);
  uncertified.on('tlsClientError', () => {});
  receivers.push({ name: 'has no certificate', url: `https://127.0.0.1:${await listen(uncertified)}/` });
  return {
    receivers,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
