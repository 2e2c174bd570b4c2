import type { FetchDeps } from './fetch-deps.ts';

/** Sends one request at a time to each host, with a pause in between, for all sources together. */
export class HostQueue {
  readonly #deps: Pick<FetchDeps, 'sleep' | 'now'>;
  /** For each host, when its last request ended, and the queue of waiting ones. */
  readonly #hosts = new Map<string, { line: Promise<unknown>; ended: number }>();

  constructor(deps: Pick<FetchDeps, 'sleep' | 'now'>) {
    this.#deps = deps;
  }

  async run<T>(url: string, pause: number, work: () => Promise<T>): Promise<T> {
    const { host } = new URL(url);
    const queue = this.#hosts.get(host) ?? { line: Promise.resolve(), ended: Number.NEGATIVE_INFINITY };
    this.#hosts.set(host, queue);
    const mine = queue.line.then(async () => {
      // If the clock was set back meanwhile, the pause is not longer.
      const wait = Math.min(pause, queue.ended + pause - this.#deps.now().getTime());
      if (wait > 0) await this.#deps.sleep(wait);
      try {
        return await work();
      } finally {
        queue.ended = this.#deps.now().getTime();
      }
    });
    queue.line = mine.catch(() => undefined);
    return mine;
  }
}
