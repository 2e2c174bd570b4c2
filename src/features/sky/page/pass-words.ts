import { compassPoint } from '../../../orbit/observation/pass-calendar.ts';
import type { Pass } from '../../../orbit/observation/passes.ts';

/** Formats times in one zone for people: 24-hour times, and days with the names of the weekday and the month. */
export interface TimeWords {
  /** `Europe/Berlin`, `UTC`. */
  readonly zone: string;
  /** `21:14:05`. */
  time(at: number): string;
  /** `Saturday 22 August`. */
  day(at: number): string;
}

/** Times in UTC, or in the zone of this browser. */
export function timeWords(utc: boolean): TimeWords {
  const zone = utc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const calendar = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' });
  // Times are rounded to the nearest second, as in the calendar file.
  const nearest = (at: number) => Math.round(at / 1000) * 1000;
  return { zone, time: (at) => clock.format(nearest(at)), day: (at) => calendar.format(nearest(at)) };
}

/** `2 d 3 h`, `3 h 05 min`, `14 min 05 s`, `5 s`: a span of time in milliseconds, counted down. */
export function countdown(span: number): string {
  const seconds = Math.max(0, Math.ceil(span / 1000));
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds)} s` : `${seconds} s`;
}

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
