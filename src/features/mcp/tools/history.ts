import type { OpenedRelease } from '../../../http/opened-release.ts';
import { recordOf } from '../../../http/pages/page-object.ts';
import { eventQuery } from '../../events/http/events.ts';
import { maneuvers } from '../../history/http/maneuvers.ts';
import { valueHistory } from '../../history/http/value-history.ts';
import { ageDays, elementsSource, factOf, named } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';
import { limitOf, type Page, pageOf } from './object-list.ts';

const DEFAULT_LIMIT = 20;

/** An event as a response has it. */
interface EventRecord extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly norad_cat_id: number;
  readonly occurred_at: string;
  readonly sources: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** The field whose evidence is that of an event. */
function fieldOf({ type, details }: EventRecord): string | null {
  if (type === 'new_object') return 'norad_cat_id';
  if (type === 'reentry') return 'decay_date';
  return type === 'field_changed' ? String(details['field']) : null;
}

/** The confidence of an event: that of the value it is about, if the record still has that value; null if none is known. */
function confidenceOf(one: EventRecord, release: OpenedRelease, now: number): string | null {
  // Detected in elements by this server.
  if (one.type === 'orbit_change') return 'LOW';
  const field = fieldOf(one);
  const record = field === null ? null : recordOf(release.catalog, one.norad_cat_id);
  if (field === null || record === null) return null;
  const fact = factOf(record, field, now);
  return one.type === 'field_changed' && fact.value !== one.details['after'] ? null : fact.confidence;
}

/** An event with its age and confidence. */
const withEvidence = (one: EventRecord, release: OpenedRelease, now: number) => ({
  confidence: confidenceOf(one, release, now),
  ...one,
  age_days: ageDays(one.occurred_at, now),
});

export const getHistory: Tool = {
  name: 'get_history',
  title: 'Get the changes of an object',
  description: describe({
    about:
      'Changes of one object: every value that differs between two releases of the catalog, before and after, with both confidences and the sources, and its events (new in the catalog, reentry, orbit change, changed value), newest first. The history begins with the first release of this server; earlier changes are unknown.',
    from: 'records',
    errors: ['not_found'],
  }),
  input: inputOf(valueHistory, ['norad_cat_id', 'field', 'offset'], { limit: limitOf(100, DEFAULT_LIMIT) }),
  async respond({ norad_cat_id, ...query }, { api, context, releaseOf }) {
    const id = Number(norad_cat_id);
    const response = await api(`/api/v1/satellites/${id}/history`, { limit: DEFAULT_LIMIT, ...query });
    const page = response.body as Page<{ readonly at: string; readonly sources: readonly string[] }>;
    const release = await releaseOf(response);
    const events = query.field === undefined ? release.catalog.events(id) : [];
    return {
      response,
      data: {
        norad_cat_id: id,
        ...pageOf(page),
        coverage: page.meta.coverage,
        changes: page.data.map((one) => ({ ...one, age_days: ageDays(one.at, context.now) })),
        events: events.map((one) => withEvidence(one, release, context.now)),
      },
      sources: [...page.data, ...events].flatMap(({ sources }) => sources),
    };
  },
};

export const listChanges: Tool = {
  name: 'list_changes',
  title: 'List what changed in the catalog',
  description: describe({
    about:
      'Recent events of the whole catalog, newest first: new objects, reentries, orbit changes larger than drag explains, and changed values (status, name, operator, owner, decay date), each with its sources and age. `since` refers to the time of detection. Events are differences between releases of this server: in `coverage.gaps` nothing was looked at, so an empty list does not mean that nothing happened. For one object, use get_history.',
    from: 'records',
    errors: [],
  }),
  input: inputOf(eventQuery, ['type', 'since', 'offset'], { limit: limitOf(100, DEFAULT_LIMIT) }),
  async respond(args, { api, context, releaseOf }) {
    // A query, which requires a key: without any parameter, the path is a file of every event.
    const response = await api('/api/v1/events', { limit: DEFAULT_LIMIT, offset: 0, ...args });
    const page = response.body as Page<EventRecord>;
    const release = await releaseOf(response);
    return {
      response,
      data: {
        ...pageOf(page),
        coverage: page.meta.coverage,
        events: page.data.map((one) => withEvidence(one, release, context.now)),
      },
      sources: page.data.flatMap(({ sources }) => sources),
    };
  },
};

export const listManeuvers: Tool = {
  name: 'list_maneuvers',
  title: 'List the maneuvers of an object',
  description: describe({
    about:
      'Orbit changes of one object that neither drag nor gravity explains, detected in its archived element sets, newest first, each with the interval in which it happened and `confidence`, the share of such detections that were burns on satellites with known burns (null if none are known). An empty list means "none detected" only if `enough` is true; otherwise there are too few element sets, or gaps (`coverage.gaps`) in which nothing was looked at, or the period is above two days, and such orbits are not examined. The times are epochs of element sets before and after, not of burns.',
    from: 'elements',
    errors: ['not_found'],
  }),
  input: inputOf(maneuvers, ['norad_cat_id', 'from', 'to']),
  async respond({ norad_cat_id, ...query }, { api, context, releaseOf }) {
    const id = Number(norad_cat_id);
    const response = await api(`/api/v1/satellites/${id}/maneuvers`, query);
    const { data } = response.body as { data: Record<string, unknown> };
    const source = elementsSource(await releaseOf(response), id, context.now);
    const method = 'Detected by this server in archived element sets; not reported by an operator';
    return { response, data: { ...data, method, elements_source: source }, sources: named([source]) };
  },
};
