import { beforeEach, describe, expect, test } from 'vitest';
import { FairQueue, HEAVY_MILLISECONDS, type QueueFull, type QueueLimits, RecentCost } from '../../src/fair-queue.ts';

let time = 0;
let cost: RecentCost;
let done: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  time = 0;
  cost = new RecentCost(() => time);
  done = [];
  ends = new Map();
});

const limits: QueueLimits = { places: 1, heavyPlaces: 1, placesOfClient: 1, waiting: 8, perClient: 4 };
const queueOf = (more: Partial<QueueLimits> = {}) => new FairQueue({ ...limits, ...more }, cost);
/** Submits work that is done until `end` is called. */
const submit = (queue: FairQueue, client: string, name: string, signal?: AbortSignal) =>
  queue
    .run(
      client,
      () =>
        new Promise<void>((resolve) => {
          done.push(name);
          ends.set(name, resolve);
        }),
      signal,
    )
    .then(
      () => 'done',
      (error: QueueFull) => error.who,
    );
const settle = () => new Promise((resume) => setImmediate(resume));
/** Ends work that has taken some milliseconds. */
const end = async (name: string, milliseconds = 0) => {
  await settle();
  time += milliseconds;
  ends.get(name)!();
  await settle();
};

describe('a fair queue', () => {
  test('takes the client that has used least, not the request that came first', async () => {
    const queue = queueOf();
    for (const name of ['a1', 'a2', 'a3']) void submit(queue, 'a', name);
    void submit(queue, 'b', 'b1');
    await end('a1', 100);
    await end('b1', 30);
    void submit(queue, 'c', 'c1');
    await end('a2', 10);
    await end('c1', 500);
    expect(done).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  });

  test('weighs work by its milliseconds, and forgets it', async () => {
    const queue = queueOf();
    void submit(queue, 'slow', 'slow');
    await end('slow', 800);
    for (let n = 0; n < 5; n++) {
      void submit(queue, 'quick', `quick ${n}`);
      await end(`quick ${n}`, 10);
    }
    expect([Math.round(cost.of('slow')), Math.round(cost.of('quick'))]).toEqual([799, 50]);
    time += 300_000;
    expect(cost.of('slow')).toBeLessThan(1);
  });

  test('keeps a place for clients that are not heavy', async () => {
    const queue = queueOf({ places: 2 });
    cost.add('a', HEAVY_MILLISECONDS);
    cost.add('b', HEAVY_MILLISECONDS);
    void submit(queue, 'a', 'a1');
    void submit(queue, 'b', 'b1');
    void submit(queue, 'light', 'light');
    await settle();
    expect(done).toEqual(['a1', 'light']);
    expect(queue.load).toEqual({ running: 2, waiting: 1 });
  });

  test('gives one client no more places than it may have', async () => {
    const queue = queueOf({ places: 3 });
    for (const name of ['a1', 'a2']) void submit(queue, 'a', name);
    void submit(queue, 'b', 'b1');
    await settle();
    expect(done).toEqual(['a1', 'b1']);
  });

  test('refuses the work of one client beyond its share, and that of all beyond the queue', async () => {
    const queue = queueOf({ perClient: 2, waiting: 2 });
    const first = [submit(queue, 'a', 'a1'), submit(queue, 'a', 'a2')];
    expect(await submit(queue, 'a', 'a3')).toBe('client');
    void submit(queue, 'b', 'b1');
    expect(await submit(queue, 'c', 'c1')).toBe('server');
    await end('a1');
    expect(await first[0]).toBe('done');
  });

  test('that is full refuses a client that has used most for one that has used less', async () => {
    const queue = queueOf({ waiting: 2 });
    cost.add('flood', 500);
    void submit(queue, 'flood', 'f1');
    const waiting = [submit(queue, 'flood', 'f2'), submit(queue, 'flood', 'f3')];
    void submit(queue, 'honest', 'honest');
    expect(await waiting[1]).toBe('server');
    await end('f1', 10);
    expect(done).toEqual(['f1', 'honest']);
  });

  test('withdraws work whose client disconnects', async () => {
    const queue = queueOf();
    void submit(queue, 'a', 'a1');
    const gone = new AbortController();
    const waiting = submit(queue, 'b', 'b1', gone.signal);
    void submit(queue, 'c', 'c1');
    gone.abort();
    expect(await waiting).toBe('server');
    await end('a1', 5);
    expect(done).toEqual(['a1', 'c1']);
    expect(await submit(queue, 'd', 'd1', gone.signal)).toBe('server');
  });

  test('goes on after work that fails, and does not lose its place', async () => {
    const queue = queueOf();
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(
      queue.run('a', () => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    expect(await queue.run('b', () => 1)).toBe(1);
    expect(queue.load).toEqual({ running: 0, waiting: 0 });
  });

  test('never does more at a time than it has places, whatever is submitted in one turn', async () => {
    const queue = queueOf({ places: 2, heavyPlaces: 2, waiting: 100, perClient: 100 });
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        queue.run(`client ${n % 7}`, async () => {
          most = Math.max(most, queue.load.running);
          await settle();
        }),
      ),
    );
    expect(most).toBe(2);
  });
});
