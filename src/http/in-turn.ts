import { setImmediate } from 'node:timers/promises';
import { FairQueue, QueueFull, type RecentCost } from '../fair-queue.ts';
import { ApiError } from './errors.ts';
import type { RequestContext } from './request-context.ts';

const RETRY_AFTER_S = 5;

/** The parts of a request that the queue reads. */
type Asking = Pick<RequestContext, 'admitted' | 'address'> & {
  readonly request: { readonly socket: Pick<RequestContext['request']['socket'], 'once'> };
};

/**
 * Runs `work` when the fair queue reaches it. Throws 429 if too many requests of this client wait; 503 if too many of all
 * clients wait, or the client has disconnected.
 */
export async function inTurn<T>(queue: FairQueue, context: Asking, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(clientOf(context), work, disconnected(context.request.socket));
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new ApiError(error.who === 'client' ? 'too_many_queries' : 'queries_busy', {
      hint: 'Wait for the responses of your other requests, and for the time in Retry-After; then send this one again.',
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
      body: { retry_after: RETRY_AFTER_S },
    });
  }
}

const disconnections = new WeakMap<object, AbortSignal>();

/** The signal that a connection is closed: one for all of its requests, because a client may pipeline any number. */
function disconnected(socket: Asking['request']['socket']): AbortSignal {
  const known = disconnections.get(socket);
  if (known) return known;
  const controller = new AbortController();
  socket.once('close', () => controller.abort());
  disconnections.set(socket, controller.signal);
  return controller.signal;
}

/** The client that a request is queued for: the key, or the address if no key is metered. */
export const clientOf = ({ admitted, address }: Pick<RequestContext, 'admitted' | 'address'>): string =>
  admitted?.keyId ?? `address ${address}`;

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

let lastTurn = Promise.resolve();

/**
 * Waits until other requests have been processed. Work of several requests continues one at a time, each in its own iteration
 * of the event loop: any number of long responses delay a short one by a single portion.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** How many items are mapped before other requests are processed: a few milliseconds. */
const PORTION = 500;

/** Maps each item, in order. Other requests are processed between portions. */
export async function inPortions<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
  portion = PORTION,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % portion === 0) await nextTurn();
    made.push(make(item));
  }
  return made;
}
