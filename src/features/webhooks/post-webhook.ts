import { lookup as lookUpByHost, Resolver } from 'node:dns/promises';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { inNetworks, plainAddress } from '../../accounts/limits/address.ts';

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

/** The IP addresses of a host name; throws if it has none. */
type Resolve = (host: string) => Promise<readonly string[]>;

interface PostOptions {
  readonly allowed: AddressRule;
  /** Whether names of the local network may be resolved as the system does, from its hosts file too. */
  readonly localNames: boolean;
  readonly resolve?: Resolve;
  /** Name servers, as `address:port`; default: those of the system. */
  readonly nameServers?: readonly string[];
  readonly timeoutMilliseconds?: number;
}

/** How long an attempt may take until the status of the response is there, ms. */
export const ATTEMPT_MILLISECONDS = 10_000;
/** How much of a response's body is read, and ignored, before the connection is closed. */
const MAX_IGNORED_BYTES = 64 * 1024;
/** How long the connection stays open after the status, so that a short body ends before it is closed, ms. */
const BODY_MILLISECONDS = 1000;
/** Informational responses (1xx) before the status: more are a flood. */
const MAX_INFORMATIONAL = 20;

/**
 * Sends over a new connection, to an address that was resolved and checked just before: nothing is resolved again, and redirects
 * are not followed.
 */
export function webhookPost({
  allowed,
  localNames,
  nameServers = [],
  resolve = (host) => resolveHost(host, localNames, nameServers),
  timeoutMilliseconds = ATTEMPT_MILLISECONDS,
}: PostOptions): PostWebhook {
  return async ({ url, headers, body, signal }) => {
    const target = new URL(url);
    const deadline = AbortSignal.timeout(timeoutMilliseconds);
    const ended = AbortSignal.any([signal, deadline]);
    try {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      const resolved = isIP(host) ? [host] : await before(ended, resolve(host));
      const addresses = resolved.filter((address) => allowed(address, target.protocol));
      if (addresses.length === 0) return failed('The host has no IP address that webhooks may be sent to.');
      // The limit holds even if Node reports neither a response nor an error.
      const status = await before(ended, send(target, addresses, { headers, signal: ended }, body));
      return { status, problem: null };
    } catch (error) {
      return failed(deadline.aborted ? `No response within ${timeoutMilliseconds / 1000} s.` : wordsOf(error));
    }
  };
}

const failed = (problem: string): PostOutcome => ({ status: null, problem });

/** Resolves without the thread pool, which a slow name server would block for the whole process. */
async function resolveHost(
  host: string,
  localNames: boolean,
  nameServers: readonly string[],
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length > 0) return addresses;
  if (!localNames) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return (await lookUpByHost(host, { all: true })).map(({ address }) => address);
}

/** The result of `work`, or the reason of the signal if that comes first. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Connects to one of the addresses, sends, and returns the status. */
function send(target: URL, addresses: readonly string[], options: RequestOptions, body: string): Promise<number> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: RequestOptions['lookup'] = (_host, { all }, answer) =>
    all ? answer(null, known) : answer(null, known[0]!.address, known[0]!.family);
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(target, { ...options, method: 'POST', agent: false, lookup });
    let informational = 0;
    outgoing.on('response', (response) => {
      resolve(response.statusCode!);
      const close = setTimeout(() => response.destroy(), BODY_MILLISECONDS);
      let length = 0;
      response.on('error', () => {});
      response.on('close', () => clearTimeout(close));
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > MAX_IGNORED_BYTES) response.destroy();
      });
    });
    outgoing.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) outgoing.destroy(new Error('too many informational responses'));
    });
    // 101: only the status of the response is used; nothing is sent in another protocol.
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode!);
    });
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    outgoing.end(body);
  });
}

/** An error of the network, as text for the owner of the webhook: without addresses and internal details. */
function wordsOf(error: unknown): string {
  // The code of an AbortError is a number.
  const code = String((error as { code?: string | number }).code ?? '');
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+|ETIMEOUT|EREFUSED|EBADNAME|EFORMERR)$/.test(code))
    return 'The host name does not resolve to an IP address.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (/^(ECONNRESET|EPIPE)$/.test(code)) return 'The connection was closed without a response.';
  if (/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code)) return 'The host cannot be reached.';
  if (/CERT|TLS|SSL|ALTNAME|EPROTO/.test(code)) return `The TLS connection failed (${code}).`;
  if (code.startsWith('HPE_')) return 'The response is not HTTP.';
  return 'The request failed.';
}

type Address = ReturnType<typeof ipaddr.process>;

/** Returns true if a webhook may be sent to this IP address with this protocol (`https:` or `http:`). */
export type AddressRule = (address: string, protocol: string) => boolean;

/** The range of public IPv6 addresses; addresses outside of it may embed an IPv4 address. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** True for an address of the public internet: none that is private, loopback, link-local, shared, multicast, mapped, or reserved. */
const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));

/**
 * The rule of a service: https to public addresses, and https or http to the networks that its operator allows (addresses or
 * CIDR). An IPv4 address written as IPv6 is treated as IPv4.
 */
export function addressRule(networks: readonly string[]): AddressRule {
  const isAllowed = inNetworks(networks);
  return (text, protocol) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(plainAddress(text));
    return isAllowed(address.toString()) || (protocol === 'https:' && isPublic(address));
  };
}
