import type { Digests } from '../../accounts/digest/digests.ts';
import { nextTurn } from '../../http/in-turn.ts';
import type { OpenedRelease } from '../../http/opened-release.ts';
import type { ArchiveReader } from '../../release/archive.ts';
import type { Lease } from '../../release/follow.ts';
import { DigestContents } from './digest-content.ts';

interface DigestRunParts {
  readonly digests: Pick<Digests, 'next' | 'send' | 'postpone'>;
  /** Holds the served release; null if there is none. */
  readonly current: () => Lease<OpenedRelease> | null;
  readonly archive: Pick<ArchiveReader, 'index'>;
  readonly warn: (facts: object, message: string) => void;
}

/** How often to look for digests that are due, ms. */
const LOOK_MILLISECONDS = 60_000;

/** Prepares and sends the digests that are due, one after the other. */
export class DigestRun {
  readonly #parts: DigestRunParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: DigestRunParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => void this.run(), LOOK_MILLISECONDS).unref();
  }

  /** Sends until none is due, or the mail server fails. Concurrent callers share one run. Never throws. */
  run(): Promise<void> {
    this.#running ??= this.#sendDue()
      .catch((error: Error) => this.#parts.warn({ reason: error.message }, 'digests could not be sent'))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #sendDue(): Promise<void> {
    const { digests, current, archive, warn } = this.#parts;
    // Without a release, changes are unknown, so no day counts as done.
    const lease = current();
    if (!lease) return;
    try {
      const contents = new DigestContents(lease.value, archive);
      for (let goesOn = true; goesOn && !this.#stopped; ) {
        const due = await digests.next();
        if (!due) return;
        try {
          const { content, seen } = await contents.of(due);
          goesOn = await digests.send(due, content, seen);
        } catch (error) {
          warn({ reason: (error as Error).message }, 'a digest could not be prepared and will be retried');
          await digests.postpone(due);
          goesOn = false;
        }
        await nextTurn();
      }
    } finally {
      lease.end();
    }
  }
}
