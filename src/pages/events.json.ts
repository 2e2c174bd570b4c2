import type { APIRoute } from 'astro';
import { eventFeedAnswer } from '../features/events/components/event-feed-answer.ts';

/** Every event of the last 30 days as a JSON Feed. */
export const GET: APIRoute = (context) => eventFeedAnswer(context, 'json');
