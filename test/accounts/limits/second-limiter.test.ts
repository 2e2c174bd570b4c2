import { describe, expect, test } from 'vitest';
import { SecondLimiter } from '../../../src/accounts/limits/second-limiter.ts';
import { alone, LeaderLost, type Peers } from '../../../src/peers.ts';
import { seeded } from '../../seeded.ts';

const SECOND = 1000;
const now = () => SECOND * 1000;

/** Processes whose messages wait until they are delivered: of each sender in order, as over its pipe to the main process. */
class Network {
  readonly #listeners = new Map<number, (message: never) => void>();
  readonly #waiting: (() => void)[][];
  readonly #lost: (() => void)[] = [];
  #byLeader: ((question: never) => Promise<unknown>) | undefined;
  readonly limiters: readonly SecondLimiter[];

  constructor(processes: number) {
    this.#waiting = Array.from({ length: processes }, () => []);
    this.limiters = Array.from({ length: processes }, (_, at) => new SecondLimiter(this.#peers(at), now));
  }

  /** Delivers the oldest message of a process; false if there is none. */
  deliver(from: number): boolean {
    const message = this.#waiting[from]!.shift();
    message?.();
    return message !== undefined;
  }

  async deliverAll(): Promise<void> {
    for (let idle = 0; idle < 2; ) {
      let any = false;
      for (const from of this.#waiting.keys()) while (this.deliver(from)) any = true;
      await Promise.resolve();
      idle = any ? 0 : idle + 1;
    }
  }

  killLeader(): void {
    for (const lost of this.#lost) lost();
  }

  #peers(own: number): Peers {
    const isLeader = own === 0;
    return {
      ...alone,
      isLeader,
      worker: own + 1,
      workers: { configured: this.#waiting.length, serving: this.#waiting.length },
      channel: () => ({
        shared: true,
        send: (message) => {
          for (const [at, listener] of this.#listeners)
            if (at !== own) this.#waiting[own]!.push(() => listener(message as never));
        },
        onMessage: (listener) => {
          this.#listeners.set(own, listener);
        },
      }),
      byLeader: <Question, Answer>(_topic: string, run: (question: Question) => Promise<Answer>) => {
        if (isLeader) this.#byLeader = run as never;
        if (isLeader) return run;
        return (question: Question) =>
          new Promise<Answer>((resolve, reject) => {
            this.#lost.push(() => reject(new LeaderLost('killed')));
            this.#waiting[own]!.push(() => {
              void this.#byLeader!(question as never).then((answer) =>
                this.#waiting[0]!.push(() => resolve(answer as Answer)),
              );
            });
          });
      },
    };
  }
}

test('one process counts exactly, without a promise', () => {
  const limiter = new SecondLimiter(alone, now);
  expect(Array.from({ length: 4 }, () => limiter.take('a', SECOND, 3))).toEqual([1, 2, 3, null]);
  expect(limiter.take('b', SECOND, 3)).toBe(1);
  expect(limiter.take('a', SECOND + 1, 3)).toBe(1);
});

test('a client that reaches one process only has the whole limit', async () => {
  for (const at of [0, 1]) {
    const network = new Network(2);
    const taken = Array.from({ length: 12 }, () => network.limiters[at]!.take('a', SECOND, 10));
    await network.deliverAll();
    const admitted = (await Promise.all(taken)).filter((uses) => uses !== null);
    expect(admitted).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }
});

describe.each([2, 3, 8])('%i processes', (processes) => {
  test.each([1, 10, 50])(
    'exceed a limit of %i by half of it at most, in whichever order they receive the counts',
    async (limit) => {
      for (let seed = 1; seed <= 50; seed++) {
        const next = seeded(seed);
        const network = new Network(processes);
        const taken: (number | null | Promise<number | null>)[] = [];
        // Most messages wait until most requests have arrived.
        const delivered = next() * 0.5;
        for (let request = 0; request < limit * processes * 2; request++) {
          taken.push(network.limiters[Math.floor(next() * processes)]!.take('a', SECOND, limit));
          if (next() < delivered) network.deliver(Math.floor(next() * processes));
          if (next() < 0.1) await Promise.resolve();
        }
        await network.deliverAll();
        const admitted = (await Promise.all(taken)).filter((uses) => uses !== null).length;
        expect(admitted).toBeLessThanOrEqual(limit * 1.5);
        expect(admitted).toBeGreaterThanOrEqual(limit);
      }
    },
  );
});

test('without an answer of the leader, a process decides by the counts that it has', async () => {
  const network = new Network(2);
  const taken = Array.from({ length: 7 }, () => network.limiters[1]!.take('a', SECOND, 6));
  expect(taken.slice(0, 3)).toEqual([1, 2, 3]);
  network.killLeader();
  expect(await Promise.all(taken)).toEqual([1, 2, 3, 4, 5, 6, null]);
});

test('the response to a request of a past second leaves the counts of the current one', () => {
  const limiter = new SecondLimiter(alone, now);
  limiter.take('a', SECOND, 3);
  expect(limiter.used('a', SECOND - 3)).toBe(0);
  expect(limiter.used('a', SECOND)).toBe(1);
});
