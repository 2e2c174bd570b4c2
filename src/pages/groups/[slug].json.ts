import type { APIRoute } from 'astro';
import { subjectFeedAnswer } from '../../components/event-feed-answer.ts';

/** The events of a group as a JSON Feed. */
export const GET: APIRoute = (context) => subjectFeedAnswer(context, 'groups', 'json');
