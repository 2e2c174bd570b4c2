import { describe, expect, test } from 'vitest';
import { nextTime } from '../../src/schema/release/refresh-times.ts';
import { keepSchedule } from '../../src/server/schedule.ts';

/** Runs the schedule for `days` in simulated time. `takes` returns the milliseconds that the nth refresh takes. */
async function simulate(start: string, days: number, takes: (nth: number) => number) {
  let now = Date.parse(start);
  const end = now + days * 86_400_000;
  const stopping = new AbortController();
  const began: string[] = [];
  const errors: string[] = [];
  let running = 0;
  let maxRunning = 0;
  await keepSchedule(
    {
      now: () => now,
      sleep: async (milliseconds) => {
        expect(milliseconds).toBeLessThanOrEqual(60_000);
        now += milliseconds;
        if (now >= end) stopping.abort();
      },
      refresh: async () => {
        maxRunning = Math.max(maxRunning, ++running);
        began.push(new Date(now).toISOString().slice(5, 16));
        now += takes(began.length);
        await Promise.resolve();
        running--;
        if (began.length === 3) throw new Error('no network');
      },
      log: { info: () => {}, error: (facts: { reason: string }) => errors.push(facts.reason) } as never,
    },
    stopping.signal,
  );
  return { began, errors, maxRunning };
}

describe('the schedule', () => {
  test('refreshes at start and then at the scheduled UTC times, and continues after a failure', async () => {
    const { began, errors } = await simulate('2026-08-22T13:07:00Z', 1, () => 60_000);
    expect(began).toEqual([
      ...['08-22T13:07', '08-22T18:00', '08-23T00:00', '08-23T06:00', '08-23T06:15', '08-23T07:30'],
      // A Sunday: enrichment as well.
      ...['08-23T08:00', '08-23T08:30', '08-23T12:00'],
    ]);
    expect(errors).toEqual(['no network']);
  });

  test('replaces the times missed during a refresh by one refresh, and never runs two concurrently', async () => {
    const { began, maxRunning } = await simulate('2026-08-24T05:59:00Z', 1, (nth) =>
      nth === 1 ? 4 * 3_600_000 : 60_000,
    );
    expect(began.slice(0, 3)).toEqual(['08-24T05:59', '08-24T09:59', '08-24T12:00']);
    expect(maxRunning).toBe(1);
  });

  test('the next time is always later than the given moment', () => {
    expect(nextTime(new Date('2026-08-22T06:15:00Z')).toISOString()).toBe('2026-08-22T07:30:00.000Z');
    // In any order: the cached result of one moment must not be returned for another.
    for (const [moment, next] of [
      ['2026-08-22T06:15:01Z', '2026-08-22T07:30:00.000Z'],
      ['2026-08-22T07:29:59Z', '2026-08-22T07:30:00.000Z'],
      ['2026-08-22T06:14:59Z', '2026-08-22T06:15:00.000Z'],
      ['2026-08-21T23:59:59Z', '2026-08-22T00:00:00.000Z'],
      ['2026-08-22T07:30:00Z', '2026-08-22T12:00:00.000Z'],
    ] as const)
      expect([moment, nextTime(new Date(moment)).toISOString()]).toEqual([moment, next]);
  });
});
