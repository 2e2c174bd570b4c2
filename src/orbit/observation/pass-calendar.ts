import { plainText } from '../../schema/escaped-text.ts';
import { exactEpoch } from '../element-orbit.ts';
import type { Sgp4Elements } from '../sgp4-record.ts';
import { megahertz, type PassFrequencies } from './doppler.ts';
import { passRevolution } from './pass-revolution.ts';

/** A pass as a calendar shows it. Times in milliseconds since 1970, UTC. */
export interface CalendarPass {
  readonly norad_cat_id: number;
  readonly name: string;
  /** The set that it is computed from. */
  readonly elements: Sgp4Elements;
  readonly rise: CalendarMoment;
  readonly culmination: CalendarMoment;
  readonly set: CalendarMoment;
  /** Whether it can be seen: lit by the Sun, against a dark sky. */
  readonly visible: boolean;
  readonly magnitude: number | null;
  /** Sentences that follow those of the pass. */
  readonly notes: readonly string[];
}

interface CalendarMoment {
  readonly at: number;
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
}

const points = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];

/** The nearest of the sixteen points of the compass: `SSW`. */
export const compassPoint = (azimuth: number): string => points[Math.round(azimuth / 22.5) % 16]!;

/** How often programs should fetch a calendar that they subscribe to: elements change every six hours. */
const REFRESH = 'PT6H';
/** Revisions of events are minutes since this time: no element set is older. */
const FIRST_REVISION = Date.UTC(1957, 0, 1);

/** A title for passes over a place: `Passes over 52.500° N, 13.400° E`. */
const passesTitle = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
  `Passes over ${Math.abs(lat).toFixed(3)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(3)}° ${lon < 0 ? 'W' : 'E'}`;

/**
 * The id of each pass over a place: object, revolution, and place. Newer elements change the times of a pass, but not
 * its id.
 */
export function passIds(
  passes: readonly Pick<CalendarPass, 'norad_cat_id' | 'elements' | 'culmination'>[],
  { lat, lon }: { readonly lat: number; readonly lon: number },
): string[] {
  const used = new Map<string, number>();
  return passes.map(({ norad_cat_id, elements, culmination }) => {
    const id = `${norad_cat_id}-${passRevolution(elements, lat, culmination.at)}-${lat.toFixed(3)}-${lon.toFixed(3)}`;
    // A skyline, or an orbit as slow as the Earth, has several passes in a revolution.
    const before = used.get(id) ?? 0;
    used.set(id, before + 1);
    return before === 0 ? id : `${id}-${before + 1}`;
  });
}

/** The title of a pass: `ISS (ZARYA): 45° SSW, visible, magnitude -2.1`. */
export function passTitle({ name, culmination, visible, magnitude }: CalendarPass): string {
  const bright = magnitude === null ? '' : `, magnitude ${magnitude.toFixed(1)}`;
  return `${plainText(name)}: ${highestWords(culmination)}${visible ? ', visible' : ''}${bright}`;
}

const highestWords = ({ elevation_deg, azimuth_deg }: CalendarMoment) =>
  `${Math.round(elevation_deg)}° ${compassPoint(azimuth_deg)}`;

/** A pass in sentences, with its notes. A pass that the window cuts off has no rise or no set. */
export function passSentences(
  { rise, culmination, set, notes }: CalendarPass,
  window: { readonly from: number; readonly to: number },
): string {
  const end = ({ azimuth_deg }: CalendarMoment) => `${compassPoint(azimuth_deg)} (${Math.round(azimuth_deg)}°)`;
  /** The time of day; with the date if it differs from that of the rise. */
  const clock = ({ at }: CalendarMoment) => {
    const [day, time] = new Date(at).toISOString().slice(0, 19).split('T') as [string, string];
    return new Date(rise.at).toISOString().startsWith(day) ? time : `${time} on ${day}`;
  };
  return [
    `${rise.at > window.from ? 'Rises' : 'Up already,'} ${end(rise)} at ${clock(rise)} UTC, highest ${highestWords(culmination)} at ${clock(culmination)}, ${set.at < window.to ? 'sets' : 'still up,'} ${end(set)} at ${clock(set)}.`,
    ...notes,
  ].join(' ');
}

/**
 * An iCalendar file (RFC 5545, RFC 7986) of passes over a place, one event for each, with CRLF and folded lines. `made`
 * is the time when its events were last revised: a newer element set gives an event a higher SEQUENCE. `about` describes the calendar.
 */
export function passCalendar(
  passes: readonly CalendarPass[],
  place: { readonly lat: number; readonly lon: number },
  window: { readonly from: number; readonly to: number },
  made: number,
  { title = passesTitle(place), about }: { readonly title?: string | undefined; readonly about?: string } = {},
): string {
  const ids = passIds(passes, place);
  const events = passes.flatMap((pass, n) => [
    'BEGIN:VEVENT',
    `UID:${ids[n]}@orbweaver`,
    `DTSTAMP:${stamp(made)}`,
    `LAST-MODIFIED:${stamp(made)}`,
    `SEQUENCE:${Math.floor((exactEpoch(pass.elements.epoch) - FIRST_REVISION) / 60_000)}`,
    `DTSTART:${stamp(pass.rise.at)}`,
    `DTEND:${stamp(Math.max(pass.set.at, pass.rise.at + 1000))}`,
    `SUMMARY:${escaped(passTitle(pass))}`,
    `DESCRIPTION:${escaped(passSentences(pass, window))}`,
    `GEO:${place.lat.toFixed(4)};${place.lon.toFixed(4)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Orbweaver//Passes//EN',
    `NAME:${escaped(title)}`,
    `X-WR-CALNAME:${escaped(title)}`,
    ...(about === undefined ? [] : [`DESCRIPTION:${escaped(about)}`, `X-WR-CALDESC:${escaped(about)}`]),
    `LAST-MODIFIED:${stamp(made)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events,
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/**
 * `Listen at 145.9534 → 145.9500 → 145.9466 MHz, send at 432.1399 → 432.1500 → 432.1601 MHz.`: at rise, highest point and set; then
 * `source`.
 */
export function radioWords({ rise, culmination, set }: PassFrequencies, source: string): string {
  const along = (link: 'downlink_hz' | 'uplink_hz', what: string) => {
    const hertz = [rise, culmination, set].map((moment) => moment[link]);
    return hertz.every((one) => one !== null) ? [`${what} ${hertz.map(megahertz).join(' → ')} MHz`] : [];
  };
  const text = [...along('downlink_hz', 'listen at'), ...along('uplink_hz', 'send at')].join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. ${source}`;
}

/** `20260822T180000Z` */
const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');

/** A line folded to at most 75 bytes: each continuation line begins with a space. */
function folded(line: string): string {
  let out = '';
  let [start, at, bytes] = [0, 0, 0];
  for (const character of line) {
    const length = bytesOf(character);
    if (bytes + length > 75) {
      out += `${line.slice(start, at)}\r\n `;
      start = at;
      bytes = 1;
    }
    at += character.length;
    bytes += length;
  }
  return out + line.slice(start);
}

/** How many bytes a character has in UTF-8. Encoding each one would take a second for the passes of 500 objects. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
