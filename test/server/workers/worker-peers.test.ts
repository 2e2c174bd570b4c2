import cluster from 'node:cluster';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaderLost } from '../../../src/peers.ts';
import { type WorkerMessage, workerPeers } from '../../../src/server/worker-peers.ts';

const connected = Object.getOwnPropertyDescriptor(process, 'connected');

/** What this process has sent to the main process. */
let sent: WorkerMessage[];

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
  Object.defineProperty(cluster, 'worker', { value: { id: 2 }, configurable: true });
  Object.defineProperty(process, 'connected', { value: true, configurable: true });
  vi.spyOn(process, 'on').mockReturnThis();
  vi.spyOn(process as Required<typeof process>, 'send').mockImplementation((message: WorkerMessage) => {
    sent.push(message);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(cluster, 'worker');
  if (connected) Object.defineProperty(process, 'connected', connected);
  else Reflect.deleteProperty(process, 'connected');
});

test('work of a leader that neither answers nor ends is lost before the connection of the visitor is closed', async () => {
  const run = workerPeers(() => {}).byLeader('forms', async (question: string) => question);
  const answer = run('a form').then(
    () => 'answered',
    (error: unknown) => error,
  );
  expect(sent).toMatchObject([{ kind: 'peer', message: { to: 'leader', topic: 'forms', body: 'a form' } }]);
  // Longer than a guess of a password may be slowed down.
  vi.advanceTimersByTime(35_000);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(84_000);
  expect(await answer).toBeInstanceOf(LeaderLost);
});
