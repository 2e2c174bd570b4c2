import type { APIContext, APIRoute } from 'astro';
import { noRelease, refused } from '../../../components/documents/file-answers.ts';
import { catalogNumber } from '../../../components/object/object-addresses.ts';
import { conflictEntry } from '../../../schema/changes/conflict-words.ts';
import type { Event } from '../../../schema/changes/event.ts';
import { atomOf, eventEntry, type Feed, type FeedEntry, jsonFeed } from '../../../schema/changes/event-feed.ts';
import { weekEntry } from '../../../schema/changes/week-words.ts';
import { reentryEntry } from '../../reentries/components/reentry-words.ts';
import type { Subject } from '../http/subject-events.ts';

/** The events of the last 30 days as a feed, all of them or those of one kind. The path ends in the format: Atom or JSON. */
export async function eventFeedAnswer(
  { locals, url }: APIContext,
  form: 'atom' | 'json',
  only?: Event['type'],
): Promise<Response> {
  const { release, base } = locals.orbweaver;
  if (!release) return noRelease();
  const all = await release.events();
  const events = only === undefined ? all : all.filter(({ type }) => type === only);
  const feed = {
    updated: new Date(release.generated_at),
    base,
    self: url.pathname.replace(/\.json$/, '.atom'),
    json: form === 'json' ? url.pathname : '/api/v1/events',
    page: only === undefined ? '/events' : `/events?type=${only}`,
    coverage: await release.eventCoverage('recent'),
    ...(only !== undefined && { only }),
  };
  return send(form, events.map(eventEntry), feed);
}

const forms = {
  atom: { write: atomOf, type: 'application/atom+xml' },
  json: { write: jsonFeed, type: 'application/feed+json' },
};
function send(form: keyof typeof forms, entries: readonly FeedEntry[], feed: Feed): Response {
  const { write, type } = forms[form];
  return new Response(write(entries, feed), { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}
/** The metadata of a page's feed: its path is that of the page and an ending. */
const ofPage = (updated: string, base: string, page: string, of: NonNullable<Feed['of']>): Feed => ({
  updated: new Date(updated),
  base,
  self: `${page}.atom`,
  json: `${page}.json`,
  page,
  of,
});
/** Maximum number of events in the feed of a subject. */
const MAX_ENTRIES = 100;

/**
 * The newest events of an object, an operator, a group or a launch as a feed, or why there is none. The path is that of its page and an
 * ending.
 */
export const subjectFeed =
  (kind: Subject, form: 'atom' | 'json'): APIRoute =>
  async ({ locals, params, url, redirect }) => {
    const { release, base } = locals.orbweaver;
    if (!release) return noRelease();
    const id = Object.values(params)[0] ?? '';
    const number = kind === 'satellites' ? await catalogNumber(release, id) : null;
    if (number !== null && id !== String(number)) return redirect(`/satellites/${number}.${form}`, 301);
    const subject = await release.subjectEvents(kind, id, MAX_ENTRIES);
    if (!subject)
      return refused(404, {
        code: 'not_found',
        error: 'There is no page of this name, and no feed of it.',
        hint: `The pages that have feeds are listed at /${kind}.`,
      });
    const page = url.pathname.replace(/\.(atom|json)$/, '');
    const of = { id: `${kind}/${id}`, name: subject.name };
    const feed = { ...ofPage(release.generated_at, base, page, of), coverage: await release.eventCoverage('all') };
    return send(form, subject.events.map(eventEntry), feed);
  };

/** Upcoming reentries as a feed, the next one first. The path is that of their page and an ending. */
export const reentryFeed =
  (form: 'atom' | 'json'): APIRoute =>
  async ({ locals }) => {
    const { release, base } = locals.orbweaver;
    if (!release) return noRelease();
    const entries = ((await release.upcomingReentries())?.data ?? []).slice(0, MAX_ENTRIES).map(reentryEntry);
    const of = { id: 'reentries/upcoming', name: 'upcoming reentries' };
    return send(form, entries, ofPage(release.generated_at, base, '/reentries/upcoming', of));
  };

/** The conflicts that began or ended with the kept comparisons of releases as a feed. The path is that of their page and an ending. */
export const conflictFeed =
  (form: 'atom' | 'json'): APIRoute =>
  async ({ locals }) => {
    const { release, base } = locals.orbweaver;
    if (!release) return noRelease();
    const { changes, coverage } = await release.conflictChanges();
    const of = { id: 'conflicts', name: 'conflicts between sources' };
    const feed = { ...ofPage(release.generated_at, base, '/conflicts', of), ...(coverage && { coverage }) };
    return send(form, changes.slice(0, MAX_ENTRIES).map(conflictEntry), feed);
  };

/** Weeks in the feed: half a year. */
const mostWeeks = 26;

/** The weeks that are over as a feed, the newest first. */
export const weekFeed: APIRoute = async ({ locals }) => {
  const { release, base } = locals.orbweaver;
  if (!release) return noRelease();
  const entries = (await release.finishedWeeks(mostWeeks)).map(weekEntry);
  const { json: _, ...feed } = ofPage(release.generated_at, base, '/weeks', { id: 'weeks', name: 'weeks in orbit' });
  return send('atom', entries, feed);
};
