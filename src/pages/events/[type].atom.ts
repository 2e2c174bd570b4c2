import type { APIRoute } from 'astro';
import { refused } from '../../components/documents/file-answers.ts';
import { eventFeedAnswer } from '../../features/events/components/event-feed-answer.ts';
import { eventTypes } from '../../schema/vocabulary.ts';

/** The events of one kind as Atom. */
export const GET: APIRoute = (context) => {
  const type = eventTypes.find((known) => known === context.params.type);
  if (type) return eventFeedAnswer(context, 'atom', type);
  return refused(404, {
    code: 'not_found',
    error: 'There is no such type of event, and no feed of it.',
    hint: 'Use one of the types in "allowed".',
    parameter: 'type',
    allowed: eventTypes,
  });
};
