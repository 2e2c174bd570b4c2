import type { Pass } from '../orbit/passes.ts';
import { compassPoint, heightWords } from './direction.ts';

/** What a calendar of passes is about. */
export interface CalendarFacts {
  readonly id: number;
  readonly name: string;
  /** What the place is called in the calendar. */
  readonly place: string;
  /** The elements' epoch, ISO 8601. */
  readonly epoch: string;
  /** When the calendar is made, milliseconds, UTC. */
  readonly now: number;
  /** The page of the object. */
  readonly url: string;
}

/** Passes as an iCalendar file (RFC 5545): an event each, times in UTC, lines of 75 octets at most. */
export function passCalendar(passes: readonly Pass[], facts: CalendarFacts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Orbweaver//Passes//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...passes.flatMap((pass) => eventOf(pass, facts)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function eventOf({ rise, culmination, set, visible }: Pass, facts: CalendarFacts): string[] {
  const seen = visible.length > 0 ? ', visible' : '';
  const description = [
    `Rises ${clock(rise.at)} UTC in the ${compassPoint(rise.azimuth_deg)}`,
    `highest ${clock(culmination.at)} UTC, ${heightWords(culmination)}`,
    `sets ${clock(set.at)} UTC in the ${compassPoint(set.azimuth_deg)}`,
  ].join(', ');
  const visibility = visible
    .map(({ from, to }) => `Sunlit against a dark sky ${clock(from)}-${clock(to)} UTC.`)
    .join(' ');
  return [
    'BEGIN:VEVENT',
    `UID:${facts.id}-${Math.round(rise.at / 1000)}@orbweaver`,
    `DTSTAMP:${stamp(facts.now)}`,
    `DTSTART:${stamp(rise.at)}`,
    `DTEND:${stamp(set.at)}`,
    `SUMMARY:${escaped(`${facts.name}: ${heightWords(culmination)}${seen}`)}`,
    `DESCRIPTION:${escaped(`${description}. ${visibility}\nComputed from elements of ${facts.epoch} UTC.`)}`,
    `LOCATION:${escaped(facts.place)}`,
    `URL:${facts.url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const clock = (time: number) => new Date(time).toISOString().slice(11, 19);
/** `20260822T181530Z`, to the nearest second. */
const stamp = (time: number) =>
  `${new Date(Math.round(time / 1000) * 1000).toISOString().slice(0, 19)}Z`.replace(/[-:]/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** A line in parts of at most 75 octets, each after the first with a space before it. No character is cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > 75) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
