import type { MiddlewareHandler } from 'hono';
import { addressBlock } from '../../accounts/limits/address.ts';
import { growingCache } from '../../accounts/limits/growing-cache.ts';
import { alone, type Channel, type Peers } from '../../peers.ts';
import { type AccountsGateway, requestAddress } from '../accounts-gateway.ts';
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

/**
 * Counts requests by address, and refuses those above a limit with 429. Processes on one port share the counts; each has its
 * own concurrent requests.
 */
export class AddressLimiter {
  readonly #limit: AddressLimit;
  readonly #now: () => number;
  readonly #share: Channel<string>;
  readonly #buckets = growingCache<Bucket>(MAX_ADDRESSES);

  /** `topic` names the limiter among the processes that share it. */
  constructor(limit: AddressLimit, now: () => number, topic: string, peers: Peers = alone) {
    this.#limit = limit;
    this.#now = now;
    this.#share = peers.channel(topic);
    this.#share.onMessage((block) => {
      this.#bucket(block).left -= 1;
    });
  }

  /** Throws ApiError 429 if this address is over its limit. */
  check(context: Pick<RequestContext, 'onClosed'>, address: string): void {
    const { perSecond, atOnce } = this.#limit;
    const block = addressBlock(address);
    const bucket = this.#bucket(block);
    if (bucket.left < 1) throw tooMany(Math.ceil((1 - bucket.left) / perSecond));
    if (bucket.running >= atOnce) throw tooMany(1);
    bucket.left -= 1;
    bucket.running += 1;
    this.#share.send(block);
    context.onClosed(() => {
      bucket.running -= 1;
    });
  }

  /** The bucket of an address as of now. */
  #bucket(block: string): Bucket {
    const { burst, perSecond } = this.#limit;
    const now = this.#now();
    const bucket = this.#buckets.get(block) ?? { left: burst, at: now, running: 0 };
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.set(block, bucket);
    return bucket;
  }
}

/** Limits the requests of one IP address, over all routes that share this middleware. */
export function addressLimit(
  limit: AddressLimit,
  deps: { now(): number; readonly gateway: Pick<AccountsGateway, 'addressOf'>; readonly peers?: Peers | undefined },
  topic: string,
): MiddlewareHandler<HttpEnv> {
  const { now, gateway, peers } = deps;
  const limiter = new AddressLimiter(limit, now, topic, peers);
  return (c, next) => {
    const { context } = c.env;
    limiter.check(context, requestAddress(gateway, context.request));
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
