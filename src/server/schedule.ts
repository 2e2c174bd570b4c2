import type { Logger } from 'pino';
import { nextTime } from '../schema/refresh-times.ts';

/** What the schedule needs of the world; tests hand in their own, and wait for nothing. */
export interface ScheduleWorld {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early when the signal says so. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Refreshes what is due; ends when that is done. Rejects where it could not be. */
  refresh(signal: AbortSignal): Promise<void>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** A clock may be set, and a laptop sleeps: the time is looked at this often. */
const LONGEST_SLEEP = 60_000;

/**
 * Refreshes now, for what was missed, and then at every time of the schedule, one refresh after the other: times that
 * pass meanwhile are made up for by one. Ends when the signal says so.
 */
export async function keepSchedule(world: ScheduleWorld, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let began = world.now();
    try {
      await world.refresh(signal);
    } catch (error) {
      if (!signal.aborted) world.log.error({ reason: (error as Error).message }, 'refresh failed');
    }
    let next = nextTime(new Date(began));
    world.log.info({ next: next.toISOString() }, 'next refresh');
    for (let left = next.getTime() - world.now(); left > 0 && !signal.aborted; left = next.getTime() - world.now()) {
      await world.sleep(Math.min(left, LONGEST_SLEEP), signal);
      // The clock was ahead and has been set back: what was planned by it may be months away.
      if (world.now() < began) {
        began = world.now();
        next = nextTime(new Date(began));
      }
    }
  }
}
