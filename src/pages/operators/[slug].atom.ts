import { subjectFeed } from '../../components/documents/event-feed-answer.ts';

/** The events of an operator as Atom. */
export const GET = subjectFeed('operators', 'atom');
