import { plainText } from '../formats/plain-text.ts';
import { megahertz, type PassFrequencies } from './doppler.ts';

/** A pass as a calendar shows it. Times in milliseconds since 1970, UTC. */
export interface CalendarPass {
  readonly norad_cat_id: number;
  readonly name: string;
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

/**
 * An iCalendar file (RFC 5545) of passes over a place, one event for each, with CRLF and folded lines. A pass cut off by the window
 * neither rises nor sets there. `made` is the time stamp of the file.
 */
export function passCalendar(
  passes: readonly CalendarPass[],
  place: { readonly lat: number; readonly lon: number },
  window: { readonly from: number; readonly to: number },
  made: number,
): string {
  const events = passes.flatMap(({ norad_cat_id, name, rise, culmination, set, visible, magnitude, notes }) => {
    const highest = `${Math.round(culmination.elevation_deg)}° ${compassPoint(culmination.azimuth_deg)}`;
    const end = ({ azimuth_deg }: CalendarMoment) => `${compassPoint(azimuth_deg)} (${Math.round(azimuth_deg)}°)`;
    /** The time of day; with the date if it differs from that of the rise. */
    const clock = ({ at }: CalendarMoment) => {
      const [day, time] = new Date(at).toISOString().slice(0, 19).split('T') as [string, string];
      return new Date(rise.at).toISOString().startsWith(day) ? time : `${time} on ${day}`;
    };
    const bright = magnitude === null ? '' : `, magnitude ${magnitude.toFixed(1)}`;
    return [
      'BEGIN:VEVENT',
      `UID:${norad_cat_id}-${stamp(rise.at)}-${place.lat.toFixed(3)}-${place.lon.toFixed(3)}@orbweaver`,
      `DTSTAMP:${stamp(made)}`,
      `DTSTART:${stamp(rise.at)}`,
      `DTEND:${stamp(Math.max(set.at, rise.at + 1000))}`,
      `SUMMARY:${escaped(`${plainText(name)}: ${highest}${visible ? ', visible' : ''}${bright}`)}`,
      `DESCRIPTION:${escaped(
        [
          `${rise.at > window.from ? 'Rises' : 'Up already,'} ${end(rise)} at ${clock(rise)} UTC, highest ${highest} at ${clock(culmination)}, ${set.at < window.to ? 'sets' : 'still up,'} ${end(set)} at ${clock(set)}.`,
          ...notes,
        ].join(' '),
      )}`,
      `GEO:${place.lat.toFixed(4)};${place.lon.toFixed(4)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Orbweaver//Passes//EN', ...events, 'END:VCALENDAR'];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** `Listen at 145.9534 → 145.9500 → 145.9466 MHz, send at 432.1399 → 432.1500 → 432.1601 MHz.`: at rise, highest point and set; then `source`. */
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
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&');

/** A line of at most 75 bytes, going on after a line end and a space. */
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
