import type { APIRoute } from 'astro';
import { subjectFeedAnswer } from '../../components/event-feed-answer.ts';

/** The events of an operator as Atom. */
export const GET: APIRoute = (context) => subjectFeedAnswer(context, 'operators', 'atom');
