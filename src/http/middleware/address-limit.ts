import type { MiddlewareHandler } from 'hono';
import { addressBlock } from '../../accounts/limits/address.ts';
import { growingCache } from '../../accounts/limits/growing-cache.ts';
import { type AccountsGateway, joined } from '../accounts-gateway.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';

/** Limits of one IP address on an expensive path of the website: a burst, a rate per second, and concurrent requests. */
export interface AddressLimit {
  readonly burst: number;
  readonly perSecond: number;
  readonly atOnce: number;
}

interface Bucket {
  left: number;
  at: number;
  running: number;
}

/** Maximum number of tracked addresses; the least recently used is evicted first. */
const MAX_ADDRESSES = 20_000;

/** Counts requests by address, and refuses those above a limit with 429. */
export class AddressLimiter {
  readonly #limit: AddressLimit;
  readonly #now: () => number;
  readonly #buckets = growingCache<Bucket>(MAX_ADDRESSES);

  constructor(limit: AddressLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Throws ApiError 429 if this address is over its limit. */
  check(context: Pick<RequestContext, 'onClosed'>, address: string): void {
    const { burst, perSecond, atOnce } = this.#limit;
    const now = this.#now();
    const block = addressBlock(address);
    const bucket = this.#buckets.get(block) ?? { left: burst, at: now, running: 0 };
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.set(block, bucket);
    if (bucket.left < 1) throw tooMany(Math.ceil((1 - bucket.left) / perSecond));
    if (bucket.running >= atOnce) throw tooMany(1);
    bucket.left -= 1;
    bucket.running += 1;
    context.onClosed(() => {
      bucket.running -= 1;
    });
  }
}

/** Limits the requests of one IP address, over all routes that share this middleware. */
export function addressLimit(
  limit: AddressLimit,
  { now, gateway }: { now(): number; readonly gateway: Pick<AccountsGateway, 'addressOf'> },
): MiddlewareHandler<HttpEnv> {
  const limiter = new AddressLimiter(limit, now);
  return (c, next) => {
    const { context } = c.env;
    const { headers, socket } = context.request;
    limiter.check(context, gateway.addressOf(joined(headers['x-forwarded-for']), socket.remoteAddress ?? ''));
    return next();
  };
}

const tooMany = (seconds: number) =>
  new ApiError('burst_limit_exceeded', {
    error: 'Too many requests for this page from your IP address.',
    hint: 'Wait for the time in Retry-After. To fetch many objects, download a dataset from /api/v1/dataset.',
    headers: { 'Retry-After': String(seconds) },
    body: { retry_after: seconds },
  });
