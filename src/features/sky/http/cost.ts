/**
 * The cost of a request by its size, in units of 100 ms on one core of the machine that was measured for
 * /docs/run/speed. The table in /docs/api/sky is generated from this one.
 */
export const costs = {
  /** Rows of an ephemeris per unit. */
  ephemerisRows: 5000,
  /** Objects × hours of passes per unit. */
  passObjectHours: 2000,
  /** Seconds of an exposure per unit, for a field that few objects cross. */
  fieldSeconds: 240,
  /** How many times as much a hemisphere costs: the number of tracks, and their cost, grow with the area of the field. */
  hemisphere: 5,
} as const;

export const ephemerisCost = (rows: number): number => Math.max(1, Math.ceil(rows / costs.ephemerisRows));
export const passesCost = (objects: number, hours: number): number =>
  Math.max(1, Math.ceil((objects * hours) / costs.passObjectHours));
/** Of an exposure in seconds, of a field with this radius in radians; without it, of a small one. */
export const fieldCost = (seconds: number, radius = 0): number => {
  const times = 1 + Math.floor((costs.hemisphere - 1) * (1 - Math.cos(radius)) + 1e-9);
  return Math.max(1, Math.ceil(seconds / costs.fieldSeconds)) * times;
};
