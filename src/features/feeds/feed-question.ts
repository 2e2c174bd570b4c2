import { badValue, decimal, readQuery, type Values } from '../../http/api/parameter.ts';
import type { Catalog } from '../../query/catalog.ts';
import { plural } from '../../schema/plain-text.ts';
import { objectParameters } from '../sky/http/group-passes.ts';
import { idsOf } from '../sky/http/many-passes.ts';
import { checkPlan, planParameters } from '../sky/http/pass-plan.ts';
import { passFilters } from '../sky/http/passes.ts';
import { place } from '../sky/http/place.ts';

/** Days of a feed. */
const feedDays = { usual: 2, longest: 10 } as const;
/** Objects × hours of one feed: those of the largest request for `/api/v1/passes`. */
const MAX_OBJECT_HOURS = 500 * 48;
const HOUR_MS = 3_600_000;

const { min_elevation_deg, horizon, refraction, visible } = passFilters;

/** The parameters of a feed: some objects, one place, and filters of passes. */
export const feedParameters = {
  ...objectParameters,
  ...place,
  min_elevation_deg,
  horizon,
  refraction,
  visible,
  ...planParameters,
  days: decimal(
    `Days that the feed covers, from the current hour on. Default: ${feedDays.usual}`,
    0.25,
    feedDays.longest,
    feedDays.usual,
  ),
};

export type FeedQuestion = Values<typeof feedParameters>;

/** Reads the parameters of a feed from its query string. Throws 400 if one is invalid. */
export const readQuestion = (query: string): FeedQuestion => readQuery(query, feedParameters);

/**
 * The objects of a feed, and its window (milliseconds), which begins at a full hour, so that its response stays the
 * same for an hour.
 */
export async function scopeOf(catalog: Catalog, question: FeedQuestion, now: number) {
  const ids = await idsOf(catalog, question);
  const from = Math.floor(now / HOUR_MS) * HOUR_MS;
  const hours = (question.days ?? feedDays.usual) * 24;
  // A group may have grown since the feed was created: then its window becomes shorter, and the feed states its end.
  const room = ids.length === 0 ? hours : Math.min(hours, MAX_OBJECT_HOURS / ids.length);
  return { ids, from, to: from + Math.round(room * HOUR_MS), hours: room };
}

/** Throws 400 for a query that no feed can answer from this catalog: unknown groups, too many objects or days. */
export async function checkQuestion(catalog: Catalog, question: FeedQuestion, now: number): Promise<void> {
  const { ids, hours } = await scopeOf(catalog, question, now);
  checkPlan(question, ids);
  if (hours >= (question.days ?? feedDays.usual) * 24) return;
  const most = Math.floor((hours / 24) * 10) / 10;
  throw badValue(
    'days',
    [`0.25..${most}`],
    `A feed of ${plural(ids.length, 'object')} covers ${most} ${most === 1 ? 'day' : 'days'} at most.`,
  );
}
