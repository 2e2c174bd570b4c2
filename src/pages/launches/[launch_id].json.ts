import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of a launch as a JSON Feed. */
export const GET = subjectFeed('launches', 'json');
