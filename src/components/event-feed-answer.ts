import type { APIContext } from 'astro';
import { type ErrorCode, errors } from '../http/errors.ts';
import type { Subject } from '../http/pages/changes/subject-events.ts';
import type { Event } from '../schema/event.ts';
import { atom, atomOf, type Feed, jsonFeed, jsonFeedOf } from '../schema/event-feed.ts';
import { reentryEntry } from './reentry-words.ts';

/** The events of the last 30 days as Atom, all of them or those of one kind. */
export async function eventFeedAnswer({ locals, url }: APIContext, only?: Event['type']): Promise<Response> {
  const { release, base } = locals.orbweaver;
  if (!release) return noRelease();
  const all = await release.events();
  const events = only === undefined ? all : all.filter(({ type }) => type === only);
  const feed = {
    updated: new Date(release.generated_at),
    base,
    self: url.pathname,
    json: '/api/v1/events',
    page: only === undefined ? '/events' : `/events?type=${only}`,
    ...(only !== undefined && { only }),
  };
  return sent.atom(events, feed);
}

const typed = (body: string, type: string) =>
  new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
const sent = {
  atom: (events: readonly Event[], feed: Feed) => typed(atom(events, feed), 'application/atom+xml'),
  json: (events: readonly Event[], feed: Feed) => typed(jsonFeed(events, feed), 'application/feed+json'),
};
const refused = (code: ErrorCode, hint: string, headers: Record<string, string> = {}) => {
  const { status, error } = errors[code];
  return Response.json(
    { code, error, hint },
    { status, headers: { 'Cache-Control': 'private, no-store', ...headers } },
  );
};
const noRelease = () => refused('catalog_unavailable', errors.catalog_unavailable.hint, { 'Retry-After': '30' });

/** Events in a feed of a subject at most. */
const most = 100;

/** The newest events of an object, an operator, a group or a launch as a feed, or why there is none. The path is that of its page and an ending. */
export async function subjectFeedAnswer(
  { locals, params, url }: APIContext,
  kind: Subject,
  form: 'atom' | 'json',
): Promise<Response> {
  const { release, base } = locals.orbweaver;
  if (!release) return noRelease();
  const id = Object.values(params)[0] ?? '';
  const subject = await release.subjectEvents(kind, id, most);
  if (!subject) return refused('not_found', `Feeds are those of pages that there are: see /${kind} for a list.`);
  const page = url.pathname.replace(/\.(atom|json)$/, '');
  return sent[form](subject.events, {
    updated: new Date(release.generated_at),
    base,
    self: `${page}.atom`,
    json: `${page}.json`,
    page,
    of: { id: `${kind}/${id}`, name: subject.name },
  });
}

/** Upcoming reentries as a feed, the next one first. The path is that of their page and an ending. */
export async function reentryFeedAnswer({ locals }: APIContext, form: 'atom' | 'json'): Promise<Response> {
  const { release, base } = locals.orbweaver;
  if (!release) return noRelease();
  const entries = ((await release.upcomingReentries())?.data ?? []).slice(0, most).map(reentryEntry);
  const feed = {
    updated: new Date(release.generated_at),
    base,
    self: '/reentries/upcoming.atom',
    json: '/reentries/upcoming.json',
    page: '/reentries/upcoming',
    of: { id: 'reentries/upcoming', name: 'upcoming reentries' },
  };
  return form === 'atom'
    ? typed(atomOf(entries, feed), 'application/atom+xml')
    : typed(jsonFeedOf(entries, feed), 'application/feed+json');
}
