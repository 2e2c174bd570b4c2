import { releaseTimes } from '../../../http/api/archive/coverage.ts';
import { groupsOf } from '../../../http/pages/page-groups.ts';
import { operatorsOf } from '../../../http/pages/page-operators.ts';
import { type Coverage, releaseCoverage } from '../../../orbit/coverage.ts';
import { type Catalog, summariesOf } from '../../../query/catalog.ts';
import type { ArchiveReader } from '../../../release/archive.ts';
import type { Event } from '../../../schema/changes/event.ts';
import { catalogNumberIn } from '../../../schema/objects/catalog-number.ts';

/** Subjects of feeds: the first segment of their pages' paths. */
export type Subject = 'satellites' | 'operators' | 'groups' | 'launches';

/** The newest events and the name of a subject; null if it has no page. */
export async function subjectEvents(
  catalog: Catalog,
  folder: string,
  subject: Subject,
  id: string,
  most: number,
): Promise<{ name: string; events: readonly Event[] } | null> {
  const name = await subjectName(catalog, folder, subject, id);
  if (name !== null) return { name, events: await catalog.pages.eventsOf(subject, id, most) };
  if (subject !== 'satellites' || catalogNumberIn(id) === null) return null;
  // An object that no catalog lists any more still has its events.
  const events = await catalog.pages.eventsOf(subject, id, most);
  return events[0] ? { name: `${events[0].name} (${id})`, events } : null;
}

/** The name of a subject; null if it has no page. */
export async function subjectName(
  catalog: Catalog,
  folder: string,
  subject: Subject,
  id: string,
): Promise<string | null> {
  switch (subject) {
    case 'satellites': {
      const number = catalogNumberIn(id);
      const [object] = number === null ? [] : summariesOf(catalog, [number]);
      return object ? `${object.name} (${id})` : null;
    }
    case 'operators': {
      const operator = (await operatorsOf(catalog)).of(id);
      if (operator) return operator.name;
      const ids = await catalog.list({ operator: id }, { by: 'norad_cat_id', descending: false });
      return summariesOf(catalog, ids.subarray(0, 1))[0]?.operator ?? null;
    }
    case 'groups':
      return (await groupsOf(folder)).find(({ slug }) => slug === id)?.title ?? null;
    case 'launches': {
      const launch = (await catalog.pages.launches()).find(({ launch_id }) => launch_id === id);
      return launch ? `launch ${id}${launch.name ? `, ${launch.name}` : ''}` : null;
    }
  }
}

const DAY_MS = 86_400_000;

/**
 * The part of a time that releases have seen, up to the served one: of the days before it (a number), of a month (`2026-08`), or since
 * the first release (`all`).
 */
export async function eventCoverage(
  archive: Pick<ArchiveReader, 'index'>,
  generated: string,
  of: number | string,
): Promise<Coverage> {
  const times = await releaseTimes(archive, generated);
  const newest = times.at(-1)!;
  if (typeof of === 'number') return releaseCoverage(times, { from: newest - of * DAY_MS, to: newest });
  if (of === 'all') return releaseCoverage(times, { from: times[0]!, to: newest });
  const end = Date.UTC(Number(of.slice(0, 4)), Number(of.slice(5)), 1);
  return releaseCoverage(times, { from: Date.parse(`${of}-01`), to: Math.min(end, newest) });
}
