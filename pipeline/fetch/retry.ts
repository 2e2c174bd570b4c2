import pRetry from 'p-retry';
import type { Manners } from '../sources/source.ts';
import { FetchFailure } from './failure.ts';
import type { FetchWorld } from './world.ts';

/** The first pause before a request is sent again; each further one is twice as long. */
const FIRST_PAUSE = 5000;
/** A publisher that wants to be left alone for longer than this is not waited for: the next refresh asks again. */
const LONGEST_WAIT = 120_000;

/** Whether a publisher's manners allow the same request again. */
function allowed(failure: FetchFailure, manners: Manners): boolean {
  if ((failure.retryAfter ?? 0) > LONGEST_WAIT) return false;
  return failure.status === null ? failure.passing : manners.retryStatuses.includes(failure.status);
}

/** Tries again what its publisher allows to be tried again, later each time, never sooner than it asked for. */
export async function withRetries<T>(world: FetchWorld, manners: Manners, attempt: () => Promise<T>): Promise<T> {
  return pRetry(attempt, {
    retries: manners.retries,
    // The pauses are made below, by the world's own clock.
    minTimeout: 0,
    maxTimeout: 0,
    shouldRetry: ({ error }) => error instanceof FetchFailure && allowed(error, manners),
    onFailedAttempt: async ({ error, retriesConsumed, retriesLeft }) => {
      if (!(error instanceof FetchFailure) || retriesLeft === 0 || !allowed(error, manners)) return;
      // Between half of it and the whole: those who failed together don't come back together.
      const backOff = FIRST_PAUSE * 2 ** retriesConsumed * (0.5 + world.random() / 2);
      const pause = Math.max(backOff, error.retryAfter ?? 0);
      world.progress(`${error.message}: again in ${Math.ceil(pause / 1000)} s`);
      await world.sleep(pause);
    },
  });
}
