import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of an operator as Atom. */
export const GET = subjectFeed('operators', 'atom');
