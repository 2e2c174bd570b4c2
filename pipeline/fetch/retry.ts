import pRetry from 'p-retry';
import type { FetchPolicy } from '../sources/source.ts';
import { FetchFailure } from './failure.ts';
import type { FetchDeps } from './fetch-deps.ts';

/** The first pause before a request is sent again; each further one is twice as long. */
const FIRST_PAUSE_MS = 5000;
/** A longer `Retry-After` than this is not waited for: the next refresh tries again. */
const MAX_WAIT_MS = 120_000;

/** Whether a publisher's fetch policy allows the same request again. */
function allowed(failure: FetchFailure, policy: FetchPolicy): boolean {
  if ((failure.retryAfter ?? 0) > MAX_WAIT_MS) return false;
  return failure.status === null ? failure.passing : policy.retryStatuses.includes(failure.status);
}

/** Tries again what its publisher allows to be tried again, later each time, never sooner than its `Retry-After`. */
export async function withRetries<T>(deps: FetchDeps, policy: FetchPolicy, attempt: () => Promise<T>): Promise<T> {
  return pRetry(attempt, {
    retries: policy.retries,
    // The pauses are made below, by the world's own clock.
    minTimeout: 0,
    maxTimeout: 0,
    shouldRetry: ({ error }) => error instanceof FetchFailure && allowed(error, policy),
    onFailedAttempt: async ({ error, retriesConsumed, retriesLeft }) => {
      if (!(error instanceof FetchFailure) || retriesLeft === 0 || !allowed(error, policy)) return;
      // Between half of it and the whole: those who failed together don't come back together.
      const backOff = FIRST_PAUSE_MS * 2 ** retriesConsumed * (0.5 + deps.random() / 2);
      const pause = Math.max(backOff, error.retryAfter ?? 0);
      deps.progress(`${error.message}: again in ${Math.ceil(pause / 1000)} s`);
      await deps.sleep(pause);
    },
  });
}
