import { approachFeed } from '../features/conjunctions/components/approach-feed.ts';

/** Close approaches as a JSON Feed. */
export const GET = approachFeed('json');
