import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of an operator as a JSON Feed. */
export const GET = subjectFeed('operators', 'json');
