import { reentryFeed } from '../../components/event-feed-answer.ts';

/** Upcoming reentries as Atom. */
export const GET = reentryFeed('atom');
