import { instant, timeOf } from '../../../http/api/instant.ts';
import { badValue, decimal } from '../../../http/api/parameter.ts';
import { ApiError } from '../../../http/errors.ts';
import { isoText } from '../../../schema/instant-text.ts';

const HOUR_MS = 3_600_000;
/** Years in which SGP4's elements exist and dates are safe to compute with. */
const [EARLIEST, LATEST] = [Date.UTC(1957, 0, 1), Date.UTC(2057, 0, 1)];

/** Reads an instant; `fallback` if there is none. Throws 400 if it is outside of the years that are computed. */
export function instantOf(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback;
  const time = timeOf(given);
  if (time < EARLIEST || time >= LATEST)
    throw badValue(
      name,
      ['an instant from 1957 to 2056'],
      `The parameter ${name} must be an instant from 1957 to 2056.`,
    );
  return time;
}

/**
 * The parameters of a window: from an instant on, until another one or for a duration. `words` state the maximum
 * length.
 */
export const windowParameters = (words: string) => ({
  from: instant('Start of the window. Default: now'),
  to: instant(`End of the window, instead of \`hours\` or \`days\`; ${words}`, '2026-08-22T20:00:00Z'),
  hours: decimal(`Length of the window, hours, instead of \`to\` or \`days\`; ${words}`, 0.01, 8760, 12),
  days: decimal(`Length of the window, days, instead of \`to\` or \`hours\`; ${words}`, 0.01, 365, 2),
});

type WindowQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly hours?: number | undefined;
  readonly days?: number | undefined;
};

/**
 * The window of a query, milliseconds. Throws 400 if it has two ends, an end that is not after its start, or is longer
 * than `longest` hours; that error lists the windows to request instead.
 */
export function windowOf(
  query: WindowQuery,
  now: number,
  lengths: { readonly usual: number; readonly longest: number },
): { from: number; to: number } {
  const given = (['to', 'hours', 'days'] as const).filter((name) => query[name] !== undefined);
  if (given.length > 1)
    throw badValue(
      given[1]!,
      ['one of to, hours, days'],
      `The request has more than one length of the window: ${given.join(' and ')}.`,
    );
  const from = instantOf('from', query.from, now);
  const hours = query.hours ?? (query.days === undefined ? lengths.usual : query.days * 24);
  const to = query.to === undefined ? from + hours * HOUR_MS : instantOf('to', query.to, now);
  if (to <= from) throw badValue('to', ['an instant after from'], 'The window ends before it starts.');
  if (to - from <= lengths.longest * HOUR_MS) return { from, to };
  const middle = isoText(from + lengths.longest * HOUR_MS);
  const length = lengths.longest >= 96 ? `${lengths.longest / 24} days` : `${lengths.longest} hours`;
  throw new ApiError('invalid_parameter', {
    error: `The window is longer than ${length}.`,
    hint: `Split it into windows of ${length} at most: the first is from=${isoText(from)}&to=${middle}, the next starts at ${middle}.`,
    body: { parameter: given[0] ?? 'hours', allowed: [`at most ${length}`] },
  });
}
