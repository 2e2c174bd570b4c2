import type { Lease } from './follow.ts';
import { BrokenRelease } from './release.ts';

/** Dependencies and limits of `PreviousReleases`. */
interface PreviousReleasesOptions<T> {
  readonly close: (value: T) => void;
  /** Maximum number of open releases, not counting those in use. */
  readonly most?: number;
  /** Maximum number in use: beyond it, no other is opened; an idle one is closed before another is opened. Default: no limit. */
  readonly mostInUse?: number;
  /** How long an unused release stays open. */
  readonly idleMilliseconds?: number;
}

/** The maximum number of releases is in use. */
export class ReleasesInUse extends Error {
  override name = 'ReleasesInUse';
}

interface Opened<T> {
  readonly value: Promise<T>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Replaced releases that a client still reads page by page: opened on request, closed after some time without requests.
 */
export class PreviousReleases<T> {
  readonly #options: PreviousReleasesOptions<T>;
  readonly #opened = new Map<string, Opened<T>>();

  constructor(options: PreviousReleasesOptions<T>) {
    this.#options = options;
  }

  /**
   * Holds a release, opened by `open` if it is not open yet: null if that throws BrokenRelease, because the release is no longer
   * available. Throws ReleasesInUse, and any other error of opening it.
   */
  async hold(id: string, open: () => Promise<T>): Promise<Lease<T> | null> {
    if (!this.#opened.has(id)) this.#makeRoom();
    const opened = this.#opened.get(id) ?? { value: open(), users: 0, timer: undefined };
    opened.users += 1;
    clearTimeout(opened.timer);
    // The last requested one moves to the end: the first is closed first.
    this.#opened.delete(id);
    this.#opened.set(id, opened);
    try {
      const value = await opened.value;
      let ended = false;
      return {
        value,
        end: () => {
          if (!ended) this.#giveBack(id, opened);
          ended = true;
        },
      };
    } catch (error) {
      this.#opened.delete(id);
      if (error instanceof BrokenRelease) return null;
      throw error;
    }
  }

  /** Closes releases without holds. */
  stop(): void {
    for (const [id, opened] of this.#opened) if (opened.users === 0) this.#close(id, opened);
  }

  #makeRoom(): void {
    const { mostInUse = Number.POSITIVE_INFINITY } = this.#options;
    const inUse = [...this.#opened.values()].filter(({ users }) => users > 0).length;
    if (inUse >= mostInUse) throw new ReleasesInUse('the maximum number of releases is in use');
    for (const [id, opened] of this.#opened)
      if (opened.users === 0 && this.#opened.size >= mostInUse) this.#close(id, opened);
  }

  #giveBack(id: string, opened: Opened<T>): void {
    opened.users -= 1;
    if (opened.users > 0) return;
    opened.timer = setTimeout(() => this.#close(id, opened), this.#options.idleMilliseconds ?? 600_000).unref();
    const idle = [...this.#opened].filter(([, { users }]) => users === 0);
    for (const [other, one] of idle.slice(0, -(this.#options.most ?? 2) || undefined)) this.#close(other, one);
  }

  #close(id: string, opened: Opened<T>): void {
    clearTimeout(opened.timer);
    if (this.#opened.get(id) === opened) this.#opened.delete(id);
    void opened.value.then(this.#options.close, () => undefined);
  }
}
