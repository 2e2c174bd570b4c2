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

/** Longest `Retry-After` that is respected, milliseconds: a wrong clock must not stop requests for years. */
export const MAX_BLOCK_MS = 86_400_000;

/** Reads `Retry-After`: seconds, or a date; a day at most. Null for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wanted = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(wanted) ? null : Math.min(Math.max(0, wanted), MAX_BLOCK_MS);
}
