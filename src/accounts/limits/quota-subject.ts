import type { Counter } from './counter.ts';

/** Limits, with the header texts that every response under them repeats. */
export interface Plan {
  /** Requests per UTC day. */
  readonly daily: number;
  /** Requests per second. */
  readonly burst: number;
  readonly limitText: string;
  readonly policyText: string;
  /** `limitText` for responses to which the limit per second does not apply. */
  readonly dailyText: string;
}

/** The subject of a quota: an account, over all of its keys, or an IP address. */
export interface QuotaSubject {
  /** Counts the day and the second. */
  readonly counter: Counter;
  /** The key that was sent, counted for its owner to see; null for an address. */
  readonly key: { readonly id: string; readonly counter: Counter } | null;
  readonly plan: Plan;
}

export const plan = (daily: number, burst: number): Plan => ({
  daily,
  burst,
  limitText: String(daily),
  dailyText: `"daily";q=${daily};w=86400`,
  policyText: `"daily";q=${daily};w=86400, "burst";q=${burst};w=1`,
});
