import type { APIRoute } from 'astro';
import { subjectFeedAnswer } from '../../components/event-feed-answer.ts';

/** The events of an object as a JSON Feed. */
export const GET: APIRoute = (context) => subjectFeedAnswer(context, 'satellites', 'json');
