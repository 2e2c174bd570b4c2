import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { type Encoding, encodings } from '../schema/release/public-route.ts';
import { ApiError } from './errors.ts';

/** How a body is encoded on the wire. */
export type Coding = Encoding | 'identity';

/** The server's preference among codings that the client likes equally. */
const preferred: readonly Coding[] = [...(Object.keys(encodings) as Encoding[]), 'identity'];

/**
 * The media type among `offered` that the `Accept` header requests; the first if there is no such header.
 * `formats` are their names in `?format=`. Throws 406.
 */
function chooseType(headers: IncomingHttpHeaders, offered: readonly string[], formats: readonly string[]): string {
  if (headers.accept === undefined) return offered[0]!;
  const [type] = new Negotiator({ headers }).mediaTypes([...offered]);
  if (type !== undefined) return type;
  throw new ApiError('not_acceptable', {
    body: { header: 'Accept', allowed: [...new Set(offered.map((full) => full.split(';')[0]))], formats },
  });
}

/**
 * `*` does not name a coding: a client that sends it may support only gzip, like many clients of the time when it was
 * introduced. Brotli and zstd are for clients that name them.
 */
const gzipFirst = (order: readonly Coding[]): Coding[] => ['gzip', ...order.filter((coding) => coding !== 'gzip')];

/** Cached choices by header: clients send few different ones, and parsing one takes longer than finding the route. */
const chosen = new LRUCache<string, Coding>({ max: 500 });

/**
 * The coding among `available` that `Accept-Encoding` requests; if none of them is available, the plain body, unless
 * that is excluded, too. Throws 406.
 */
export function chooseCoding(
  headers: IncomingHttpHeaders,
  available: readonly Coding[],
  preferredFirst: readonly Coding[] = preferred,
): Coding {
  const header = headers['accept-encoding'];
  if (header === undefined && available.includes('identity')) return 'identity';
  const order = header?.includes('*') ? gzipFirst(preferredFirst) : preferredFirst;
  const offered = order.filter((coding) => available.includes(coding));
  const question = `${offered.join()} ${header}`;
  const known = chosen.get(question);
  if (known !== undefined) return known;
  // The published types lack this option, which `negotiator` has since 1.0.
  const negotiator = new Negotiator({ headers }) as unknown as {
    encodings(available: readonly string[], options: { preferred: readonly string[] }): Coding[];
  };
  const [coding] = negotiator.encodings(offered, { preferred: order });
  if (coding !== undefined) {
    chosen.set(question, coding);
    return coding;
  }
  throw new ApiError('not_acceptable', {
    error: 'This resource is not available in any encoding that the request accepts.',
    body: { header: 'Accept-Encoding', allowed: offered },
  });
}

/** The formats of a resource: their names in `?format=` and their media types; the default first. */
export type Forms<Name extends string = string> = Readonly<Record<Name, string>>;

/** The requested format: `?format=`, else `Accept`, else the first. Throws 406. */
export function chooseForm<Name extends string>(
  forms: Forms<Name>,
  requested: Name | null | undefined,
  headers: IncomingHttpHeaders,
): Name {
  if (requested) return requested;
  const names = Object.keys(forms) as Name[];
  // A resource with one format needs no choice.
  if (names.length === 1) return names[0]!;
  const type = chooseType(headers, Object.values(forms), names);
  return names.find((name) => forms[name] === type)!;
}
