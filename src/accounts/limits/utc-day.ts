const dayMilliseconds = 86_400_000;

/** The number of the UTC day, counted from 1 January 1970. */
export const utcDay = (now: number): number => Math.floor(now / dayMilliseconds);

/** The second at which a UTC day ends, since 1970. */
export const dayEndsAt = (day: number): number => ((day + 1) * dayMilliseconds) / 1000;

/** A UTC day as it is stored and shown: `2026-08-22`. */
export const dayName = (day: number): string => new Date(day * dayMilliseconds).toISOString().slice(0, 10);
