import { isDue } from '../../pipeline/fetch/due.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { emptyFileRecord, type FileRecord } from '../../src/schema/release/refresh-record.ts';
import { nextTime } from '../../src/schema/release/refresh-times.ts';

/** The first start: a Saturday, at an unscheduled time. */
export const START = new Date('2026-08-22T13:07:00Z');
export const DAYS = 30;

/** The times at which a server that was started at `start` refreshes. */
export function* ticks(start = START, days = DAYS): Generator<Date> {
  const end = start.getTime() + days * 86_400_000;
  for (let time = start; time.getTime() < end; time = nextTime(time)) yield time;
}

/** When each file is requested if every response is valid, by `<source>/<file>`. */
export function requestTimes(): Map<string, Date[]> {
  const records = new Map<string, FileRecord>();
  const times = new Map<string, Date[]>();
  for (const now of ticks())
    for (const { slug, downloads, fetchPolicy } of sources)
      for (const download of downloads) {
        const key = `${slug}/${download.file}`;
        const record = records.get(key) ?? emptyFileRecord();
        records.set(key, record);
        if (!isDue(download, fetchPolicy, record, now)) continue;
        record.asked_at = record.answered_at = record.good_at = now.toISOString();
        times.set(key, [...(times.get(key) ?? []), now]);
      }
  return times;
}

/** Each publisher's policy on how often one file may be requested, in hours between two requests. */
const policies = new Map(sources.map(({ slug, allows }) => [slug as string, allows]));

/** One row per kind of file: requests in the month, maximum per day, shortest interval. */
export function requestRows(times = requestTimes()): (string | number)[][] {
  return sources.flatMap(({ slug, name, downloads }) =>
    [
      ...Map.groupBy(
        downloads,
        ({ schedule, queries, listing }) => `${schedule}${queries?.length ?? ''}${listing ?? ''}`,
      ).values(),
    ].map((group) => {
      const perFile = group.map(({ file }) => times.get(`${slug}/${file}`)!);
      const { queries, listing } = group[0]!;
      const each = queries?.length ?? (listing ? 2 : 1);
      const files = group.length === 1 ? `\`${group[0]!.file}\`` : `\`${group[0]!.file}\` and ${group.length - 1} more`;
      return [
        name,
        `${files}${queries ? `, in ${each} queries` : listing ? ', after the list of files' : ''}`,
        perFile.reduce((sum, list) => sum + list.length, 0) * each,
        Math.max(...perFile.map(busiestDay)),
        `${Math.min(...perFile.map(shortestInterval)).toFixed(1)} h`,
        policies.get(slug)!.words,
      ];
    }),
  );
}

function busiestDay(times: readonly Date[]): number {
  return Math.max(
    ...Map.groupBy(times, (time) => time.toISOString().slice(0, 10))
      .values()
      .map((list) => list.length),
  );
}

function shortestInterval(times: readonly Date[]): number {
  return Math.min(...times.slice(1).map((time, at) => (time.getTime() - times[at]!.getTime()) / 3_600_000));
}

/** Files that were requested more often than their publisher allows, as text. The first start may be close to a scheduled time. */
export function tooOften(times: ReadonlyMap<string, readonly Date[]>): string[] {
  return [...times].flatMap(([key, list]) => {
    const { hours } = policies.get(key.split('/')[0]!)!;
    const gaps = hours === 24 ? shortestInterval(list.slice(1)) : shortestInterval(list);
    return gaps < hours ? [`${key}: ${gaps} h between two requests`] : [];
  });
}
