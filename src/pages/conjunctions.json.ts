import { approachFeed } from '../components/conjunctions/approach-feed.ts';

/** Close approaches as a JSON Feed. */
export const GET = approachFeed('json');
