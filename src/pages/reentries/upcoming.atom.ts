import type { APIRoute } from 'astro';
import { reentryFeedAnswer } from '../../components/event-feed-answer.ts';

/** Upcoming reentries as Atom. */
export const GET: APIRoute = (context) => reentryFeedAnswer(context, 'atom');
