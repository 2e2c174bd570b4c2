import type { Counter } from './counter.ts';

/** Limits, with the texts that every answer under them repeats. */
export interface Plan {
  /** Requests a UTC day. */
  readonly daily: number;
  /** Requests a second. */
  readonly burst: number;
  readonly limitText: string;
  readonly policyText: string;
}

/** Who pays for a request: a unit of the day from `spends`, one of the second from `bursts`. For an address both are one. */
export interface Payer {
  readonly spends: Counter;
  readonly bursts: Counter;
  readonly plan: Plan;
  /** The key's id; null for an address. */
  readonly keyId: string | null;
}

export const plan = (daily: number, burst: number): Plan => ({
  daily,
  burst,
  limitText: String(daily),
  policyText: `"daily";q=${daily};w=86400, "burst";q=${burst};w=1`,
});
