import { type FairQueue, QueueFull } from '../fair-queue.ts';
import { ApiError } from './errors.ts';
import type { RequestContext } from './request-context.ts';

const RETRY_AFTER_S = 5;

/** The parts of a request that the queue reads. */
type Asking = Pick<RequestContext, 'admitted' | 'address'> & {
  readonly request: { readonly socket: Pick<RequestContext['request']['socket'], 'once' | 'off'> };
};

/**
 * Runs `work` when the fair queue reaches it. Throws 429 if too many requests of this client wait; 503 if too many of all
 * clients wait, or the client has disconnected.
 */
export async function inTurn<T>(queue: FairQueue, context: Asking, work: () => Promise<T>): Promise<T> {
  const { socket } = context.request;
  const disconnect = new AbortController();
  const abort = () => disconnect.abort();
  socket.once('close', abort);
  try {
    return await queue.run(clientOf(context), work, disconnect.signal);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new ApiError(error.who === 'client' ? 'too_many_queries' : 'queries_busy', {
      hint: 'Wait for the responses of your other requests, and for the time in Retry-After; then send this one again.',
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
      body: { retry_after: RETRY_AFTER_S },
    });
  } finally {
    socket.off('close', abort);
  }
}

/** The client that a request is queued for: the key, or the address if no key is metered. */
export const clientOf = ({ admitted, address }: Pick<RequestContext, 'admitted' | 'address'>): string =>
  admitted?.keyId ?? `address ${address}`;
