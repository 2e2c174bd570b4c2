import { approachFeed } from '../components/conjunctions/approach-feed.ts';

/** Close approaches as Atom. */
export const GET = approachFeed('atom');
