/**
 * An instant with its time zone (ISO 8601) as milliseconds since 1970. Null if its date or hour does not exist, or its year in UTC is not
 * one of four digits.
 */
export function instantIn(text: string): number | null {
  const time = Date.parse(text);
  const [date, hour] = [text.slice(0, 10), Number(text.slice(11, 13))];
  // Date.parse turns February 30 into March 2, and hour 24 into the next day.
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time) || Number.isNaN(midnight) || hour > 23) return null;
  if (new Date(midnight).toISOString().slice(0, 10) !== date) return null;
  return /^\d{4}-/.test(new Date(time).toISOString()) ? time : null;
}

/** The same for a time that a person types: without a time zone, it is UTC. */
export const typedInstant = (text: string): number | null =>
  instantIn(/([Zz]|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);

/** A time as ISO 8601 UTC, without the milliseconds if they are zero. */
export const isoText = (time: Date | number): string => new Date(time).toISOString().replace('.000Z', 'Z');
