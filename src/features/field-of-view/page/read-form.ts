import type { ObserverPlace } from '../../../orbit/observer.ts';
import { withMinus } from '../../../schema/plain-text.ts';
import { parsePlace } from '../../sky/page/place.ts';
import type { Exposure } from '../find-tracks.ts';
import { type StreakSearch, searchOf } from '../identified.ts';
import type { Streak, StreakEnd } from '../identify.ts';
import type { Wcs } from '../wcs.ts';
import { readAngle, readInstant } from './read-entry.ts';

/** The names of the fields. */
export const fieldNames = [
  'place',
  'height',
  't1',
  't2',
  'a1',
  'b1',
  'a2',
  'b2',
  'place-error',
  'time-error',
  'from',
  'exposure',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type Entries = Readonly<Record<FieldName, string>>;

/** An invalid entry: its field, and the valid values. */
export class BadEntry extends Error {
  override readonly name = 'BadEntry';
  readonly field: FieldName;

  constructor(field: FieldName, message: string) {
    super(message);
    this.field = field;
  }
}

/** Longest exposure and greatest duration of a streak, seconds. */
const LONGEST_S = 3600;
/** Positions of a track. */
const POSITIONS = 40;

/** Throws BadEntry. */
function observerOf({ place, height }: Entries): ObserverPlace {
  const found = parsePlace(place);
  if (!found)
    throw new BadEntry('place', 'Type a large city, coordinates such as 52.52, 13.41, or a locator such as JO62qm.');
  return { lat: found.lat, lon: found.lon, alt_m: number('height', height, 0, -500, 9000, 'meters') };
}

function number(field: FieldName, text: string, usual: number, least: number, most: number, unit: string): number {
  if (text.trim() === '') return usual;
  const value = Number(text.trim().replace('−', '-').replace(',', '.'));
  if (!(value >= least && value <= most))
    throw new BadEntry(field, `A number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}, ${unit}.`);
  return value;
}

function instant(field: FieldName, text: string): number {
  const time = readInstant(text);
  if (time === null) throw new BadEntry(field, 'A time in UTC such as 2026-08-22T21:00:00.0Z.');
  return time;
}

function angle(field: FieldName, text: string, least: number, most: number, hours: boolean): number {
  const value = readAngle(text, hours);
  if (value === null || value < least || value > most)
    throw new BadEntry(
      field,
      hours
        ? 'Degrees from 0 to 360, or hours such as 05:35:17.3.'
        : `Degrees from ${withMinus(String(least))} to ${most}.`,
    );
  return value;
}

/** The streak in the form. Throws BadEntry. */
export function streakOf(
  entries: Entries,
  { inStars, timed }: { readonly inStars: boolean; readonly timed: boolean },
): { streak: Streak; search: StreakSearch } {
  const observer = observerOf(entries);
  const first = instant('t1', entries.t1);
  const second = timed ? instant('t2', entries.t2) : first;
  if (timed && !(second > first && second - first <= LONGEST_S * 1000))
    throw new BadEntry('t2', 'A time within an hour after that of the first end.');
  const end = (a: 'a1' | 'a2', b: 'b1' | 'b2'): StreakEnd =>
    inStars
      ? { ra_deg: angle(a, entries[a], 0, 360, true), dec_deg: angle(b, entries[b], -90, 90, false) }
      : { azimuth_deg: angle(a, entries[a], 0, 360, false), elevation_deg: angle(b, entries[b], 0, 90, false) };
  const ends = [end('a1', 'b1'), end('a2', 'b2')] as const;
  const given = (field: 'place-error' | 'time-error', least: number, most: number, unit: string) =>
    entries[field].trim() === '' ? undefined : number(field, entries[field], 0, least, most, unit);
  const search = searchOf({
    timed,
    inStars,
    place_error_arcsec: given('place-error', 0.1, 36_000, 'arc seconds'),
    time_error_s: given('time-error', 0.001, 600, 'seconds'),
  });
  const streak = {
    observer,
    ends,
    at: (first + second) / 2,
    duration: timed ? second - first : null,
    window: search.window_s * 1000,
    radius_deg: search.radius_deg,
    refraction: false,
    allowOld: false,
  };
  return { streak, search };
}

/** The exposure of an image in the form. Throws BadEntry. */
export function exposureOf(entries: Entries, wcs: Wcs): Exposure {
  const observer = observerOf(entries);
  const from = instant('from', entries.from);
  const seconds = number('exposure', entries.exposure, Number.NaN, 0.001, LONGEST_S, 'seconds');
  if (Number.isNaN(seconds)) throw new BadEntry('exposure', 'The length of the exposure, seconds.');
  return {
    shape: { kind: 'image', wcs },
    observer,
    from,
    to: from + seconds * 1000,
    step: (seconds * 1000) / POSITIONS,
    refraction: false,
    minElevation: 0,
    allowOld: false,
    rows: null,
  };
}
