import { conflictFeed } from '../features/events/components/event-feed-answer.ts';

/** Conflicts that began or ended as JSON Feed, the newest first. */
export const GET = conflictFeed('json');
