import type { SecurityLog } from './audit-log.ts';
import type { Database } from './database.ts';
import type { KeyCache } from './keys/key-cache.ts';
import type { KeyNetworks } from './keys/key-networks.ts';
import { utcDay } from './limits/usage.ts';
import type { UsageStore } from './limits/usage-store.ts';
import { prune } from './prune.ts';

/** A log, such as pino's. It never gets a key. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** How often to look for changes. */
const lookMilliseconds = 250;
/** How often counts are written: a killed process loses at most those of this interval and of one write. */
const flushMilliseconds = 500;
/** How often to try an unreachable database again. */
const retryMilliseconds = 1000;

/** The open database, and the secret that signs cookies. */
export interface OpenAccounts {
  readonly database: Database;
  readonly secret: string;
}

interface Parts {
  readonly now: () => number;
  readonly log: Log;
  readonly keys: KeyCache;
  readonly usage: UsageStore;
  readonly networks: KeyNetworks;
  readonly events: SecurityLog;
  /** Opens the database; throws if it can't be read or the secret is missing. */
  open(first: boolean): Promise<OpenAccounts>;
}

/**
 * Keeps the accounts database open, loads changes by other processes, and writes counts. While the database is
 * unreachable, `database` is null.
 */
export class Connection {
  readonly #parts: Parts;
  #opened: OpenAccounts | null = null;
  #everOpened = false;
  #asOf = 0;
  #reason = '';
  #unwritten = '';
  #triedAt = Number.NEGATIVE_INFINITY;
  #sweptOn = -1;
  #refreshing: Promise<void> | null = null;
  #flushing: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get opened(): OpenAccounts | null {
    return this.#opened;
  }

  /** The database, if it can be read and the secret exists; if null, keyed routes are rejected. */
  get database(): Database | null {
    return this.#opened?.database ?? null;
  }

  /** When changes were last read, ms. */
  get asOf(): number {
    return this.#asOf;
  }

  /** Opens the database, or logs why it can't and keeps trying. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timers = [
      setInterval(() => void this.refresh(), lookMilliseconds),
      setInterval(() => this.#flushing ?? void this.flush(), flushMilliseconds),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Loads changes; reopens the database if necessary. Never throws. Concurrent callers share one run. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#readChanges().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Loads all changes made until now, even if another run is in progress. */
  async loadChanges(): Promise<void> {
    await this.#refreshing;
    await this.refresh();
  }

  /** Writes the counts made before the call. Never throws: counts that can't be written are kept for later. */
  async flush(): Promise<void> {
    // The current write may not include counts made since it started.
    await this.#flushing;
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#refreshing;
    await this.flush();
    await this.#opened?.database.close();
    this.#opened = null;
  }

  async #readChanges(): Promise<void> {
    const { now, keys } = this.#parts;
    const began = now();
    let opened = this.#opened;
    try {
      opened ??= await this.#open();
      if (!opened) return;
      opened.database.check();
      await keys.refresh(opened.database);
      this.#opened = opened;
      this.#asOf = began;
      this.#reason = '';
    } catch (error) {
      await this.#drop(opened, error as Error);
    }
  }

  async #open(): Promise<OpenAccounts | null> {
    const tried = performance.now();
    if (this.#closed || tried - this.#triedAt < retryMilliseconds) return null;
    this.#triedAt = tried;
    const { open, usage, now, log } = this.#parts;
    const opened = await open(!this.#everOpened);
    this.#everOpened = true;
    try {
      await usage.open(opened.database, opened.secret, now());
    } catch (error) {
      await opened.database.close().catch(() => {});
      throw error;
    }
    log.info({ kind: opened.database.kind }, 'accounts database open');
    return opened;
  }

  async #drop(opened: OpenAccounts | null, error: Error): Promise<void> {
    const { log, keys } = this.#parts;
    // Once for each reason: opening is retried every second.
    if (this.#opened || error.message !== this.#reason)
      log.error(
        { reason: error.message },
        'the accounts database is unavailable: keyed routes return 503 until it is back',
      );
    this.#reason = error.message;
    this.#opened = null;
    keys.forgetAll();
    await opened?.database.close().catch(() => {});
  }

  async #write(): Promise<void> {
    const { usage, networks, events, log, now, keys } = this.#parts;
    const opened = this.#opened;
    if (!opened) return;
    try {
      await usage.flush(opened.database);
      await networks.flush(opened.database);
      await events.flush(opened.database);
      if (this.#unwritten !== '') log.info({}, 'counts are written again');
      this.#unwritten = '';
      const day = utcDay(now());
      if (day === this.#sweptOn) return;
      usage.sweep(now());
      keys.forgetAll();
      await opened.database.write(prune(now()));
      this.#sweptOn = day;
    } catch (error) {
      // Once for each reason: a log on the same full disk would grow twice a second.
      const reason = (error as Error).message;
      if (reason !== this.#unwritten) log.warn({ reason }, 'counts are kept in memory until they can be written');
      this.#unwritten = reason;
    }
  }
}
