/** The limits of an account. */
export interface Limits {
  /** Requests a UTC day, over all keys of the account. */
  readonly daily: number;
  /** Requests a second, for each key. */
  readonly burst: number;
  /** Maximum number of active keys. */
  readonly keys: number;
  /** Maximum number of webhooks. */
  readonly webhooks: number;
  /** Maximum number of feeds: secret addresses for calendars and sensors. */
  readonly feeds: number;
}

/** The tiers, as the reference states them; the number of keys beyond free's one is ours. */
export const tiers = {
  free: { daily: 1000, burst: 10, keys: 1, webhooks: 5, feeds: 5 },
  builder: { daily: 50_000, burst: 50, keys: 10, webhooks: 25, feeds: 25 },
  business: { daily: 250_000, burst: 150, keys: 50, webhooks: 100, feeds: 100 },
  // Operators set custom limits for each enterprise account; until then, it has those of `business`.
  enterprise: { daily: 250_000, burst: 150, keys: 200, webhooks: 200, feeds: 200 },
} as const satisfies Record<string, Limits>;

export type Tier = keyof typeof tiers;

export const tierNames = Object.keys(tiers) as readonly Tier[];

export const isTier = (name: string): name is Tier => Object.hasOwn(tiers, name);

/** Keyless requests of one address in a second. */
export const keylessBurst = 5;

/** An account's limits: custom ones if an operator has set them, or else its tier's. An unknown tier counts as free. */
export function limitsOf(tier: string, daily: number | null, burst: number | null): Limits {
  const base = tiers[isTier(tier) ? tier : 'free'];
  return { ...base, daily: daily ?? base.daily, burst: burst ?? base.burst };
}
