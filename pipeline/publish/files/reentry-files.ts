import {
  type ReentryMessage,
  type ReentryPrediction,
  type ReentryScores,
  type UpcomingReentries,
  windowEnds,
} from '../../../src/schema/reentries/reentry.ts';
import {
  coverageOf,
  isClosed,
  type ObjectFate,
  predictionsWithFate,
  scoresOf,
} from '../../../src/schema/reentries/reentry-score.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseName } from '../release-context.ts';

/**
 * `/api/v1/reentries/upcoming`: the predictions of the release, the next reentry first. `/api/v1/reentries/scores`: earlier predictions
 * and their outcomes.
 */
export async function publishReentries(
  store: Store,
  folder: ReleaseFolder,
  { id, generatedAt }: ReleaseName,
): Promise<void> {
  const rows = await predictions(store);
  const facts = (total: number) => ({ next: null, prev: null, generated_at: generatedAt, release: id, total });
  const messages = await newestMessages(store);
  const upcoming = rows
    .filter(({ predicted_at, window_to }) => predicted_at === generatedAt && window_to >= generatedAt)
    .map(({ fate: _fate, ...prediction }) => ({
      ...prediction,
      space_track: messages.get(prediction.norad_cat_id) ?? null,
    }))
    .sort((a, b) => compared(a.reenters_at, b.reenters_at) || a.norad_cat_id - b.norad_cat_id);
  const [examined] =
    await store.rows<Required<Pick<UpcomingReentries['meta'], 'examined' | 'not_examined'>>>('FROM reentries_examined');
  const document: UpcomingReentries = { data: upcoming, meta: { ...facts(upcoming.length), ...examined } };
  await folder.text('public/api/v1/reentries/upcoming.json', `${JSON.stringify(document)}\n`, 'often');

  const objects = [...Map.groupBy(rows, ({ norad_cat_id }) => norad_cat_id).values()];
  const scores = objects
    .flatMap((own) => scoresOf(own, { ...own[0]!.fate, assessed_at: assessedAt(messages.get(own[0]!.norad_cat_id)) }))
    .sort((a, b) => compared(closedOn(b), closedOn(a)) || a.norad_cat_id - b.norad_cat_id || a.lead_days - b.lead_days);
  const pending = objects.filter((own) =>
    own.every((prediction) => prediction.window_to < generatedAt && !isClosed(prediction, own[0]!.fate)),
  );
  const scored: ReentryScores = {
    data: scores,
    meta: { ...facts(scores.length), coverage: coverageOf(scores), pending: pending.length },
  };
  await folder.text('public/api/v1/reentries/scores.json', `${JSON.stringify(scored)}\n`);
}

const predictions = (store: Store) =>
  store.rows<ReentryPrediction & { fate: ObjectFate }>(predictionsWithFate('reentry_predictions'));

/** When the windows of the release's predictions end, milliseconds since 1970, by catalog number: also of those that are already over. */
export async function reentryEnds(store: Store, generatedAt: string): Promise<Map<number, number>> {
  const rows = await store.rows<{ norad_cat_id: number; ends: number }>(windowEnds(generatedAt));
  return new Map(rows.map(({ norad_cat_id, ends }) => [norad_cat_id, ends]));
}

/** The newest message of Space-Track about each object. */
async function newestMessages(store: Store): Promise<Map<number, ReentryMessage>> {
  const rows = await store.rows<ReentryMessage & { norad: number }>(`
    SELECT norad, message_at, reenters_at, window_min FROM reentry_messages_read
    QUALIFY row_number() OVER (PARTITION BY norad ORDER BY message_at DESC, reenters_at DESC, window_min) = 1`);
  return new Map(rows.map(({ norad, ...message }) => [norad, message]));
}

/** When an object reentered by a message that was made afterwards; null if it is a prediction. */
const assessedAt = (message: ReentryMessage | undefined): string | null =>
  message && message.reenters_at <= message.message_at ? message.reenters_at : null;

const closedOn = ({ decay_date, window_to }: ReentryScores['data'][number]) => decay_date ?? window_to.slice(0, 10);
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
