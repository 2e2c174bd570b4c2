import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of a launch as Atom. */
export const GET = subjectFeed('launches', 'atom');
