import { reentryFeed } from '../../components/documents/event-feed-answer.ts';

/** Upcoming reentries as Atom. */
export const GET = reentryFeed('atom');
