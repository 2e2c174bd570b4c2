/** A request that brought no file. The message says why, names no time, and can stand on a page. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  /** The status that was answered; null where nothing was. */
  readonly status: number | null;
  /** Milliseconds that the publisher wants to be left alone; null where it said nothing. */
  readonly retryAfter: number | null;
  /** Whether the same request may have another end. */
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

/** Reads `Retry-After`: seconds, or a date. Null for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, until - now.getTime());
}
