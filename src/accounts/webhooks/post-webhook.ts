import { lookup as lookUpByHost, Resolver } from 'node:dns/promises';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { AddressRule } from './address-rule.ts';

/** A message, signed and ready to send. */
export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt when the service stops. */
  readonly signal: AbortSignal;
}

/** The result of sending it: the status of the response, or a sentence on why there was none. */
export type PostOutcome =
  | { readonly status: number; readonly problem: null }
  | { readonly status: null; readonly problem: string };

/** Sends a message once. Never throws. */
export type PostWebhook = (message: WebhookMessage) => Promise<PostOutcome>;

/** The IP addresses of a host name; throws where it has none. */
type Resolve = (host: string) => Promise<readonly string[]>;

interface PostOptions {
  readonly allowed: AddressRule;
  /** Whether names of the local network may be resolved as the system does, from its hosts file too. */
  readonly localNames: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMilliseconds?: number;
}

/** How long an attempt may take until the status of the response is there, ms. */
export const ATTEMPT_MILLISECONDS = 10_000;
/** How much of a response's body is read, and ignored, before the connection is closed. */
const MAX_IGNORED_BYTES = 64 * 1024;

/**
 * Sends over a new connection, to an address that was resolved and checked just before: nothing is resolved again, and redirects
 * are not followed.
 */
export function webhookPost({
  allowed,
  localNames,
  resolve = (host) => resolveHost(host, localNames),
  timeoutMilliseconds = ATTEMPT_MILLISECONDS,
}: PostOptions): PostWebhook {
  return async ({ url, headers, body, signal }) => {
    const target = new URL(url);
    const deadline = AbortSignal.timeout(timeoutMilliseconds);
    const ended = AbortSignal.any([signal, deadline]);
    try {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      const found = isIP(host) ? [host] : await before(ended, resolve(host));
      const addresses = found.filter((address) => allowed(address, target.protocol));
      if (addresses.length === 0) return failed('The host has no IP address that webhooks may be sent to.');
      return { status: await send(target, addresses, { headers, signal: ended }, body), problem: null };
    } catch (error) {
      return failed(deadline.aborted ? `No response within ${timeoutMilliseconds / 1000} s.` : wordsOf(error));
    }
  };
}

const failed = (problem: string): PostOutcome => ({ status: null, problem });

/** Resolves without the thread pool, which a slow name server would block for the whole process. */
async function resolveHost(host: string, localNames: boolean): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length > 0) return addresses;
  if (!localNames) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return (await lookUpByHost(host, { all: true })).map(({ address }) => address);
}

function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

/** Connects to one of the addresses, sends, and gives the status. */
function send(target: URL, addresses: readonly string[], options: RequestOptions, body: string): Promise<number> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: RequestOptions['lookup'] = (_host, { all }, answer) =>
    all ? answer(null, known) : answer(null, known[0]!.address, known[0]!.family);
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(target, { ...options, method: 'POST', agent: false, lookup }, (response) => {
      resolve(response.statusCode!);
      let length = 0;
      response.on('error', () => {});
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > MAX_IGNORED_BYTES) response.destroy();
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** An error of the network for the owner of the webhook: no address and nothing of the inside. */
function wordsOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+|ETIMEOUT|EREFUSED|EBADNAME|EFORMERR)$/.test(code))
    return 'The host name does not resolve to an IP address.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (/^(ECONNRESET|EPIPE)$/.test(code)) return 'The connection was closed without a response.';
  if (/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code)) return 'The host cannot be reached.';
  if (/CERT|TLS|SSL|ALTNAME|EPROTO/.test(code)) return `The TLS connection failed (${code}).`;
  if (code.startsWith('HPE_')) return 'The response is not HTTP.';
  return 'The request failed.';
}
