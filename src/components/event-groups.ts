import type { Event } from '../schema/event.ts';

/** One line of a list of events: an event, or several new objects of one launch. */
export type EventLine =
  | { readonly event: Event }
  | { readonly launch: string; readonly events: readonly [Event, ...Event[]] };

/** From how many on new objects of one launch and day are one line. */
const least = 3;

/** Events in their order, the new objects of one launch on one day as one line where the first of them stood. */
export function groupEvents(events: readonly Event[]): EventLine[] {
  const keyOf = ({ type, cospar_id, occurred_at }: Event) =>
    type === 'new_object' && cospar_id !== null ? `${occurred_at.slice(0, 10)} ${cospar_id.slice(0, 8)}` : null;
  const groups = new Map<string, Event[]>();
  for (const event of events) {
    const key = keyOf(event);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  const lines: EventLine[] = [];
  const told = new Set<string>();
  for (const event of events) {
    const key = keyOf(event);
    const group = key === null ? undefined : groups.get(key);
    if (!group || group.length < least) lines.push({ event });
    else if (!told.has(key!)) {
      told.add(key!);
      lines.push({ launch: event.cospar_id!.slice(0, 8), events: group as [Event, ...Event[]] });
    }
  }
  return lines;
}
