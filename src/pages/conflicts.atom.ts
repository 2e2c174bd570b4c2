import { conflictFeed } from '../components/documents/event-feed-answer.ts';

/** Conflicts that began or ended as Atom, the newest first. */
export const GET = conflictFeed('atom');
