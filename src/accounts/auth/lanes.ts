/** Runs the work of one key one at a time, in the order of arrival. */
export class Lanes {
  readonly #most: number;
  readonly #lanes = new Map<string, { running: number; last: Promise<unknown> }>();

  /** `most`: how much work of one key may run or wait. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Runs the work after all earlier work of the key. Returns null, without running it, if too much work of the key is
   * waiting.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const lane = this.#lanes.get(key) ?? { running: 0, last: Promise.resolve() };
    if (lane.running >= this.#most) return null;
    lane.running++;
    this.#lanes.set(key, lane);
    const result = lane.last.then(work);
    lane.last = result.catch(() => {});
    try {
      return await result;
    } finally {
      lane.running--;
      if (lane.running === 0) this.#lanes.delete(key);
    }
  }
}
