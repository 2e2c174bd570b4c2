import { reentryFeed } from '../../features/events/components/event-feed-answer.ts';

/** Upcoming reentries as a JSON Feed. */
export const GET = reentryFeed('json');
