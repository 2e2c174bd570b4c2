import { type FSWatcher, watch } from 'node:fs';
import { currentReleaseId } from './release.ts';

/** Something of one release that a request holds while it needs it. */
export interface Lease<T> {
  readonly value: T;
  /** Gives it back. The last one to give back a replaced release closes it. */
  end(): void;
}

/** What a follower needs from outside. */
export interface FollowOptions<T> {
  /** Folder with `current` and `releases/`. It must exist. */
  readonly home: string;
  /** Opens a release completely, or throws. `first` is true where nothing is served yet. */
  readonly open: (id: string, first: boolean) => Promise<T>;
  readonly close: (value: T) => void;
  /** A release was refused and the one before it goes on being served, or the disk can't be watched. */
  readonly onProblem: (id: string | null, problem: Error) => void;
  readonly onSwitch: (id: string) => void;
  /** How often `current` is looked at where the watcher stays silent, as on network disks. */
  readonly pollMilliseconds: number;
}

interface Opened<T> {
  readonly id: string;
  readonly value: T;
  users: number;
}

/**
 * Follows the release that `current` names. A new one is opened completely, then replaces the old in one assignment;
 * whoever holds the old one keeps it until they give it back.
 */
export class Follower<T> {
  readonly #options: FollowOptions<T>;
  #now: Opened<T> | null = null;
  #checking: Promise<void> | null = null;
  #again = false;
  #closed = false;
  /** Last problem told, so that a broken release is told once and not at every look. */
  #told = '';
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: FollowOptions<T>) {
    this.#options = options;
  }

  /** Opens what is current and begins to follow. */
  async start(): Promise<void> {
    await this.check();
    try {
      this.#watcher = watch(this.#options.home, { persistent: false }, (_event, name) => {
        if (name === null || name === 'current') void this.check();
      });
      this.#watcher.on('error', (error) => this.#tell(null, error));
    } catch (error) {
      this.#tell(null, error as Error);
    }
    this.#poll = setInterval(() => void this.check(), this.#options.pollMilliseconds).unref();
  }

  /** Id of the release that new requests get; null where there is none. */
  get id(): string | null {
    return this.#now?.id ?? null;
  }

  /** Holds the newest release; null where there is none. */
  hold(): Lease<T> | null {
    const opened = this.#now;
    if (!opened) return null;
    opened.users += 1;
    let ended = false;
    return {
      value: opened.value,
      end: () => {
        if (ended) return;
        ended = true;
        opened.users -= 1;
        this.#closeUnused(opened);
      },
    };
  }

  /** Looks at `current` now. Resolves when what it named at the time of the call is served or was refused. */
  check(): Promise<void> {
    if (this.#checking) {
      this.#again = true;
      return this.#checking;
    }
    this.#checking = this.#look().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** Stops following. What is held is closed when it is given back. */
  stop(): void {
    this.#closed = true;
    this.#watcher?.close();
    clearInterval(this.#poll);
    const last = this.#now;
    this.#now = null;
    if (last) this.#closeUnused(last);
  }

  async #look(): Promise<void> {
    do {
      this.#again = false;
      let id: string | null = null;
      try {
        id = await currentReleaseId(this.#options.home);
        if (id !== null && id !== this.#now?.id) await this.#switchTo(id);
      } catch (error) {
        this.#tell(id, error as Error);
      }
    } while (this.#again && !this.#closed);
  }

  async #switchTo(id: string): Promise<void> {
    const value = await this.#options.open(id, this.#now === null);
    if (this.#closed) return this.#options.close(value);
    const old = this.#now;
    this.#now = { id, value, users: 0 };
    this.#told = '';
    if (old) this.#closeUnused(old);
    this.#options.onSwitch(id);
  }

  #closeUnused(opened: Opened<T>): void {
    if (opened !== this.#now && opened.users === 0) this.#options.close(opened.value);
  }

  #tell(id: string | null, problem: Error): void {
    const words = `${id} ${problem.message}`;
    if (words === this.#told) return;
    this.#told = words;
    this.#options.onProblem(id, problem);
  }
}
