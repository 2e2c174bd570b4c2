import { compassPoint } from '../../orbit/observation/pass-calendar.ts';
import { withMinus } from '../../schema/plain-text.ts';
import type { About, Seen } from './sightings.ts';

/** Words for features with their values: degrees, magnitudes, degrees per second. */
const compass = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export const directions = compass;
const [COMPASS_SPREAD, HEADING_SPREAD] = [25, 40];
const heightWords = {
  low: { value: 15, spread: 10 },
  middle: { value: 40, spread: 15 },
  high: { value: 65, spread: 15 },
  overhead: { value: 85, spread: 10 },
} as const satisfies Record<string, About>;
const brightnessWords = {
  brilliant: { value: -4, spread: 1.5 },
  bright: { value: -1, spread: 1.5 },
  medium: { value: 1.5, spread: 1.5 },
  faint: { value: 4, spread: 1.5 },
} as const satisfies Record<string, About>;
const speedWords = {
  still: [1e-6, 0.01],
  slow: [0.01, 0.2],
  moderate: [0.2, 1],
  fast: [1, 3],
} as const satisfies Record<string, readonly [number, number]>;

/** Azimuth and elevation that were measured: spread, degrees. */
const MEASURED_SPREAD = 10;

const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]];
export const heights = keysOf(heightWords);
export const brightnesses = keysOf(brightnessWords);
export const speeds = keysOf(speedWords);
export const lights = ['steady', 'flashing'] as const;

/** Features that a person states; undefined: not stated. */
export interface Stated {
  readonly direction?: (typeof directions)[number] | undefined;
  readonly height?: (typeof heights)[number] | undefined;
  readonly azimuth_deg?: number | undefined;
  readonly elevation_deg?: number | undefined;
  readonly brightness?: (typeof brightnesses)[number] | undefined;
  readonly light?: (typeof lights)[number] | undefined;
  readonly speed?: (typeof speeds)[number] | undefined;
  readonly heading?: (typeof directions)[number] | undefined;
}

/** Converts words to values. For an object overhead, the compass direction is ignored. */
export function valuesOf(stated: Stated) {
  const { direction, height, azimuth_deg, elevation_deg, brightness, speed, heading } = stated;
  const compassAbout = (word: (typeof directions)[number], spread: number): About => ({
    value: compass.indexOf(word) * 45,
    spread,
  });
  const azimuth =
    azimuth_deg !== undefined
      ? { value: azimuth_deg, spread: MEASURED_SPREAD }
      : direction && height !== 'overhead'
        ? compassAbout(direction, COMPASS_SPREAD)
        : null;
  const elevation =
    elevation_deg !== undefined
      ? { value: elevation_deg, spread: MEASURED_SPREAD }
      : height
        ? heightWords[height]
        : null;
  return {
    azimuth,
    elevation,
    magnitude: brightness ? brightnessWords[brightness] : null,
    speed: speed ? speedWords[speed] : null,
    heading: heading ? compassAbout(heading, HEADING_SPREAD) : null,
  };
}

/** Other explanations of a light in the sky, which are not searched; part of every answer. */
export const alternatives = [
  'An aircraft: colored or regularly flashing lights, sometimes a sound',
  'A balloon: slow, in the direction of the wind',
  'A meteor: gone within a few seconds',
  'A planet or a bright star: in the same place among the stars for minutes',
] as const;

export interface Reason {
  readonly about: 'time' | 'direction' | 'height' | 'brightness' | 'speed' | 'heading' | 'light';
  /** Whether the feature agrees with the statement; null if nothing was stated. */
  readonly agrees: boolean | null;
  readonly text: string;
}

/** Largest difference that still agrees, in spreads. */
const AGREES = 1.5;
const agreement = (difference: number | undefined, stated = true): boolean | null =>
  stated && difference !== undefined ? difference <= AGREES : null;

/** Reasons for and against a candidate. */
export function reasonsFor(seen: Seen, stated: Stated, at: number, tumbles: boolean): Reason[] {
  const { differences: off } = seen;
  const late = Math.round((seen.at - at) / 1000);
  const minutes = Math.abs(late) < 60 ? `${Math.abs(late)} s` : `${Math.round(Math.abs(late) / 60)} min`;
  const place = `${compassPoint(seen.azimuth_deg)} (azimuth ${Math.round(seen.azimuth_deg)}°)`;
  const reasons: Reason[] = [
    {
      about: 'time',
      agrees: true,
      text:
        late === 0 ? 'It fits best at the stated time.' : `It fits best ${minutes} ${late < 0 ? 'earlier' : 'later'}.`,
    },
    { about: 'direction', agrees: agreement(off.azimuth), text: `It is in the ${place}.` },
    {
      about: 'height',
      agrees: agreement(off.elevation, (stated.height ?? stated.elevation_deg) !== undefined),
      text: `It is ${Math.round(seen.elevation_deg)}° above the horizon.`,
    },
    {
      about: 'brightness',
      agrees: agreement(off.brightness, stated.brightness !== undefined),
      text: `It is estimated to be of magnitude ${withMinus(seen.magnitude.toFixed(1))}; the estimate may be off by 1 or more.`,
    },
    { about: 'speed', agrees: agreement(off.speed), text: `It moves by ${seen.speed_deg_s.toFixed(2)}° a second.` },
    { about: 'heading', agrees: agreement(off.heading), text: `It moves toward ${compassPoint(seen.heading_deg)}.` },
  ];
  if (stated.light)
    reasons.push({
      about: 'light',
      agrees: (stated.light === 'flashing') === tumbles,
      text: tumbles
        ? 'It is not listed as an active satellite: it may tumble, and flash.'
        : 'It is listed as an active satellite: most of them shine steadily.',
    });
  return reasons;
}
