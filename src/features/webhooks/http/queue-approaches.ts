import { nextTurn } from '../../../http/in-turn.ts';
import type { OpenedRelease } from '../../../http/opened-release.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { Lease } from '../../../release/follow.ts';
import type { ApproachFigures } from '../../../schema/approaches/approach-news.ts';
import type { Conjunction } from '../../../schema/approaches/conjunction.ts';
import type { ServedRun, ServedRuns } from '../../conjunctions/served-runs.ts';
import type { WebhookRecord } from '../webhook-store.ts';
import type { Webhooks } from '../webhooks.ts';
import { type Change, MAX_QUEUED_EVENTS, messagesOf } from './webhook-events.ts';
import { limitsOf, objectsOf } from './webhook-filter.ts';

export interface ApproachQueueParts {
  readonly webhooks: Webhooks;
  /** Holds the served release; null if there is none. */
  readonly current: () => Lease<OpenedRelease> | null;
  /** The searches that are kept. */
  readonly approaches: Pick<ServedRuns, 'all'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (facts: object, message: string) => void;
}

/** A close approach as an event. */
export interface ApproachEvent extends Change {
  readonly type: 'close_approach';
  readonly run: string;
  readonly approach: Conjunction;
  readonly previous: ApproachFigures | null;
  readonly note: string;
}

const generatedAt = ({ run }: ServedRun): number => Date.parse(run.generated_at);

/** Queues for every webhook the news of the searches of close approaches that it has not seen yet. */
export async function queueApproaches({ webhooks, current, approaches, now, warn }: ApproachQueueParts): Promise<void> {
  const lease = current();
  if (!lease) return;
  try {
    const runs = await approaches.all();
    const newest = runs.at(-1);
    if (!newest) return;
    const failed = new Set<string>();
    // A webhook advances by one search at a time. One that fails is tried again with the next check.
    for (const _run of runs) {
      const behind = (await webhooks.behind('run', generatedAt(newest))).filter(
        ({ webhook_id }) => !failed.has(webhook_id),
      );
      if (behind.length === 0) return;
      for (const webhook of behind)
        try {
          // Finding news is synchronous.
          await nextTurn();
          const { run, isNext } = nextRun(webhook, runs, newest);
          const { events, omitted } = await newsOf(webhook, run, lease.value.catalog, isNext);
          const messages = messagesOf(webhook, run.run.release, { events, omitted }, now());
          await webhooks.enqueue(webhook, messages, 'run', { id: run.run.id, at: generatedAt(run) });
        } catch (error) {
          failed.add(webhook.webhook_id);
          warn(
            { webhook: webhook.webhook_id, reason: (error as Error).message },
            'close approaches could not be queued for a webhook',
          );
        }
    }
  } finally {
    lease.end();
  }
}

/** The search to send a webhook next: the one after the last that it has seen or, if that is unknown, the newest. */
function nextRun({ run_id, created_at }: WebhookRecord, runs: readonly ServedRun[], newest: ServedRun) {
  const seen = run_id ?? runs.findLast((run) => generatedAt(run) <= created_at)?.run.id ?? null;
  const next = seen === null ? undefined : runs.find(({ run }) => run.previous_run === seen);
  return { run: next ?? newest, isNext: next !== undefined };
}

/** The news of a search for one webhook, and the number of those beyond the limit. */
async function newsOf(
  { types, query }: WebhookRecord,
  { run, store }: ServedRun,
  catalog: Catalog,
  isNext: boolean,
): Promise<{ events: ApproachEvent[]; omitted: number }> {
  if (!types.includes('close_approach')) return { events: [], omitted: 0 };
  const filter = { objects: await objectsOf(catalog, query), ...limitsOf(query) };
  const { news, total } = store.news(filter, { seen: isNext, limit: MAX_QUEUED_EVENTS });
  const events = news.map(
    ({ approach, previous }): ApproachEvent => ({
      id: `close_approach-${approach.id}-${run.id}`,
      type: 'close_approach',
      norad_cat_id: approach.first.norad_cat_id,
      detected_at: run.generated_at,
      run: run.id,
      approach,
      previous,
      note: run.note,
    }),
  );
  return { events, omitted: total - events.length };
}
