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

/** The same within a sentence: `never used`, `last used 2026-08-21 23:00 UTC`. */
export const useWords = ({ last_used_at }: { readonly last_used_at: number | null }): string =>
  last_used_at === null ? 'never used' : `last used ${utcTime(last_used_at)}`;

const names: Readonly<Record<string, string>> = {
  'sign-in': 'Signed in',
  'sign-in failed': 'Wrong password',
  'sign-in slowed': 'Too many wrong passwords, slowed down',
  'sign-in limited': 'Too many wrong passwords, new networks need an emailed link',
  'second factor added': 'Second factor added',
  'second factor removed': 'Second factor removed',
  'second factor failed': 'Wrong second factor',
  'recovery codes created': 'Recovery codes created',
  'password reset requested': 'Password reset requested',
  'password reset': 'Password reset',
  'password changed': 'Password changed',
  'keys create': 'Key created',
  'keys rotate': 'Key rotated',
  'keys revoke': 'Key revoked',
  'key used from a new network': 'Key used from a new network',
  'feeds create': 'Feed created',
  'feeds revoke': 'Feed revoked',
  'webhooks create': 'Webhook created',
  'webhooks update': 'Webhook changed',
  'webhooks rotate': 'Webhook secret rotated',
  'webhooks delete': 'Webhook deleted',
  'sessions end': 'Session ended',
};

/** The readable name of an event in the log; an operator's command is shown as entered. */
export const eventName = (action: string): string => names[action] ?? action;

const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Macintosh|Mac OS/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const named = (table: readonly (readonly [RegExp, string])[], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

/** A readable name for a `User-Agent`: `Firefox on Windows`, or the first word if it is not a browser. */
export function agentWords(agent: string | null): string {
  if (!agent) return 'Unknown';
  const word = agent.split(/[ /]/)[0]!.slice(0, 40);
  // Browsers and many other programs send `Mozilla` as the first word.
  const browser = named(browsers, agent) ?? (word === 'Mozilla' ? 'Unknown browser' : word);
  const system = named(systems, agent);
  return system ? `${browser} on ${system}` : browser;
}
