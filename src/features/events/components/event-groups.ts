import { capitalized, plural } from '../../../components/words.ts';
import type { Event } from '../../../schema/changes/event.ts';
import { BEYOND_DRIFT, describeEvent, heightChange, heightWords } from '../../../schema/changes/event-words.ts';

/** One line of a list of events: an event, or several that belong together. */
export type EventLine =
  | { readonly event: Event }
  | {
      readonly events: readonly [Event, ...Event[]];
      /** Number of events of the group in the whole list, of which the given events may be a page. */
      readonly total: number;
      /** The launch of all events; null if they belong to several. */
      readonly launch: string | null;
      /** The change that each of them describes. */
      readonly words: string;
    };

/** Minimum number of related events that are shown as one line. */
const LEAST_GROUPED = 3;

/**
 * Events in their order, related ones as one line at the place of the first. `all` is the list that they are a page of.
 */
export function groupEvents(
  events: readonly Event[],
  ownerNames?: ReadonlyMap<string, string>,
  all: readonly Event[] = events,
): EventLine[] {
  const totals = Map.groupBy(all, relationOf);
  const groups = Map.groupBy(events, (event) => relationOf(event) ?? event.id);
  const lines: EventLine[] = [];
  const listed = new Set<string>();
  for (const event of events) {
    const key = relationOf(event);
    const group = key === null ? undefined : groups.get(key);
    if (!group || group.length < LEAST_GROUPED) lines.push({ event });
    else if (!listed.has(key!)) {
      listed.add(key!);
      const launches = new Set(group.map(launchOf));
      const [launch = null] = launches.size === 1 ? launches : [];
      lines.push({
        events: group as [Event, ...Event[]],
        total: totals.get(key)!.length,
        launch,
        words: wordsOf(group, ownerNames),
      });
    }
  }
  return lines;
}

/** `, related ones grouped: 12 rows`; empty if every event has a row. */
export function groupingNote(events: readonly Event[]): string {
  const rows = groupEvents(events).length;
  return rows < events.length ? `, related ones grouped: ${plural(rows, 'row')}` : '';
}

const launchOf = ({ cospar_id }: Event) => cospar_id?.slice(0, 8) ?? null;

/** A key shared by events that belong together; null if the event cannot be grouped. */
function relationOf(event: Event): string | null {
  const { type, occurred_at, detected_at, details } = event;
  const launch = launchOf(event);
  if (type === 'new_object') return launch && `${type} ${occurred_at.slice(0, 10)} ${launch}`;
  if (type === 'orbit_change') {
    const height = heightChange(event);
    if (!launch || !height) return null;
    const { beyond, against } = height;
    return `${type} ${detected_at} ${launch} ${Math.sign(beyond)} ${against && Math.sign(against)}`;
  }
  if (type === 'removed' || type === 'returned') return `${type} ${detected_at} ${JSON.stringify(details)}`;
  if (type !== 'field_changed') return null;
  const { field, before, after } = details as { field?: unknown; before?: unknown; after?: unknown };
  // Names differ from each other, so the renamed objects of a launch are grouped.
  if (field === 'name') return launch && `${type} ${detected_at} ${launch} name`;
  return `${type} ${detected_at} ${JSON.stringify([field, before, after])}`;
}

function wordsOf(events: readonly Event[], ownerNames?: ReadonlyMap<string, string>): string {
  const [first] = events as [Event];
  if (first.type === 'orbit_change') {
    const [height, ...others] = events.map((event) => heightChange(event)!);
    const isPredicted = height!.against === null && events.every(({ details }) => details['predicted'] != null);
    return `${capitalized(heightWords([height!, ...others]))}${isPredicted ? BEYOND_DRIFT : ''}`;
  }
  if (first.type === 'field_changed' && first.details['field'] === 'name') return 'Renamed';
  return describeEvent(first, ownerNames);
}
