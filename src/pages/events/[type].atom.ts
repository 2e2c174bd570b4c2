import type { APIRoute } from 'astro';
import { eventFeedAnswer } from '../../components/documents/event-feed-answer.ts';
import { eventTypes } from '../../schema/vocabulary.ts';

/** The events of one kind as Atom. */
export const GET: APIRoute = (context) => {
  const type = eventTypes.find((known) => known === context.params.type);
  if (type) return eventFeedAnswer(context, type);
  return new Response(`There is no such kind of event. Kinds: ${eventTypes.join(', ')}\n`, { status: 404 });
};
