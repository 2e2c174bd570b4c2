import { reentryFeed } from '../../features/events/components/event-feed-answer.ts';

/** Upcoming reentries as Atom. */
export const GET = reentryFeed('atom');
