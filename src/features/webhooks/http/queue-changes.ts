import type { OpenedRelease } from '../../../http/opened-release.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { Lease } from '../../../release/follow.ts';
import type { ChangeSet, ChangeStep } from '../../../schema/changes/change-set.ts';
import type { Event } from '../../../schema/changes/event.ts';
import { isChangeType, type WebhookType } from '../../../schema/changes/event-words.ts';
import { isoText } from '../../../schema/instant-text.ts';
import { changeSetsSince, timeOf } from '../../history/http/changes.ts';
import { conflictsIn } from '../../history/http/conflict-changes.ts';
import type { WebhookRecord } from '../webhook-store.ts';
import { WebhooksUnavailable } from '../webhooks.ts';
import { type ApproachQueueParts, queueApproaches } from './queue-approaches.ts';
import { type Change, messagesOf } from './webhook-events.ts';
import { objectsOf } from './webhook-filter.ts';

/**
 * Maximum age of events that a webhook receives late, ms: a webhook that was disabled for longer misses older events.
 */
export const KEPT_MILLISECONDS = 30 * 86_400_000;
/** Maximum number of events that are read: many times the number in that time. */
const MAX_READ_EVENTS = 1_000_000;

/** Whether a webhook receives a type: changes only if its `types` name them. */
const wants = ({ types }: WebhookRecord, type: string): boolean =>
  types.length === 0 ? !isChangeType(type) : types.includes(type);

interface QueueParts extends ApproachQueueParts {
  /** Holds an earlier release; null if it is no longer kept. */
  readonly earlier: (id: string) => Promise<Lease<OpenedRelease> | null>;
}

/** How often to check for webhooks that lag behind: those that were enabled again, or could not be queued. */
const POLL_MILLISECONDS = 30_000;

/**
 * Queues events for webhooks whenever a release is published, and looks again for those that could not be queued then, and for new searches
 * of close approaches.
 */
export class WebhookQueue {
  readonly #parts: QueueParts;
  #timer: NodeJS.Timeout | undefined;
  #queueing: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => void this.queueNew(), POLL_MILLISECONDS).unref();
    void this.queueNew();
  }

  /** Checks now, or again after the running check has ended. Never throws. */
  queueNew(): Promise<void> {
    this.#again = true;
    this.#queueing ??= this.#queueNew().finally(() => {
      this.#queueing = null;
    });
    return this.#queueing;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#queueing;
  }

  async #queueNew(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      for (const queue of [queueChanges, queueApproaches])
        await queue(this.#parts).catch((error: unknown) => {
          if (!(error instanceof WebhooksUnavailable))
            this.#parts.warn({ reason: (error as Error).message }, 'events could not be queued for webhooks');
        });
    }
  }
}

/** Queues for every webhook the events that are new in the served release since the one that it has seen, oldest first. */
async function queueChanges({ webhooks, current, earlier, now, warn }: QueueParts): Promise<void> {
  const lease = current();
  if (!lease) return;
  try {
    const { release, modified, catalog } = lease.value;
    const behind = await webhooks.behind('release', modified);
    if (behind.length === 0) return;
    // A first release lists the launches and reentries of months: none of them is new.
    const isFirst = release.manifest.previous === null;
    const oldest = (some: readonly WebhookRecord[]) => Math.min(...some.map(({ release_at }) => release_at));
    const events = isFirst ? [] : await eventsSince(catalog, Math.max(oldest(behind), modified - KEPT_MILLISECONDS));
    const { changes, unread } = await changesSince(
      lease.value,
      oldest(behind.filter(({ types }) => types.some(isChangeType))),
    );
    const all = [...events, ...changes]
      .map((change) => ({ change, at: Date.parse(change.detected_at) }))
      .sort((a, b) => a.at - b.at);
    for (const webhook of behind)
      try {
        const unseen = all
          .filter(({ change: { type }, at }) => at > webhook.release_at && wants(webhook, type))
          .map(({ change }) => change);
        const wanted = await ofObjects(unseen, webhook, catalog, earlier);
        const omitted = webhook.types.some(isChangeType) ? changesIn(unread, webhook.release_at) : 0;
        const messages = messagesOf(webhook, release.id, { events: wanted, omitted }, now());
        await webhooks.enqueue(webhook, messages, 'release', { id: release.id, at: modified });
      } catch (error) {
        // For example, the release lacks a group that a webhook names. Its events are found again later, from the last
        // release that it has seen.
        warn(
          { webhook: webhook.webhook_id, reason: (error as Error).message },
          'events of a webhook could not be queued',
        );
      }
  } finally {
    lease.end();
  }
}

/** Events that were detected after a time, oldest first. */
export async function eventsSince(catalog: Catalog, after: number): Promise<Event[]> {
  // Releases are at least a second apart.
  const since = new Date(after + 1000).toISOString();
  const { texts } = await catalog.queryEvents({ since }, { limit: MAX_READ_EVENTS, offset: 0 });
  return texts.map((text) => JSON.parse(text) as Event).reverse();
}

/** The changes after a time, oldest first, and the steps whose change sets are too large to be read. */
async function changesSince(
  from: OpenedRelease,
  after: number,
): Promise<{ changes: readonly Change[]; unread: readonly ChangeStep[] }> {
  if (after === Number.POSITIVE_INFINITY) return { changes: [], unread: [] };
  const { sets, unread } = await changeSetsSince(from, after);
  return { changes: sets.flatMap(({ step, data }) => changesOf(step, data)), unread };
}

/** The changes of one step. */
export function changesOf(step: ChangeStep, data: ChangeSet['data']): Change[] {
  const detected_at = isoText(timeOf(step));
  const of = (type: WebhookType, { norad_cat_id, field }: { norad_cat_id: number; field?: string }) => ({
    id: [type, norad_cat_id, ...(field ? [field] : []), step.to].join('-'),
    type,
    detected_at,
  });
  return [
    ...data.removed.map((object) => ({ ...of('object_removed', object), ...object })),
    ...data.changed.map((value) => ({ ...of('value_changed', value), ...value })),
    ...conflictsIn(data).map((conflict) => ({ ...of('conflict_changed', conflict), ...conflict })),
  ];
}

/** Number of changes after the given time. */
const changesIn = (steps: readonly ChangeStep[], after: number): number =>
  steps.reduce((sum, step) => sum + (timeOf(step) > after ? step.counts.changed + step.counts.removed : 0), 0);

/**
 * The events of objects that match a webhook's filters in this release or in the last one that it has seen: a filter
 * for active objects also gets the event that an object is no longer active.
 */
async function ofObjects(
  events: readonly Change[],
  { query, release_id }: WebhookRecord,
  catalog: Catalog,
  earlier: QueueParts['earlier'],
): Promise<readonly Change[]> {
  if (events.length === 0) return [];
  const objects = await objectsOf(catalog, query);
  if (objects === null) return events;
  const has = (known: ReadonlySet<number> | null) => (event: Change) => known?.has(event.norad_cat_id) ?? false;
  if (events.every(has(objects))) return events;
  const before = await earlier(release_id);
  try {
    const were = before && (await objectsOf(before.value.catalog, query).catch(() => null));
    return events.filter((event) => has(objects)(event) || has(were)(event));
  } finally {
    before?.end();
  }
}
