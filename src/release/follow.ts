import { type FSWatcher, watch } from 'node:fs';
import { BrokenRelease, currentReleaseId, substitutes } from './release.ts';

/** A part of a release that a request holds while it needs it. */
export interface Lease<T> {
  readonly value: T;
  /** Releases the hold. The last one on a replaced release closes it. */
  end(): void;
}

/** Dependencies of a follower. */
export interface FollowOptions<T> {
  /** Folder with `current` and `releases/`. It must exist. */
  readonly home: string;
  /**
   * Opens a release, or throws. With `lenient`, opens the readable part of a damaged release; used if none is intact.
   */
  readonly open: (id: string, lenient: boolean) => Promise<T>;
  /** Why a served release has become unusable, as text; null if it is intact. */
  readonly damage?: (value: T) => Promise<string | null>;
  readonly close: (value: T) => void;
  /** A release was rejected and the previous one stays in use, or the disk can't be watched. */
  readonly onProblem: (id: string | null, problem: Error) => void;
  readonly onSwitch: (id: string) => void;
  /** How often `current` is checked, ms, because the watcher reports nothing on some disks, such as network disks. */
  readonly pollMilliseconds: number;
  /** How long a replaced release may still be held, ms; default 1 h. */
  readonly heldMilliseconds?: number;
}

/** Longer than an honest client needs for the largest file at 50 kB a second. */
const HELD_MILLISECONDS = 3_600_000;

interface Opened<T> {
  readonly id: string;
  readonly value: T;
  /** For each hold, the function that makes its holder end it. */
  readonly users: Set<() => void>;
  late?: NodeJS.Timeout;
}

/**
 * Follows the release that `current` names. A new release is opened completely, then replaces the old one in one
 * assignment; holders of the old one keep it until they finish, but not for ever: a client that reads a byte a second would keep
 * its files open and its disk space taken. If the new one can't be served, the served one stays.
 * If there is none, or it is damaged, the newest intact one before it is served instead.
 */
export class Follower<T> {
  readonly #options: FollowOptions<T>;
  #now: Opened<T> | null = null;
  #checking: Promise<void> | null = null;
  #again = false;
  #closed = false;
  /** The last problem reported, so that a broken release is reported only once. */
  #reported = '';
  /** Why a release other than `current` is being served; empty if it is `current`. */
  #problems: readonly string[] = [];
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: FollowOptions<T>) {
    this.#options = options;
  }

  /** Opens the current release and starts following. */
  async start(): Promise<void> {
    await this.check();
    try {
      this.#watcher = watch(this.#options.home, { persistent: false }, (_event, name) => {
        if (name === null || name === 'current') void this.check();
      });
      this.#watcher.on('error', (error) => this.#report(null, error));
    } catch (error) {
      this.#report(null, error as Error);
    }
    this.#poll = setInterval(() => void this.check(), this.#options.pollMilliseconds).unref();
  }

  /** Id of the release for new requests; null if there is none. */
  get id(): string | null {
    return this.#now?.id ?? null;
  }

  /** Problems of the release that should be served, with ways to repair them; empty if there are none. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Holds the newest release; null if there is none. `cut` is called if the release was replaced long ago and is still held: it
   * has to cause the end of the hold.
   */
  hold(cut: () => void = () => {}): Lease<T> | null {
    const opened = this.#now;
    if (!opened) return null;
    // Several holds may have the same `cut`, and each is counted.
    const user = () => cut();
    opened.users.add(user);
    return {
      value: opened.value,
      end: () => {
        if (opened.users.delete(user)) this.#closeUnused(opened);
      },
    };
  }

  /** Checks `current` now. Resolves when the release that it named at the time of the call is served or rejected. */
  check(): Promise<void> {
    if (this.#checking) {
      this.#again = true;
      return this.#checking;
    }
    this.#checking = this.#checkCurrent().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** Stops following. Held releases are closed when the last hold ends. */
  stop(): void {
    this.#closed = true;
    this.#watcher?.close();
    clearInterval(this.#poll);
    const last = this.#now;
    this.#now = null;
    if (last) this.#closeUnused(last);
  }

  async #checkCurrent(): Promise<void> {
    do {
      this.#again = false;
      let id: string | null = null;
      try {
        id = await currentReleaseId(this.#options.home);
        if (id !== null) await this.#serve(id);
        this.#problems = [];
        this.#reported = '';
      } catch (error) {
        this.#report(id, error as Error);
        await this.#substitute(id, error as Error);
      }
    } while (this.#again && !this.#closed);
  }

  /** Serves the release that `current` names. Throws if it can't be served (any more). */
  async #serve(id: string): Promise<void> {
    if (id !== this.#now?.id) return this.#switchTo(id, false);
    const damage = await this.#options.damage?.(this.#now.value);
    if (damage) throw new BrokenRelease(damage);
  }

  /** Serves another intact release if the current one can't be served and none is being served. */
  async #substitute(id: string | null, problem: Error): Promise<void> {
    if (this.#now === null || this.#now.id === id) {
      let found = false;
      for (const other of await substitutes(this.#options.home, id)) {
        found = await this.#switchTo(other, false).then(
          () => true,
          () => false,
        );
        if (found || this.#closed) break;
      }
      // Nothing is intact: each part that can be read is still served, and each missing file is an error of its own.
      if (!found && this.#now === null && id !== null) await this.#switchTo(id, true).catch(() => undefined);
    }
    this.#problems = [problemOf(id, problem, this.#now?.id ?? null)];
  }

  async #switchTo(id: string, lenient: boolean): Promise<void> {
    const value = await this.#options.open(id, lenient);
    if (this.#closed) return this.#options.close(value);
    const old = this.#now;
    this.#now = { id, value, users: new Set() };
    if (old) this.#replaced(old);
    this.#options.onSwitch(id);
  }

  #replaced(old: Opened<T>): void {
    const cutAll = () => {
      for (const cut of old.users) cut();
    };
    old.late = setTimeout(cutAll, this.#options.heldMilliseconds ?? HELD_MILLISECONDS).unref();
    this.#closeUnused(old);
  }

  #closeUnused(opened: Opened<T>): void {
    if (opened === this.#now || opened.users.size > 0) return;
    clearTimeout(opened.late);
    this.#options.close(opened.value);
  }

  #report(id: string | null, problem: Error): void {
    const words = `${id} ${problem.message}`;
    if (words === this.#reported) return;
    this.#reported = words;
    this.#options.onProblem(id, problem);
  }
}

/** The problem and a remedy, for operators and the status page: without paths. */
function problemOf(id: string | null, problem: Error, served: string | null): string {
  const reason = problem instanceof BrokenRelease ? problem.message : 'it cannot be read';
  const subject = id === null ? 'The current release' : `Release ${id}`;
  const state =
    served === null
      ? 'No other release is intact: `npm run refresh` builds a new one.'
      : served === id
        ? 'What can be read of it is served: `npm run refresh` builds a new one.'
        : `Release ${served} is served instead: \`npm run admin -- releases rollback --to ${served}\` makes it current, the next refresh builds a new one.`;
  return `${subject} cannot be served: ${reason}. ${state}`;
}
