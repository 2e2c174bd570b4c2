import { z } from 'zod';

const none = z.null().describe('Null: the list is complete');

/** Links to the neighbors of a list that is never divided into pages, in its `meta`. */
export const completeList = { next: none, prev: none } as const;
