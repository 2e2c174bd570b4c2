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
