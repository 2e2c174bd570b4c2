import { changeSetOf, changeStepsOf } from '../../../features/history/http/changes.ts';
import { releaseGaps, type Stretch } from '../../../orbit/coverage.ts';
import { type Summary, summariesOf } from '../../../query/catalog.ts';
import type { ArchiveReader } from '../../../release/archive.ts';
import type { ReentryScore } from '../../../schema/reentries/reentry.ts';
import { releaseTimes } from '../../api/archive/coverage.ts';
import type { OpenedRelease } from '../../opened-release.ts';
import { weekSpan, weeksBetween } from './iso-week.ts';

/** The releases that the facts of a week come from. */
export interface WeekCoverage {
  /** Times of the releases of the week, ISO 8601, oldest first. */
  readonly releases: readonly string[];
  /** Parts of the week without a release; the future does not count. */
  readonly gaps: readonly Stretch[];
  /** End of the known part of the week, milliseconds since 1970: its end, or the time of the newest release. */
  readonly until: number;
  readonly complete: boolean;
}

/** A conflict that ended: the value that is no longer disputed. */
interface EndedConflict {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly field: string;
  readonly after: unknown;
}

/** The coverage of a week by the releases of these times. */
export function weekCoverage({ from, to }: Stretch, times: readonly number[]): WeekCoverage {
  const until = Math.min(to, times.at(-1) ?? from);
  const inside = times.filter((time) => time >= from && time < to);
  // After the newest release, nothing is missing yet.
  const gaps = releaseGaps(times, { from, to: until });
  return { releases: inside.map((time) => new Date(time).toISOString()), gaps, until, complete: until >= to };
}

/** Every week since the first release, newest first, with its coverage. */
export async function listWeeks({ release }: OpenedRelease, archive: Pick<ArchiveReader, 'index'>) {
  const times = await releaseTimes(archive, release.manifest.generated_at);
  return weeksBetween(times[0]!, times.at(-1)!).map((week) => {
    const span = weekSpan(week)!;
    return { week, ...span, coverage: weekCoverage(span, times) };
  });
}

/** Reads a week; null if it is not one since the first release. */
export async function readWeekPage(from: OpenedRelease, archive: Pick<ArchiveReader, 'index'>, week: string) {
  const span = weekSpan(week);
  const times = await releaseTimes(archive, from.release.manifest.generated_at);
  if (!span || span.to <= times[0]! || span.from > times.at(-1)!) return null;
  const { catalog } = from;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const facts = await catalog.pages.week({
    from: day(span.from),
    to: day(span.to),
    compared: new Date(times[0]!).toISOString(),
  });
  const [scores, conflicts] = await Promise.all([catalog.reentryScores(), endedConflicts(from, span)]);
  return {
    week,
    ...span,
    coverage: weekCoverage(span, times),
    ...facts,
    /** The newest release, from which dates of launches, reentries, and separations are taken. */
    dated_by: from.release.manifest.generated_at,
    reentered: summariesOf(catalog, facts.reentered),
    predictions: weekPredictions(scores?.data ?? [], day(span.from), day(span.to)),
    conflicts,
    neighbors: neighbors(week, times),
  };
}

const neighbors = (week: string, times: readonly number[]) => {
  const all = weeksBetween(times[0]!, times.at(-1)!);
  const at = all.indexOf(week);
  return { newer: all[at - 1] ?? null, older: all[at + 1] ?? null };
};

/** The last scored prediction of each object that reentered in the week, or whose window ended in it while it stayed up. */
export function weekPredictions(scores: readonly ReentryScore[], from: string, to: string): ReentryScore[] {
  const own = scores.filter(({ decay_date, window_to }) => {
    const day = decay_date ?? window_to.slice(0, 10);
    return day >= from && day < to;
  });
  const last = new Map<number, ReentryScore>();
  for (const score of own) {
    const known = last.get(score.norad_cat_id);
    if (!known || score.lead_days < known.lead_days) last.set(score.norad_cat_id, score);
  }
  return [...last.values()];
}

/** Conflicts that ended between the first and the last release of the week, and how many of its releases were compared. */
async function endedConflicts(from: OpenedRelease, { from: begin, to }: Stretch) {
  const steps = (await changeStepsOf(from)).filter(({ at }) => Date.parse(at) >= begin && Date.parse(at) < to);
  const ended = new Map<string, Omit<EndedConflict, 'name'>>();
  // The oldest first: a conflict that ended and began again has not ended.
  for (const { to: id } of steps.toReversed()) {
    const { data } = await changeSetOf(from, id);
    for (const { norad_cat_id, field, after, confidence_before, confidence_after } of data.changed) {
      const key = `${norad_cat_id} ${field}`;
      if (confidence_after === 'CONFLICTING') ended.delete(key);
      else if (confidence_before === 'CONFLICTING') ended.set(key, { norad_cat_id, field, after });
    }
  }
  const known = summariesOf(from.catalog, new Set([...ended.values()].map(({ norad_cat_id }) => norad_cat_id)));
  const names = new Map(known.map(({ norad_cat_id, name }: Summary) => [norad_cat_id, name]));
  return {
    ended: [...ended.values()].flatMap((one) => {
      const name = names.get(one.norad_cat_id);
      return name === undefined ? [] : [{ ...one, name }];
    }),
    compared: steps.length,
  };
}

/** The weeks that are over, newest first, at most so many. */
export async function finishedWeeks(from: OpenedRelease, archive: Pick<ArchiveReader, 'index'>, most: number) {
  const all = await listWeeks(from, archive);
  const over = all.filter(({ coverage }) => coverage.complete).slice(0, most);
  const read = await Promise.all(over.map(({ week }) => readWeekPage(from, archive, week)));
  return read.filter((week) => week !== null);
}
