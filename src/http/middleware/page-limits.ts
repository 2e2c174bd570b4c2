import { addressBlock } from '../../accounts/limits/address.ts';
import { growingCache } from '../../accounts/limits/growing-cache.ts';
import { ApiError } from '../errors.ts';
import { mcpPath } from '../mcp/mcp-path.ts';
import type { RequestContext } from '../request-context.ts';

/** Limits of one IP address on the website's expensive paths: a burst, a rate per second, and concurrent requests. */
interface PageLimit {
  readonly paths: readonly string[];
  readonly burst: number;
  readonly perSecond: number;
  readonly atOnce: number;
}

/** Generous to people and to the scripts of one page; not to a crawl that would better fetch a dataset. */
export const pageLimits: readonly PageLimit[] = [
  { paths: ['/suggest'], burst: 60, perSecond: 10, atOnce: 20 },
  { paths: ['/satellites.csv', '/satellites.json'], burst: 120, perSecond: 0.5, atOnce: 4 },
  // What an MCP client sends besides calls with a key: it begins with three messages.
  { paths: [mcpPath], burst: 120, perSecond: 10, atOnce: 20 },
];

/** Written as the reader takes them, and too large to be cached. */
export const exportPaths = pageLimits[1]!.paths;

interface Bucket {
  left: number;
  at: number;
  running: number;
}

/** Maximum number of tracked addresses; the least recently used is evicted first. */
const remembered = 20_000;

/** Counts requests to the costly paths by address, and refuses what is too much with 429. */
export class PageLimiter {
  readonly #now: () => number;
  readonly #buckets = pageLimits.map(() => growingCache<Bucket>(remembered));

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws ApiError 429 if this address is over its limit. */
  check(
    context: Pick<RequestContext, 'onClosed'> & { readonly target: Pick<RequestContext['target'], 'path'> },
    address: string,
  ): void {
    const index = pageLimits.findIndex(({ paths }) => paths.includes(context.target.path));
    const limit = pageLimits[index];
    if (!limit) return;
    const now = this.#now();
    const buckets = this.#buckets[index]!;
    const block = addressBlock(address);
    const bucket = buckets.get(block) ?? { left: limit.burst, at: now, running: 0 };
    bucket.left = Math.min(limit.burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * limit.perSecond);
    bucket.at = now;
    buckets.set(block, bucket);
    if (bucket.left < 1) throw tooMany(Math.ceil((1 - bucket.left) / limit.perSecond));
    if (bucket.running >= limit.atOnce) throw tooMany(1);
    bucket.left -= 1;
    bucket.running += 1;
    context.onClosed(() => {
      bucket.running -= 1;
    });
  }
}

const tooMany = (seconds: number) =>
  new ApiError('burst_limit_exceeded', {
    error: 'Too many requests for this page from your IP address.',
    hint: 'Wait for the time in Retry-After. To fetch many objects, download a dataset from /api/v1/dataset.',
    headers: { 'Retry-After': String(seconds) },
    body: { retry_after: seconds },
  });
