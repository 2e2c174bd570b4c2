import { weekFeed } from '../features/events/components/event-feed-answer.ts';

/** The weeks that are over as Atom, the newest first. */
export const GET = weekFeed;
