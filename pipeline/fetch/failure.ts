import { MAX_BLOCK_MS } from '../../src/schema/release/refresh-record.ts';

/** A request that returned no file. The message has the reason without a time, and can be shown on a page. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** The publisher's Retry-After in milliseconds; null if it sent none. */
  readonly retryAfter: number | null;
  /** Whether a retry may succeed. */
  readonly passing: boolean;

  constructor(
    message: string,
    { status = null, retryAfter = null, passing = false }: Partial<Omit<FetchFailure, keyof Error>> = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.passing = passing;
  }
}

/** The problem of a file that exceeds its publisher's size limit, as text. */
export const sizeLimit = (maxBytes: number): string =>
  `the file is larger than the limit of ${Math.round(maxBytes / 2 ** 20)} MiB`;

/** Reads `Retry-After`: seconds, or a date; a day at most. Null for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wanted = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(wanted) ? null : Math.min(Math.max(0, wanted), MAX_BLOCK_MS);
}
