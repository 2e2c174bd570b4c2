import type { FetchPolicy } from '../sources/source.ts';
import { FetchFailure } from './failure.ts';
import type { FetchDeps } from './fetch-deps.ts';

/** The pause before the first retry; each further one is twice as long. */
const FIRST_PAUSE_MS = 5000;
/** The longest `Retry-After` to wait for: after a longer one, the next refresh tries again. */
const MAX_WAIT_MS = 120_000;

/** Whether a publisher's fetch policy allows a retry. */
function allowed(failure: FetchFailure, policy: FetchPolicy): boolean {
  if ((failure.retryAfter ?? 0) > MAX_WAIT_MS) return false;
  return failure.status === null ? failure.passing : policy.retryStatuses.includes(failure.status);
}

/** Retries a request as its publisher's policy allows, with increasing pauses, never sooner than its `Retry-After`. */
export async function withRetries<T>(deps: FetchDeps, policy: FetchPolicy, attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FetchFailure) || retries >= policy.retries || !allowed(error, policy)) throw error;
      // Random between half of the pause and all of it, so that clients that failed together don't retry together.
      const backOff = FIRST_PAUSE_MS * 2 ** retries * (0.5 + deps.random() / 2);
      const pause = Math.max(backOff, error.retryAfter ?? 0);
      deps.progress(`${error.message}: again in ${Math.ceil(pause / 1000)} s`);
      await deps.sleep(pause);
    }
  }
}
