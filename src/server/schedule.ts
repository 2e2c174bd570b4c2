import type { Logger } from 'pino';
import { nextTime } from '../schema/release/refresh-times.ts';

/** Dependencies of the schedule; tests pass their own and never wait. */
export interface ScheduleDeps {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves early when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Refreshes the sources that are due. Rejects if that fails. */
  refresh(signal: AbortSignal): Promise<void>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Clocks are changed and laptops sleep, so the time is checked this often, ms. */
const LONGEST_SLEEP = 60_000;

/**
 * Refreshes now, to catch up, and then at every scheduled time, one refresh at a time: times missed during a refresh
 * are covered by one. Resolves when the signal aborts.
 */
export async function keepSchedule(deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let began = deps.now();
    try {
      await deps.refresh(signal);
    } catch (error) {
      if (!signal.aborted) deps.log.error({ reason: (error as Error).message }, 'refresh failed');
    }
    let next = nextTime(new Date(began));
    deps.log.info({ next: next.toISOString() }, 'next refresh');
    for (let left = next.getTime() - deps.now(); left > 0 && !signal.aborted; left = next.getTime() - deps.now()) {
      await deps.sleep(Math.min(left, LONGEST_SLEEP), signal);
      // The clock was set back: the planned time could now be months away.
      if (deps.now() < began) {
        began = deps.now();
        next = nextTime(new Date(began));
      }
    }
  }
}
