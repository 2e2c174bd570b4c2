import type { OrbitSample } from '../../src/orbit/maneuvers/orbit-series.ts';
import { seeded } from '../seeded.ts';

const DAY_MS = 86_400_000;
/** Start of synthetic tracks. */
export const START = Date.UTC(2026, 5, 1);
const MU = 398_600.8;
const J2 = 0.001_082_616;
const EARTH = 6378.135;

export interface Path {
  readonly axis: (day: number) => number;
  readonly inclination?: (day: number) => number;
  readonly eccentricity?: number;
  /** One standard deviation of noise: semi-major axis in km, along-track angle and inclination in degrees. */
  readonly noise?: { readonly axis: number; readonly angle: number; readonly tilt: number };
  readonly every?: number;
  readonly days?: number;
}

/** Synthetic element sets of an object whose semi-major axis follows `axis`, with noise like that of real sets. */
export function track({
  axis,
  inclination = () => 98,
  eccentricity = 0.001,
  noise,
  every = 0.55,
  days = 60,
}: Path): OrbitSample[] {
  const random = seeded(20);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const { axis: da, angle, tilt } = noise ?? { axis: 0.0008, angle: 0.001, tilt: 0.0001 };
  const samples: OrbitSample[] = [];
  const step = 0.01;
  let along = 0;
  let next = 0;
  for (let day = 0; day <= days; day += step) {
    const a = axis(day);
    const motion = Math.sqrt(MU / a ** 3) * 86_400;
    const cosine = Math.cos((inclination(day) * Math.PI) / 180);
    if (day >= next) {
      next += every * (0.8 + 0.4 * random());
      samples.push({
        epoch: START + day * DAY_MS,
        mean_motion: (Math.sqrt(MU / (a + da * normal()) ** 3) * 86_400) / (2 * Math.PI),
        eccentricity,
        inclination: inclination(day) + tilt * normal(),
        ra_of_asc_node: 120,
        arg_of_pericenter: 40,
        mean_anomaly: ((along * 180) / Math.PI + angle * normal()) % 360,
      });
    }
    const j2Drift =
      1.5 * J2 * (EARTH / a) ** 2 * (2 - 2.5 * (1 - cosine ** 2) - (motion < 4 * Math.PI ? cosine : cosine ** 2));
    along += motion * (1 + j2Drift) * step;
  }
  return samples;
}
