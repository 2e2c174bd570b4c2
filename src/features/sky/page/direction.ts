import { compassPoint } from '../../../orbit/observation/pass-calendar.ts';
import type { Pass } from '../../../orbit/passes.ts';

/** Above this elevation an object is overhead, and its direction is left out. */
const OVERHEAD_DEG = 85;

/** `64° in the S`; `88°, overhead`. */
export function heightWords({ azimuth_deg, elevation_deg }: { azimuth_deg: number; elevation_deg: number }): string {
  const height = `${Math.round(elevation_deg)}°`;
  return elevation_deg >= OVERHEAD_DEG ? `${height}, overhead` : `${height} in the ${compassPoint(azimuth_deg)}`;
}

type Ends = Pick<Pass, 'rise' | 'culmination' | 'set'>;

/** A pass as text: `rises WNW, highest 64° in the S, sets E`. A pass cut off by `from` or `to` has no rise or set there. */
export function passWords({ rise, culmination, set }: Ends, { from, to }: { from: number; to: number }): string {
  return [
    rise.at > from ? `rises ${compassPoint(rise.azimuth_deg)}` : `already up in the ${compassPoint(rise.azimuth_deg)}`,
    `highest ${heightWords(culmination)}`,
    set.at < to ? `sets ${compassPoint(set.azimuth_deg)}` : 'still up at the end',
  ].join(', ');
}
