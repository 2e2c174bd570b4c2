import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal } from '../api/errors.ts';
import type { Config } from '../config.ts';
import type { Step } from './exchange.ts';

/**
 * Node's HTTP server, with the times after which a client is given up. What Node would answer by itself, without a word
 * of ours, comes to `handle` instead: a request without a Host, and one that expects something.
 */
export function makeServer(handle: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const take = (request: IncomingMessage, response: ServerResponse) => {
    // Behind a request for another protocol, which is none of ours, Node reads no further request as it should.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    handle(request, response);
  };
  const times = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
  const server = createServer({ ...times, requireHostHeader: false }, take);
  // RFC 9110, 10.1.1: who does not know an expectation may go on without it.
  server.on('checkExpectation', take);
  // A client that neither sends nor takes anything for two minutes has gone.
  server.timeout = 120_000;
  return server;
}

/** Refuses HTTP/1.1 without a Host (RFC 9112, 3.2). */
export const checkHost: Step = ({ request }) => {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
  throw new Refusal('malformed_request', {
    error: 'This request has no Host header.',
    hint: 'HTTP/1.1 asks for it: send the name or address of this server in it.',
    headers: { Connection: 'close' },
  });
};

/** Listens where the settings say, and returns the address. */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** Takes no new connection and finishes what runs, for at most so many milliseconds. */
export async function closeServer(server: Server, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive is idle only after its answer: it has to be looked for again.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), milliseconds);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
