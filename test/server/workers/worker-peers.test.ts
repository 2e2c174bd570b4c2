import cluster from 'node:cluster';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StorageError } from '../../../src/accounts/database.ts';
import { ApiError } from '../../../src/http/errors.ts';
import { apiErrorOf } from '../../../src/http/middleware/errors.ts';
import { LeaderLost } from '../../../src/peers.ts';
import { CatalogError, CatalogTimeout } from '../../../src/release/database.ts';
import {
  leaderVariable,
  type MainMessage,
  type PeerMessage,
  type WorkerMessage,
  workerPeers,
} from '../../../src/server/worker-peers.ts';
import { UserError } from '../../../src/user-error.ts';

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
  vi.unstubAllEnvs();
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

test('a question may have a shorter deadline', async () => {
  const run = workerPeers(() => {}).byLeader('a use', async (question: string) => question, 1000);
  const answer = run('a use').catch((error: unknown) => error);
  vi.advanceTimersByTime(1000);
  expect(await answer).toBeInstanceOf(LeaderLost);
});

/** Passes messages to the peers that were made last, as the main process does. */
function received(message: PeerMessage): void {
  const [, listener] = vi.mocked(process.on).mock.calls.at(-1)! as unknown as [string, (message: MainMessage) => void];
  // Messages between processes are cloned, so that they lose the classes of their values.
  listener({ kind: 'peer', message: structuredClone(message) });
}
const lastSent = () => (sent.at(-1) as Extract<WorkerMessage, { kind: 'peer' }>).message;

/** The error of a form that the leader runs, as the process that has the request gets it. */
async function errorOfLeader(error: unknown): Promise<Error> {
  vi.stubEnv(leaderVariable, '');
  const answer = workerPeers(() => {})
    .byLeader(
      'forms',
      async (question: string) => question,
    )('a form')
    .catch((arrived: Error) => arrived);
  const { question } = lastSent();
  const asking = vi.mocked(process.on).mock.calls.at(-1)!;
  vi.stubEnv(leaderVariable, '1');
  void workerPeers(() => {})
    .byLeader('forms', () => Promise.reject(error))('unused')
    .catch(() => {});
  received({ to: 'leader', from: 2, topic: 'forms', body: 'a form', question: question! });
  await vi.waitFor(() => expect(lastSent().answers).toBe(question));
  vi.mocked(process.on).mock.calls.push(asking);
  received({ ...lastSent(), from: 1 });
  return (await answer) as Error;
}

test('an error of the leader leads to the response that it has in one process', async () => {
  const refusal = new ApiError('too_many_queries', {
    hint: 'Wait.',
    headers: { 'Retry-After': '7' },
    body: { retry_after: 7 },
  });
  const arrived = (await errorOfLeader(refusal)) as ApiError;
  expect(arrived).toBeInstanceOf(ApiError);
  expect([arrived.status, arrived.headers, arrived.body]).toEqual([429, refusal.headers, refusal.body]);
  for (const [error, status] of [
    [new StorageError('disk full'), 503],
    [new CatalogTimeout('slow'), 503],
    [new CatalogError('a read failed', { cause: new Error('why it failed') }), 500],
    [new UserError('Set it.'), 500],
    [new TypeError('unforeseen'), 500],
  ] as const) {
    const other = await errorOfLeader(error);
    expect([other.message, other.stack, apiErrorOf(other).status]).toEqual([error.message, error.stack, status]);
    expect(other.constructor).toBe(error instanceof TypeError ? Error : error.constructor);
    if (error.cause) expect(other.cause).toContain('why it failed');
  }
});

test('the answers of the other processes are those that arrive in time, without those that fail', async () => {
  const peers = workerPeers(() => {});
  const all = peers.byAll('counts', async () => 1);
  const [, listener] = vi.mocked(process.on).mock.calls.at(-1)! as unknown as [string, (message: MainMessage) => void];
  expect(await all()).toEqual([1]);
  listener({ kind: 'workers', configured: 4, serving: 4 });
  const results = all();
  const reply = { to: 2, topic: 'counts', answers: lastSent().question! };
  received({ ...reply, from: 3, body: 3 });
  received({ ...reply, from: 4, body: null, error: { name: 'Error', message: 'no' } });
  vi.advanceTimersByTime(2000);
  expect(await results).toEqual([1, 3]);
  received({ ...reply, from: 5, body: 5 });
});
