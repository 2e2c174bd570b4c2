import { subjectFeed } from '../../components/documents/event-feed-answer.ts';

/** The events of an object as a JSON Feed. */
export const GET = subjectFeed('satellites', 'json');
