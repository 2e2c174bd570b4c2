import { approachFeed } from '../features/conjunctions/components/approach-feed.ts';

/** Close approaches as Atom. */
export const GET = approachFeed('atom');
