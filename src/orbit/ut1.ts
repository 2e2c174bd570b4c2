/**
 * UT1 − UTC at 0 h on January 1, seconds, by the IERS (finals2000A.all; "approved for public release: distribution
 * unlimited"): 2017 to 2022 as Skyfield 1.45 packs it, 2023 to 2026 as `@tubular/time` 3.10.7 does, to 0.01 s. There has
 * been no leap second since 2017.
 */
const januaries = [0.591, 0.216, -0.036, -0.177, -0.175, -0.11, -0.02, 0, 0.04, 0.07];
const BEGIN_MS = Date.UTC(2017, 0, 1);
const YEAR_MS = 365.25 * 86_400_000;

/** UT2 − UT1, seconds: the seasonal variation, the same each year (IERS Bulletin A). `turn` is an angle, one turn a year. */
const seasons = (turn: number): number =>
  0.022 * Math.sin(turn) - 0.012 * Math.cos(turn) - 0.006 * Math.sin(2 * turn) + 0.007 * Math.cos(2 * turn);

/**
 * UT1 − UTC, seconds, at a time (milliseconds since 1970, UTC). From 2017 to January 2026 within 0.05 s, which turns
 * the Earth by 23 m (test/truth/ut1.test.ts). Later, the last value is used, with up to 0.15 s more error for each
 * year. Before 2017 it is 0, off by up to 0.9 s.
 */
export function ut1MinusUtc(time: number): number {
  const years = (time - BEGIN_MS) / YEAR_MS;
  if (years < 0) return 0;
  const before = januaries[Math.min(Math.floor(years), januaries.length - 1)]!;
  const after = januaries[Math.min(Math.floor(years) + 1, januaries.length - 1)]!;
  return before + (after - before) * (years % 1) + seasons(0) - seasons(2 * Math.PI * years);
}
