import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of an object as Atom. */
export const GET = subjectFeed('satellites', 'atom');
