import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of an object as a JSON Feed. */
export const GET = subjectFeed('satellites', 'json');
