import { FairQueue, type RecentCost } from '../../fair-queue.ts';
import { inTurn } from '../in-turn.ts';

/** How many are created concurrently, and how many wait. */
const limits = { places: 2, heavyPlaces: 1, placesOfClient: 1, waiting: 64, perClient: 16 };

/**
 * Responses that take a large part of a second, such as thousands of element sets as text. Few are created
 * concurrently, so that threads and memory remain for other requests, however many of these arrive.
 */
export class LargeResponses {
  readonly #queue: FairQueue;

  constructor(cost?: RecentCost) {
    this.#queue = new FairQueue(limits, cost);
  }

  /** Runs `work` when the fair queue reaches it. Throws 429 and 503, as `inTurn` does. */
  make<T>(context: Parameters<typeof inTurn>[1], work: () => Promise<T>): Promise<T> {
    return inTurn(this.#queue, context, work);
  }
}
