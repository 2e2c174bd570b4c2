/** A value that the columns of a TLE can't hold; the message says which and why, in a sentence for people. */
export class Inexpressible extends Error {}

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400n;
/** A TLE writes days to eight decimals: steps of 0.864 ms. */
const STEPS_PER_DAY = 100_000_000n;

/**
 * An epoch (ISO 8601, UTC, with or without `Z`) in the fourteen columns `YYDDD.DDDDDDDD`, rounded to the step, which
 * may carry into the next day or year. Throws Inexpressible outside 1957 to 2056, the range of two-digit years.
 */
export function epochColumns(epoch: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z?$/.exec(epoch);
  const [, year, month, day, hour, minute, second] = (parts ?? []).map(Number) as number[];
  const midnight = Date.UTC(year!, month! - 1, day);
  const written = epoch.slice(0, 10);
  if (!parts || hour! > 23 || minute! > 59 || second! > 59 || new Date(midnight).toISOString().slice(0, 10) !== written)
    throw new Inexpressible(`Epoch ${JSON.stringify(epoch)} is not a moment in UTC that can be read.`);

  const fraction = parts[7] ?? '';
  const scale = 10n ** BigInt(fraction.length);
  const ticks = BigInt(hour! * 3600 + minute! * 60 + second!) * scale + BigInt(fraction || '0');
  const steps = (ticks * STEPS_PER_DAY * 2n + DAY_SECONDS * scale) / (DAY_SECONDS * scale * 2n);
  const carried = steps === STEPS_PER_DAY;

  const start = midnight + (carried ? DAY_MS : 0);
  const yearOf = new Date(start).getUTCFullYear();
  if (yearOf < 1957 || yearOf > 2056)
    throw new Inexpressible(`Epoch ${epoch} is outside the years 1957 to 2056, which a TLE writes in two digits.`);
  const dayOfYear = (start - Date.UTC(yearOf, 0, 1)) / DAY_MS + 1;
  const columns = (value: number | bigint, width: number) => String(value).padStart(width, '0');
  return `${columns(yearOf % 100, 2)}${columns(dayOfYear, 3)}.${columns(carried ? 0n : steps, 8)}`;
}
