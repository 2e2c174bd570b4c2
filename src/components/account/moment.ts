/** `2026-08-22 12:04 UTC` of milliseconds since 1970, or of an ISO time. */
export function utcTime(when: number | string): string {
  return `${new Date(when).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The time to the next midnight UTC, when the day's quota is reset: `5 h 12 min`. */
export function untilMidnight(now: number): string {
  const minutes = Math.ceil((86_400_000 - (now % 86_400_000)) / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** The time when a key or feed was last used, or `never`. */
export const lastUsed = ({ last_used_at }: { readonly last_used_at: number | null }): string =>
  last_used_at === null ? 'never' : utcTime(last_used_at);

/** The same within a sentence: `never used`, `last used 2026-08-21 23:00`. */
export const useWords = ({ last_used_at }: { readonly last_used_at: number | null }): string =>
  last_used_at === null ? 'never used' : `last used ${utcTime(last_used_at)}`;
