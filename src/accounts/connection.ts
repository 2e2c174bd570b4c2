import type { SecurityLog } from './audit-log.ts';
import type { Database } from './database.ts';
import type { KeyCache } from './keys/key-cache.ts';
import type { KeyNetworks } from './keys/key-networks.ts';
import type { KeySource } from './limits/guard.ts';
import type { UsageStore } from './limits/usage-store.ts';
import { utcDay } from './limits/utc-day.ts';
import { prune } from './prune.ts';

/** Where the accounts say what happens to them; pino's logger is one. No key ever reaches it. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** How often it is looked what has changed. */
const lookMilliseconds = 250;
/** How often counts are written: a killed process loses at most so much, and what it takes to write. */
const flushMilliseconds = 500;
/** How often a database that can't be reached is tried again. */
const retryMilliseconds = 1000;

/** The database, open, and what signs cookies. */
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
  /** Opens the database; throws where it can't be read or the secret is missing. */
  open(first: boolean): Promise<OpenAccounts>;
}

/**
 * Keeps the accounts database open, hears what other processes change, writes what was counted. Where the database
 * is gone, `database` is null until it is back.
 */
export class Connection implements KeySource {
  readonly #parts: Parts;
  #opened: OpenAccounts | null = null;
  #everOpened = false;
  #asOf = 0;
  #reason = '';
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

  get database(): Database | null {
    return this.#opened?.database ?? null;
  }

  get asOf(): number {
    return this.#asOf;
  }

  /** Opens the database, or says in the log why it can't and goes on trying. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timers = [
      setInterval(() => void this.refresh(), lookMilliseconds),
      setInterval(() => this.#flushing ?? void this.flush(), flushMilliseconds),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Looks what has changed; opens what is closed. Never throws. Those who ask at once share one look. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#look().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Looks after everything that has been changed until now, be it while another look was under way. */
  async hear(): Promise<void> {
    await this.#refreshing;
    await this.refresh();
  }

  /** Writes what was counted before it was called. Never throws: what can't be written is written later. */
  async flush(): Promise<void> {
    // What is being written now may not hold what was counted since it began.
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

  async #look(): Promise<void> {
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
    // Once for each reason: it is tried again every second.
    if (this.#opened || error.message !== this.#reason)
      log.error({ reason: error.message }, 'accounts cannot be read: keyed routes answer 503 until they can');
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
      const day = utcDay(now());
      if (day === this.#sweptOn) return;
      usage.sweep(now());
      keys.forgetAll();
      await opened.database.write(prune(now()));
      this.#sweptOn = day;
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'counts are kept in memory until they can be written');
    }
  }
}
