import { subjectFeed } from '../../components/documents/event-feed-answer.ts';

/** The events of a launch as a JSON Feed. */
export const GET = subjectFeed('launches', 'json');
