import { subjectFeed } from '../../components/documents/event-feed-answer.ts';

/** The events of a group as Atom. */
export const GET = subjectFeed('groups', 'atom');
