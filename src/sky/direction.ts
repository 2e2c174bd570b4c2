import type { Pass } from '../orbit/passes.ts';

const points = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];

/** The nearest of the 16 points of the compass to an azimuth, degrees. */
export function compassPoint(azimuth: number): string {
  return points[Math.round((((azimuth % 360) + 360) % 360) / 22.5) % 16]!;
}

/** Above this, no direction: it is overhead. */
const OVERHEAD_DEG = 85;

/** `64° in the S`; `88°, overhead`. */
export function heightWords({ azimuth_deg, elevation_deg }: { azimuth_deg: number; elevation_deg: number }): string {
  const height = `${Math.round(elevation_deg)}°`;
  return elevation_deg >= OVERHEAD_DEG ? `${height}, overhead` : `${height} in the ${compassPoint(azimuth_deg)}`;
}

type Ends = Pick<Pass, 'rise' | 'culmination' | 'set'>;

/** A pass in words: `rises WNW, highest 64° in the S, sets E`. What began before `from` or goes on after `to` does not rise or set. */
export function passWords({ rise, culmination, set }: Ends, { from, to }: { from: number; to: number }): string {
  return [
    rise.at > from ? `rises ${compassPoint(rise.azimuth_deg)}` : `already up in the ${compassPoint(rise.azimuth_deg)}`,
    `highest ${heightWords(culmination)}`,
    set.at < to ? `sets ${compassPoint(set.azimuth_deg)}` : 'still up at the end',
  ].join(', ');
}
