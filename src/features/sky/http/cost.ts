/**
 * The cost of a request by its size, in units of 100 ms on one core of the machine that was measured for
 * /docs/run/speed. The table in /docs/api/sky is generated from this one.
 */
export const costs = {
  /** Rows of an ephemeris per unit. */
  ephemerisRows: 5000,
  /** Objects × hours of passes per unit. */
  passObjectHours: 2000,
  /** Seconds of an exposure per unit. */
  fieldSeconds: 240,
} as const;

export const ephemerisCost = (rows: number): number => Math.max(1, Math.ceil(rows / costs.ephemerisRows));
export const passesCost = (objects: number, hours: number): number =>
  Math.max(1, Math.ceil((objects * hours) / costs.passObjectHours));
export const fieldCost = (seconds: number): number => Math.max(1, Math.ceil(seconds / costs.fieldSeconds));
