import { conflictFeed } from '../components/documents/event-feed-answer.ts';

/** Conflicts that began or ended as JSON Feed, the newest first. */
export const GET = conflictFeed('json');
