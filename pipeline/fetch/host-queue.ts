import type { FetchWorld } from './world.ts';

/** One request at once on any host, and a pause between two, whoever of the sources asks. */
export class HostQueue {
  readonly #world: Pick<FetchWorld, 'sleep' | 'now'>;
  /** When the last request on a host ended, and the line of those that wait. */
  readonly #hosts = new Map<string, { line: Promise<unknown>; ended: number }>();

  constructor(world: Pick<FetchWorld, 'sleep' | 'now'>) {
    this.#world = world;
  }

  async run<T>(url: string, pause: number, work: () => Promise<T>): Promise<T> {
    const { host } = new URL(url);
    const queue = this.#hosts.get(host) ?? { line: Promise.resolve(), ended: Number.NEGATIVE_INFINITY };
    this.#hosts.set(host, queue);
    const mine = queue.line.then(async () => {
      const wait = queue.ended + pause - this.#world.now().getTime();
      if (wait > 0) await this.#world.sleep(wait);
      try {
        return await work();
      } finally {
        queue.ended = this.#world.now().getTime();
      }
    });
    queue.line = mine.catch(() => undefined);
    return mine;
  }
}
