import type { Event } from '../../../schema/changes/event.ts';
import type { WebhookType } from '../../../schema/changes/event-words.ts';
import type { QueuedMessage } from '../delivery-queue.ts';
import type { WebhookRecord } from '../webhook-store.ts';

/** Maximum number of events in one message. */
export const MAX_EVENTS = 100;
/** Maximum number of events for one webhook and release; the last message counts those beyond. */
export const MAX_QUEUED_EVENTS = 10_000;

/** An event, or a change of a change set or a close approach in the same form. */
export type Change = Pick<Event, 'id' | 'norad_cat_id' | 'detected_at'> & { readonly type: WebhookType };

/** Events as the messages of one webhook. */
export function messagesOf(
  { webhook_id }: WebhookRecord,
  release: string,
  { events, omitted }: { readonly events: readonly Change[]; readonly omitted: number },
  now: number,
): Omit<QueuedMessage, 'delivery_id'>[] {
  const queued = events.slice(0, MAX_QUEUED_EVENTS);
  const left = omitted + events.length - queued.length;
  const messages: Omit<QueuedMessage, 'delivery_id'>[] = [];
  // A message reports the number of omitted events, even if it has none itself.
  const end = queued.length === 0 && left > 0 ? 1 : queued.length;
  for (let at = 0; at < end; at += MAX_EVENTS) {
    const some = queued.slice(at, at + MAX_EVENTS);
    const isLast = at + MAX_EVENTS >= queued.length;
    const body = JSON.stringify({
      type: 'catalog.events',
      timestamp: new Date(now).toISOString(),
      data: { webhook_id, release, omitted: isLast ? left : 0, events: some },
    });
    messages.push({ type: 'catalog.events', release_id: release, events: some.length, body });
  }
  return messages;
}
