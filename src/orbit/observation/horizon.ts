const RADIANS = Math.PI / 180;

/** A point of the skyline: degrees from north by east, and the elevation of the skyline there. */
export interface HorizonPoint {
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
}

/** How high a skyline is in a direction, degrees: straight lines between its points, around the whole compass. */
export function horizonAt(points: readonly HorizonPoint[], azimuth: number): number {
  const after = points.findIndex(({ azimuth_deg }) => azimuth_deg > azimuth);
  const next = points[after === -1 ? 0 : after]!;
  const last = points[after === -1 ? points.length - 1 : (after + points.length - 1) % points.length]!;
  const width = (next.azimuth_deg - last.azimuth_deg + 360) % 360;
  if (width === 0) return last.elevation_deg;
  const part = ((azimuth - last.azimuth_deg + 360) % 360) / width;
  return last.elevation_deg + part * (next.elevation_deg - last.elevation_deg);
}

/** The greatest slope of a skyline, degrees of elevation a degree of azimuth; infinite at a vertical edge. */
export function steepestSlope(points: readonly HorizonPoint[]): number {
  const slopes = points.map(({ azimuth_deg, elevation_deg }, n) => {
    const next = points[(n + 1) % points.length]!;
    const rise = Math.abs(next.elevation_deg - elevation_deg);
    return rise === 0 ? 0 : rise / ((next.azimuth_deg - azimuth_deg + 360) % 360);
  });
  return Math.max(0, ...slopes);
}

/** Refraction is zero below this: the formula holds only for objects that can be seen from the ground. */
const LOWEST_DEG = -1;

/**
 * Refraction at a true elevation, degrees: Sæmundsson's formula (Meeus, chapter 16), for 1010 hPa and 10 °C. It is
 * 0.57° at the horizon, and weather changes that by a tenth of a degree and more; 0.09° at 10°.
 */
export function refraction(elevation: number): number {
  if (elevation < LOWEST_DEG || elevation > 89.9) return 0;
  return 1.02 / 60 / Math.tan((elevation + 10.3 / (elevation + 5.11)) * RADIANS);
}

/** The true elevation of an object at an apparent elevation, degrees. */
export function withoutRefraction(apparent: number): number {
  let elevation = apparent;
  for (let turn = 0; turn < 8; turn++) elevation = apparent - refraction(elevation);
  return elevation;
}
