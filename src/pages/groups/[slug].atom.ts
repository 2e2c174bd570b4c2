import { subjectFeed } from '../../features/events/components/event-feed-answer.ts';

/** The events of a group as Atom. */
export const GET = subjectFeed('groups', 'atom');
