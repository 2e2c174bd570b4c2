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
  'redirects to a private address': sayAndClose(
    'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/meta-data/\r\nContent-Length: 0\r\n\r\n',
  ),
  'redirects back and forth for ever': (socket) => {
    let n = 0;
    const again = () =>
      socket.write(
        `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${socket.localPort}/${n++}\r\nContent-Length: 0\r\n\r\n`,
      );
    again();
    socket.on('data', again);
  },
  'says 100 Continue and no more': say('HTTP/1.1 100 Continue\r\n\r\n'),
  'says early hints of a megabyte': flood('HTTP/1.1 103 Early Hints\r\nLink: ', '</a>; rel=preload, '),
  'refuses an expectation that nobody had': sayAndClose('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n'),
  'has a body after 204': sayAndClose('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'),
  'has an endless body after 204': flood('HTTP/1.1 204 No Content\r\n\r\n', 'x'.repeat(1000)),
  'has an endless body after 304': flood('HTTP/1.1 304 Not Modified\r\n\r\n', 'x'.repeat(1000)),
  'ends before the length that it said': sayAndClose(`${ok}Content-Length: 100\r\n\r\nshort`),
  'goes on after the length that it said': flood(`${ok}Content-Length: 2\r\n\r\nxx`, 'x'.repeat(1000)),
  'has a negative length': sayAndClose(`${ok}Content-Length: -1\r\n\r\n`),
  'has a length of 400 digits': say(`${ok}Content-Length: ${'9'.repeat(400)}\r\n\r\n`),
  'has a length and chunks': sayAndClose(`${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  'has two transfer encodings': sayAndClose(`${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`),
  'extends a chunk without end': flood(`${ok}Transfer-Encoding: chunked\r\n\r\n1;a=`, 'x'.repeat(1000)),
  'trickles the length of a chunk': trickle(`${ok}Transfer-Encoding: chunked\r\n\r\n`, () => '0'),
  'sends endless trailers': flood(`${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'T: 1\r\n'),
  'trickles a header of a megabyte': trickle(`${ok}Set-Cookie: a=`, () => 'x'.repeat(500)),
  'folds its headers': sayAndClose(`${ok}A: b\r\n c\r\nContent-Length: 0\r\n\r\n`),
  'ends its lines with LF': sayAndClose('HTTP/1.1 200 OK\nContent-Length: 0\n\n'),
  'has NUL in a header': sayAndClose(`${ok}A: \0\r\nContent-Length: 0\r\n\r\n`),
  'has line ends only': flood('', '\r\n'),
  'has NUL only': flood('', '\0'.repeat(1000)),
  'has a status of four digits': sayAndClose('HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n'),
  'speaks HTTP/3.0': sayAndClose('HTTP/3.0 200 OK\r\nContent-Length: 0\r\n\r\n'),
  'speaks TLS where http is expected': (socket) => void socket.write(Buffer.from('1603030002020a', 'hex')),
  'answers twice': say(`${ok}Content-Length: 0\r\n\r\n${ok}Content-Length: 0\r\n\r\n`),
  'answers without end': flood('', `${ok}Content-Length: 0\r\n\r\n`),
  'answers 503 with Retry-After': sayAndClose(
    'HTTP/1.1 503 Busy\r\nRetry-After: 999999999\r\nContent-Length: 0\r\n\r\n',
  ),
};
const overTls: Readonly<Record<string, Behavior>> = {
  'stalls the TLS handshake': () => {},
  'floods the TLS handshake': flood('', '\x16\x03\x03\x40\x00'),
  'resets the TLS handshake': (socket) => void socket.resetAndDestroy(),
  'answers the TLS handshake with http': sayAndClose(`${ok}Content-Length: 0\r\n\r\n`),
  'trickles the TLS handshake': trickle('\x16\x03\x03\x3f\x00', () => '\0'),
  'sends TLS alerts without end': flood('', '\x15\x03\x03\x00\x02\x01\x5a'),
};

/** A listening receiver. */
export interface ZooReceiver {
  readonly name: string;
  readonly url: string;
}

/** Starts every hostile receiver. `close` ends them and their connections. */
export async function receiverZoo(): Promise<{
  receivers: ZooReceiver[];
  /** Connections whose other side is open. A receiver that does not read does not notice the end, and counts for none. */
  connected(): number;
  close(): Promise<void>;
}> {
  const servers: ReturnType<typeof createServer>[] = [];
  const sockets = new Set<Socket>();
  const open = new Set<Socket>();
  const listen = (server: ReturnType<typeof createServer>) => {
    servers.push(server);
    return new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    open.add(socket);
    socket.on('error', () => {});
    socket.once('end', () => open.delete(socket));
    socket.once('close', () => {
      open.delete(socket);
      sockets.delete(socket);
    });
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
  for (const [name, first] of [
    ['answers before it is asked', `${ok}Content-Length: 0\r\n\r\n`],
    ['asks first', 'GET / HTTP/1.1\r\nHost: orbweaver\r\n\r\n'],
  ] as const) {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      keep(socket);
      socket.write(first);
      socket.resume();
    });
    receivers.push({ name, url: `http://127.0.0.1:${await listen(server)}/` });
  }
  const mapped = createServer((socket) => {
    keep(socket);
    socket.resume();
  });
  receivers.push({ name: 'is silent at a mapped address', url: `http://[::ffff:127.0.0.1]:${await listen(mapped)}/` });
  const neverReads = createServer({ pauseOnConnect: true }, (socket) => {
    keep(socket);
    open.delete(socket);
  });
  receivers.push({ name: 'never reads', url: `http://127.0.0.1:${await listen(neverReads)}/` });
  // Without a certificate, a TLS server refuses every handshake.
  const uncertified = createTlsServer({}, keep);
  uncertified.on('tlsClientError', () => {});
  receivers.push({ name: 'has no certificate', url: `https://127.0.0.1:${await listen(uncertified)}/` });
  return {
    receivers,
    connected: () => open.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
