import { reentryFeed } from '../../components/documents/event-feed-answer.ts';

/** Upcoming reentries as a JSON Feed. */
export const GET = reentryFeed('json');
