import { expect, test } from 'vitest';
import { SecondCounts } from '../../../src/accounts/limits/second-counts.ts';
import { type Channel, noChannel } from '../../../src/peers.ts';
import { until } from '../../until.ts';

/** Two processes that hear each other. */
function two(): [SecondCounts, SecondCounts] {
  const listeners: ((message: never) => void)[] = [];
  const channel = (own: number): Channel<never> => ({
    shared: true,
    send(message) {
      for (const [at, listener] of listeners.entries()) if (at !== own) listener(message);
    },
    onMessage: (listener) => {
      listeners[own] = listener;
    },
  });
  return [new SecondCounts(channel(0)), new SecondCounts(channel(1))];
}

test('counts each second from 0, also an earlier one after the clock was set back', () => {
  const counts = new SecondCounts(noChannel);
  counts.take('account:a', 1000);
  counts.take('account:a', 1000);
  expect(counts.used('account:a', 1000)).toBe(2);
  expect(counts.used('account:b', 1000)).toBe(0);
  expect(counts.used('account:a', 1001)).toBe(0);
  expect(counts.used('account:a', 500)).toBe(0);
  expect(counts.used('account:a', 1000)).toBe(0);
});

test('a process counts what another has counted, and one that is ahead takes nothing from the second before', async () => {
  const [one, other] = two();
  one.take('account:a', 1000);
  one.take('account:a', 1000);
  await until(() => other.used('account:a', 1000) === 2);
  // The uses of a second are told before those of the next one.
  other.take('account:a', 1000);
  other.take('account:a', 1001);
  expect(one.used('account:a', 1000)).toBe(3);
  await until(() => one.used('account:a', 1001) === 1);
  expect(one.used('account:a', 1000)).toBe(3);
});

test('counts of a past second that arrive late change nothing', async () => {
  const [late, current] = two();
  late.take('account:a', 1000);
  current.take('account:a', 1003);
  late.sendPending();
  expect(current.used('account:a', 1003)).toBe(1);
});
