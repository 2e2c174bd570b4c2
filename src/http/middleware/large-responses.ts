import { ApiError } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';

/** How many answers are made at a time, and how many wait: of all clients, and of one. */
const MAX = { running: 2, waiting: 64, waitingOfClient: 16 };
const RETRY_AFTER_S = 5;

/** Who waits. */
type Asking = Pick<RequestContext, 'admitted' | 'address'> & {
  readonly request: { readonly socket: Pick<RequestContext['request']['socket'], 'once' | 'off'> };
};

interface Waiting {
  readonly client: string;
  start(): void;
}

/**
 * Answers that take a large part of a second: thousands of element sets as text. Few are made at a time, so that any number of requests for
 * them leaves threads and memory for the others.
 */
export class LargeResponses {
  #running = 0;
  #waiting: Waiting[] = [];

  /** Does `work` when its turn comes. Throws 429 where too many of this client wait, 503 where too many of all do or the client has gone. */
  async make<T>(context: Asking, work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX.running) await this.#turn(context);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #turn(context: Asking): Promise<void> {
    const { socket } = context.request;
    const client = clientOf(context);
    if (this.#waiting.filter((other) => other.client === client).length >= MAX.waitingOfClient)
      throw busy('too_many_queries');
    if (this.#waiting.length >= MAX.waiting) throw busy('queries_busy');
    return new Promise((resolve, reject) => {
      const gone = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(busy('queries_busy'));
      };
      const waiting = {
        client,
        start: () => {
          socket.off('close', gone);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      socket.once('close', gone);
    });
  }
}

/** Whose turn a request takes: the key's, or the address's where no key is metered. */
export const clientOf = ({ admitted, address }: Pick<RequestContext, 'admitted' | 'address'>): string =>
  admitted?.keyId ?? `address ${address}`;

const busy = (code: 'too_many_queries' | 'queries_busy') =>
  new ApiError(code, {
    hint: 'Wait for the responses of your other requests, and for the time in Retry-After; then send this one again.',
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
    body: { retry_after: RETRY_AFTER_S },
  });
