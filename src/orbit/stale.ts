import { epochOf } from './propagate.ts';

const DAY_MS = 86_400_000;
const FRESH_DAYS = 3;
/** Age in days of elements with an epoch (ISO 8601, UTC); negative if the epoch lies ahead, NaN if it is not a date. */
export function ageInDays(epoch: string, now: Date): number {
  return (now.getTime() - epochOf({ epoch }).getTime()) / DAY_MS;
}

/** A warning about elements more than three days from a time, in one ASCII sentence with their age; null for fresher ones. */
export function staleWarning(epoch: string, now: Date): string | null {
  const age = ageInDays(epoch, now);
  if (!(Math.abs(age) > FRESH_DAYS)) return null;
  const moment = epoch.endsWith('Z') ? epoch : `${epoch}Z`;
  return `These elements are ${Math.abs(age).toFixed(1)} days ${age < 0 ? 'ahead' : 'old'} (epoch ${moment}): positions computed from them may be wrong by many kilometers.`;
}
