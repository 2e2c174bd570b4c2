import type { APIContext } from 'astro';
import type { Event } from '../schema/event.ts';
import { atom } from '../schema/event-feed.ts';

/** The events of the last 30 days as Atom, all of them or those of one kind. */
export async function eventFeedAnswer({ locals, url }: APIContext, only?: Event['type']): Promise<Response> {
  const { release, base } = locals.orbweaver;
  if (!release)
    return new Response('No release is published yet.\n', { status: 503, headers: { 'Retry-After': '30' } });
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
  return new Response(atom(events, feed), { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
}
