import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { type Logger, pino } from 'pino';
import { free } from '../../src/accounts/limits/admission.ts';
import type { AccountsGateway } from '../../src/http/accounts-gateway.ts';
import { createOrbweaver, type Orbweaver } from '../../src/http/orbweaver.ts';
import type { Site } from '../../src/http/pages/site.ts';

/** A website with a single page, which contains the id of the current release. */
export const tinySite: Site = {
  files: new Map(),
  prerendered: new Map(),
  render: async ({ url }, { orbweaver }) =>
    new URL(url).pathname === '/'
      ? new Response(`<p>${orbweaver.release?.id ?? 'nothing published'}</p>`, {
          headers: { 'Content-Type': 'text/html' },
        })
      : null,
};

/** One line of the log. */
interface LogLine extends Readonly<Record<string, unknown>> {
  readonly msg?: string;
  readonly level?: number;
}

/** A server on a free port, with its log lines. */
export interface RunningServer extends Orbweaver {
  readonly base: string;
  readonly lines: LogLine[];
}

/** Admits every request without counting it. */
const unmetered: AccountsGateway = { admit: () => free, addressOf: (_forwarded, socket) => socket };

/** Starts a server for a home folder, with a fixed clock and consecutive request ids. */
export async function startServer(
  home: string,
  site: Site = tinySite,
  largestFile = 8 * 2 ** 20,
  gateway: AccountsGateway = unmetered,
  publicUrl: string | undefined = undefined,
  contact: string | undefined = undefined,
): Promise<RunningServer> {
  const lines: LogLine[] = [];
  const log: Logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let count = 0;
  const deps = {
    now: () => Date.UTC(2026, 7, 22),
    requestId: () => `request-${++count}`,
    log,
    memory: { total: 2 ** 22, largestFile },
    gateway,
  };
  const orbweaver = await createOrbweaver({ home, host: '127.0.0.1', port: 0, publicUrl, contact }, deps, site);
  return { ...orbweaver, lines, base: await orbweaver.listen() };
}

// Tests read any property of a body: an absent one fails the test.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = Record<string, any>;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  json(): Json;
}

/** Sends a request exactly as given: without added headers, a normalized path or a decoded body. */
export function ask(base: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(parts);
        const json = () => JSON.parse(body.toString('utf8')) as Json;
        resolve({ status: response.statusCode!, headers: response.headers, body, json });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Sends text, and returns everything received until the server closes the connection. */
export function sendRaw(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let received = '';
    socket.on('data', (part) => {
      received += part.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
