import { createServer, type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressBlock } from '../accounts/limits/address.ts';
import type { Config } from '../config.ts';
import { ApiError, type ErrorCode } from './errors.ts';
import { errorParts } from './respond.ts';

/** How many connections may be open concurrently, in total and from one address. */
export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
}

/**
 * The limits of a server: they bound the resources that slow clients hold. A browser opens six connections, an office
 * behind one address a few dozen. Behind a trusted proxy, every connection is the proxy's, so the proxy has to limit
 * addresses itself.
 */
export const connectionLimits = (trustProxy: Config['trustProxy'] = false): ConnectionLimits => ({
  total: 4000,
  perAddress: trustProxy === false ? 200 : 4000,
});

/** A connection is closed if the client neither sends nor reads anything for this long, ms. */
export const IDLE_MILLISECONDS = 120_000;

/**
 * Node's HTTP server, with the timeouts of clients. Requests that Node would respond to by itself are passed to `handle`
 * instead: one without a Host, and one with an Expect header.
 */
export function makeServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ConnectionLimits,
): Server {
  const take = (request: IncomingMessage, response: ServerResponse) => {
    // After a request to upgrade to another protocol, which we don't support, Node misreads further requests.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    const unfinished = responses.get(request.socket) ?? new Set();
    responses.set(request.socket, unfinished.add(response));
    response.once('close', () => unfinished.delete(response));
    handle(request, response);
  };
  const times = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
  const server = createServer({ ...times, requireHostHeader: false }, take);
  // RFC 9110, 10.1.1: a server may ignore an unknown expectation.
  server.on('checkExpectation', take);
  server.timeout = IDLE_MILLISECONDS;
  server.maxConnections = limits.total;
  limitAddresses(server, limits.perAddress);
  return server;
}

/** How many connections beyond its limit an address may have, as a multiple of it: each gets one 503. */
const CROWDED_PER_SERVED = 4;
/** How long such a connection waits for its request, ms. */
const CROWDED_MILLISECONDS = 5000;

const crowded = new WeakSet<Socket>();

/** Whether a connection is beyond the limit of its address: its request is refused. */
export const isCrowded = (socket: Socket): boolean => crowded.has(socket);

/** Marks connections from an address (IPv6: a /64) that has reached its limit, and closes those far beyond it. */
function limitAddresses(server: Server, perAddress: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const block = addressBlock(socket.remoteAddress ?? '');
    const count = open.get(block) ?? 0;
    if (count >= perAddress * (1 + CROWDED_PER_SERVED)) {
      socket.destroy();
      return;
    }
    if (count >= perAddress) {
      crowded.add(socket);
      const late = setTimeout(() => socket.destroy(), CROWDED_MILLISECONDS);
      socket.once('close', () => clearTimeout(late));
    }
    open.set(block, count + 1);
    socket.once('close', () => {
      const left = (open.get(block) ?? 1) - 1;
      if (left > 0) open.set(block, left);
      else open.delete(block);
    });
  });
}

/** True if the operating system distributes the connections of a port among several sockets; if not, the main process of a cluster does. */
const sharesPorts = ['linux', 'freebsd'].includes(process.platform);

/**
 * Listens on the configured host and port, and returns the address. With `shared`, other processes of this server listen there,
 * too. If one of them is killed, the connections that wait for it are closed; those that a main process hands over would hang.
 */
export function listen(
  server: NetServer,
  { host, port }: Pick<Config, 'host' | 'port'>,
  shared = false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ...(shared && sharesPorts && { reusePort: true }) }, () => {
      server.off('error', reject);
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** Accepts no new connection and finishes running requests, for at most this many milliseconds. */
export async function closeServer(server: Server, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection is idle only after its response: look for idle ones repeatedly.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), milliseconds);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

const badRequestCodes: Readonly<Record<string, ErrorCode>> = {
  CONNECT: 'method_not_allowed',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Node's error for a request that it could not parse. */
type BadClient = Pick<NodeJS.ErrnoException, 'code'> & { readonly rawPacket?: Buffer };

/** The unfinished responses of each connection: a client may pipeline requests. */
const responses = new WeakMap<Duplex, Set<ServerResponse>>();

/**
 * Returns true if the first bytes of a response have been written to a connection, and the last ones have not: an error written now would
 * end up in the body of that response.
 */
const isInside = (socket: Duplex): boolean =>
  [...(responses.get(socket) ?? [])].some((response) => response.headersSent && response.socket === socket);

/** How long after an error a client may take to close its side of the connection, ms. */
const LINGER_MILLISECONDS = 2000;

/** Whether a request is a HEAD, by the packet that could not be parsed; null if that is not known. */
function isHead({ rawPacket: packet, code }: BadClient, socket: Duplex): boolean | null {
  // Not even the method could be parsed, in whatever packet it came.
  if (code === 'HPE_INVALID_METHOD') return false;
  if (packet === undefined) return null;
  const [, method] = /^(?:\r?\n)*([A-Z-]+) /.exec(packet.toString('latin1', 0, 40)) ?? [];
  if (method !== undefined && METHODS.includes(method)) return method === 'HEAD';
  // The first packet of a connection begins with the method, whatever that is.
  return (socket as Socket).bytesRead === packet.length ? false : null;
}

/**
 * Responds to requests that Node does not pass on, bad HTTP and CONNECT, with an error like any other; closes the
 * connection. If the request came in several packets, its method is not known, since to know it each packet would have to be read
 * twice, which costs 13 % of all requests for records: the response then has no body, because a HEAD must get none.
 */
export function answerBadClient(
  headersOf: () => {
    readonly service: Readonly<Record<string, string>> | undefined;
    readonly own: Readonly<Record<string, string>>;
  },
) {
  return (error: BadClient, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isInside(socket)) {
      socket.destroy();
      return;
    }
    const code = badRequestCodes[error.code ?? ''] ?? 'malformed_request';
    const refusal = new ApiError(
      code,
      code === 'method_not_allowed' ? { headers: { Allow: 'GET, HEAD, OPTIONS' } } : {},
    );
    const { service, own } = headersOf();
    const { headers, body } = errorParts(refusal, service);
    const head = error.code === 'CONNECT' ? false : isHead(error, socket);
    const empty = head === null && { 'Content-Length': '0' };
    const lines = Object.entries({ ...headers, ...own, ...refusal.headers, ...empty, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const start = `HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}\r\n${lines.join('')}\r\n`;
    socket.end(head === false ? start + body : start);
    // Without a deadline, a client that never closes its side would keep the connection, and the release of its request.
    const late = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS);
    socket.once('close', () => clearTimeout(late));
  };
}
