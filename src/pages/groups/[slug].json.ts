import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of a group as a JSON Feed. */
export const GET = subjectFeed('groups', 'json');
