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

/** A formatted number with a minus sign for its hyphen; what is rounded to zero has none: `−1.8`, `0.0`. */
export const withMinus = (text: string): string => (/^-[0.]+$/.test(text) ? text.slice(1) : text.replace('-', '−'));

/** A number with its sign, also if it is positive; what is rounded to zero has none: `+1.8`, `−1.8`, `0.0`. */
export function withSign(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) > 0 ? `+${text}` : withMinus(text);
}
