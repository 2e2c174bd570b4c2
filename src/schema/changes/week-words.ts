import { isoText } from '../instant-text.ts';
import { formatCount, formatUtc, plural } from '../plain-text.ts';
import type { FeedEntry } from './event-feed.ts';

interface Span {
  /** ms since 1970. */
  readonly from: number;
  readonly to: number;
}

/** A week with the releases that it is known from. */
interface CoveredWeek extends Span {
  /** `2026-W34`. */
  readonly week: string;
  readonly coverage: {
    /** Times of the releases of the week. */
    readonly releases: readonly string[];
    /** Parts of the week without a release. */
    readonly gaps: readonly Span[];
    /** End of the known part, ms since 1970. */
    readonly until: number;
    readonly complete: boolean;
  };
}

/** The parts of a week that its numbers and its summary are made from. */
export interface CountedWeek extends CoveredWeek {
  readonly neighbors: { readonly older: string | null };
  readonly launches: readonly unknown[];
  readonly found: readonly unknown[];
  /** Objects that a release no longer listed, or listed again. */
  readonly relisted?: readonly { readonly type: string }[];
  readonly reentered: readonly unknown[];
  /** How many of the reentries are disputed. */
  readonly disputed_reentries?: number;
  readonly predictions: readonly { readonly outcome: string }[];
  readonly breakups: readonly unknown[];
  readonly moves: readonly unknown[];
  readonly conflicts: { readonly compared: number; readonly ended: readonly unknown[] };
  /** Time of the release from which dates are taken, ISO 8601. */
  readonly dated_by: string;
}

const DAY_MS = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const instant = (time: number) => formatUtc(new Date(time).toISOString());

/** `Week 34 of 2026`. */
export function weekTitle(week: string): string {
  const [year, number] = week.split('-W');
  return `Week ${Number(number)} of ${year}`;
}

/** `2026-08-17 to 2026-08-23`. */
export const weekDays = ({ from, to }: Span) => `${dayOf(from)} to ${dayOf(to - DAY_MS)}`;

/** The releases behind a week and its gaps, as a sentence that can be quoted. */
export function coverageWords({ coverage, from, to }: Omit<CoveredWeek, 'week'>): string {
  const { releases, gaps, until, complete } = coverage;
  const missing = gaps.map((gap) => `between ${instant(gap.from)} and ${instant(gap.to)} UTC`);
  const end = complete ? '' : ` The week is known up to ${instant(until)} UTC, not to its end.`;
  if (releases.length === 0)
    return `No release was made from ${dayOf(from)} to ${dayOf(to - DAY_MS)}: what changed and changed back in these days is not known.${end}`;
  const none = missing.length === 0 ? '' : `; ${missing.join(', ')}, there are no data`;
  return `From ${plural(releases.length, 'release')} of this week${none}.${end}`;
}

/**
 * Number of releases of a week that were compared with the previous release, which shows new objects and orbit changes.
 * The first release of the server, in the oldest week, has no previous one.
 */
export const comparedReleases = ({ coverage, neighbors }: Pick<CountedWeek, 'coverage' | 'neighbors'>): number =>
  coverage.releases.length - (neighbors.older === null ? 1 : 0);

const numbered = (part: string, count: number | null, one: string, many = `${one}s`) =>
  [part, count === null ? null : formatCount(count), count === 1 ? one : many] as const;

/**
 * The numbers of a week, in the order of its page: the part of the page that lists each, the number, and its label. A
 * number is null if no comparison or score could have produced it.
 */
export function weekNumbers(week: CountedWeek) {
  const { launches, found, relisted = [], reentered, predictions, breakups, moves, conflicts } = week;
  const returned = relisted.filter(({ type }) => type === 'returned').length;
  const removed = relisted.length - returned;
  const compared = comparedReleases(week) > 0;
  const disputed = week.disputed_reentries ? ` (${formatCount(week.disputed_reentries)} disputed)` : '';
  const inside = predictions.filter(({ outcome }) => outcome === 'inside').length;
  const score = predictions.length === 0 ? null : `${formatCount(inside)} of ${formatCount(predictions.length)}`;
  return [
    numbered('launches', launches.length, 'dated launch', 'dated launches'),
    numbered('found', compared ? found.length : null, 'object new in the catalog', 'objects new in the catalog'),
    ...(removed > 0 ? [numbered('relisted', removed, 'object no longer listed', 'objects no longer listed')] : []),
    ...(returned > 0 ? [numbered('relisted', returned, 'object listed again', 'objects listed again')] : []),
    numbered('reentries', reentered.length, `dated reentry${disputed}`, `dated reentries${disputed}`),
    ['predictions', score, 'predicted reentries inside their window'],
    numbered('breakups', breakups.length, 'dated break-up'),
    numbered(
      'moves',
      compared ? moves.length : null,
      'orbit change of active payloads',
      'orbit changes of active payloads',
    ),
    numbered(
      'conflicts',
      conflicts.compared > 0 ? conflicts.ended.length : null,
      'conflict that ended',
      'conflicts that ended',
    ),
  ] as const;
}

/** The week in sentences: its numbers, their releases, and the sources of the dates. */
export function weekSummary(week: CountedWeek): string {
  const known = weekNumbers(week).filter(([, count]) => count !== null && count !== '0');
  const numbers = known.map(([, count, label]) => `${count} ${label}`).join('; ');
  return `${weekTitle(week.week)} (${weekDays(week)}): ${numbers || 'nothing listed'}. ${coverageWords(week)} Dates of launches, reentries, and separations are those of the release of ${formatUtc(week.dated_by)} UTC.`;
}

/** Maximum number of lines with a number on a card. */
const CARD_NUMBERS = 3;

/** The texts of the share card of a week: its first known numbers, and their basis. `generated` is the time of the release. */
export function weekCard(week: CountedWeek, generated: string) {
  const { releases, gaps, complete } = week.coverage;
  const known = weekNumbers(week).filter(([, count]) => count !== null && count !== '0');
  const limits = [gaps.length > 0 && 'with gaps', !complete && 'not known to its end'].filter(
    (limit) => limit !== false,
  );
  const from =
    releases.length === 0
      ? 'No release in this week'
      : [`From ${plural(releases.length, 'release')}`, ...limits].join('; ');
  return {
    title: weekTitle(week.week),
    lines: [
      `In orbit, ${weekDays(week)}`,
      ...known.slice(0, CARD_NUMBERS).map(([, count, label]) => `${count} ${label}`),
      from,
    ],
    last: `Release of ${generated.slice(0, 10)} (UTC)`,
  };
}

/** A week that is over has one entry in the feed. */
export const weekEntry = (week: CountedWeek): FeedEntry => {
  const updated = isoText(week.to);
  return {
    id: `weeks/${week.week}`,
    title: `${weekTitle(week.week)} in orbit`,
    updated,
    published: updated,
    path: `/weeks/${week.week}`,
    category: 'week',
    summary: weekSummary(week),
  };
};
