import { join } from 'node:path';
import type { StoredRun } from '../../schema/approaches/conjunction.ts';
import { readRun, runIds } from './run-folder.ts';
import { RunStore } from './run-store.ts';

/** A finished run, opened. */
export interface ServedRun extends StoredRun {
  readonly folder: string;
  readonly store: RunStore;
}

/** The finished runs of a home folder. Each call checks for a newer one. */
export class ServedRuns {
  readonly #home: string;
  readonly #open = new Map<string, Promise<ServedRun | null>>();

  constructor(home: string) {
    this.#home = home;
  }

  /** The newest complete run; null if there is none. */
  async newest(): Promise<ServedRun | null> {
    const ids = await this.#ids();
    for (const id of ids.reverse()) {
      const run = await this.#run(id);
      if (run) return run;
    }
    return null;
  }

  /** The runs that are kept, oldest first. */
  async all(): Promise<ServedRun[]> {
    const runs = await Promise.all((await this.#ids()).map((id) => this.#run(id)));
    return runs.filter((run) => run !== null);
  }

  /** A run that is still kept; null if it is not. */
  async kept(id: string): Promise<ServedRun | null> {
    return (await this.#ids()).includes(id) ? this.#run(id) : null;
  }

  /** Ids of finished runs, oldest first. Closes those that were deleted. */
  async #ids(): Promise<string[]> {
    const ids = await runIds(this.#home);
    for (const [id, opened] of this.#open) {
      if (ids.includes(id)) continue;
      this.#open.delete(id);
      void opened.then((run) => run?.store.close());
    }
    return ids;
  }

  async #run(id: string): Promise<ServedRun | null> {
    const known = this.#open.get(id);
    if (known) return known;
    const opened = readRun(this.#home, id).then((run) =>
      run ? { ...run, store: new RunStore(join(run.folder, 'conjunctions.sqlite')) } : null,
    );
    this.#open.set(id, opened);
    const run = await opened.catch(() => null);
    // A run that could not be opened may be in the middle of being deleted or written.
    if (!run) this.#open.delete(id);
    return run;
  }

  close(): void {
    for (const opened of this.#open.values()) void opened.then((run) => run?.store.close()).catch(() => undefined);
    this.#open.clear();
  }
}
