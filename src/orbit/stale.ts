import { epochOf } from './propagate.ts';

const DAY_MS = 86_400_000;
const FRESH_DAYS = 3;
/** From this age on, the place of an object in low orbit is a guess, in days. */
const OLDEST_DAYS = 30;
/** Revolutions a day of a period of 128 minutes: what is faster is in low orbit. */
const LOW_ORBIT_MOTION = 11.25;

/** Whether elements this many days from a time (before or after it) give no positions by default. NaN is too old. */
export const isTooOld = (mean_motion: number, days: number): boolean =>
  mean_motion > LOW_ORBIT_MOTION && !(Math.abs(days) <= OLDEST_DAYS);

/** Age in days of elements with an epoch (ISO 8601, UTC); negative where the epoch lies ahead, NaN where it is no date. */
export function ageInDays(epoch: string, now: Date): number {
  return (now.getTime() - epochOf({ epoch }).getTime()) / DAY_MS;
}

/** What to say of elements more than three days from a time, in one ASCII sentence with their age; null of nearer ones. */
export function staleWarning(epoch: string, now: Date): string | null {
  const age = ageInDays(epoch, now);
  if (!(Math.abs(age) > FRESH_DAYS)) return null;
  const moment = epoch.endsWith('Z') ? epoch : `${epoch}Z`;
  return `These elements are ${Math.abs(age).toFixed(1)} days ${age < 0 ? 'ahead' : 'old'} (epoch ${moment}): positions computed from them may be wrong by many kilometers.`;
}
