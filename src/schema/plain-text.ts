const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `66,305`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** `2026-08-21 23:00` of an ISO time; only the day if the time is midnight, because sources date events to the day that way. */
export function formatUtc(iso: string): string {
  const [day, time] = iso.split('T');
  return !time || time.startsWith('00:00:00') ? day! : `${day} ${time.slice(0, 5)}`;
}

/** A count with its noun: `1 object`, `12 objects`. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A text with a capital first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
