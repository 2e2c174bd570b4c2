import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { FairQueue, QueueFull, type QueueLimits, type RecentCost } from '../../fair-queue.ts';
import { limitGrowth, processSize } from './process-memory.ts';
import { type FromWorker, type SqlData, type SqlForm, sqlLimits, type ToWorker } from './sql-message.ts';

/** The outcome of a query. `busy`: too many queries are waiting, of the same client or of all. */
export type SqlOutcome =
  | Exclude<FromWorker, { readonly kind: 'opened' | 'memory' }>
  | { readonly kind: 'busy'; readonly who: 'client' | 'server' };

/** How long a query may take, and how many run and wait. */
export interface SqlCapacity extends Omit<QueueLimits, 'placesOfClient'> {
  /** How long a query may take, ms. */
  readonly milliseconds: number;
  /** How long a process may take to open a release, ms. */
  readonly openMilliseconds: number;
  /** A process without a query ends after this time, and frees its memory, ms. */
  readonly idleMilliseconds: number;
}

/** Two processes: a heavy client can only use one, so that the other remains for other clients. */
const capacityByDefault: SqlCapacity = {
  places: 2,
  heavyPlaces: 1,
  waiting: 16,
  perClient: 2,
  milliseconds: sqlLimits.milliseconds,
  openMilliseconds: 15_000,
  idleMilliseconds: 60_000,
};
/** A worker is replaced after this number of queries. */
const MAX_QUERIES = 200;
/** How long past its time limit a query may take to report it, before its worker is killed, ms. */
const GRACE_MILLISECONDS = 500;

/** How often the memory of a process is measured while a query runs, ms. */
const WATCH_MILLISECONDS = 25;

const busy = { kind: 'busy', who: 'server' } as const;
const program = join(import.meta.dirname, 'sql-worker.ts');

/** Runs queries in separate processes, shared fairly among clients, and replaces a process that does not respond. */
export class SqlWorkers {
  readonly #milliseconds: number;
  readonly #openMilliseconds: number;
  readonly #idleMilliseconds: number;
  readonly #queue: FairQueue;
  /** The processes, idle or with a query; null if there is none. */
  readonly #workers: (Worker | null)[];
  /** The places of `#workers` whose process has no query. */
  readonly #idle: Set<number>;
  #closed = false;

  constructor(capacity: Partial<SqlCapacity> = {}, cost?: RecentCost) {
    const { milliseconds, openMilliseconds, idleMilliseconds, ...limits } = { ...capacityByDefault, ...capacity };
    this.#milliseconds = milliseconds;
    this.#openMilliseconds = openMilliseconds;
    this.#idleMilliseconds = idleMilliseconds;
    this.#queue = new FairQueue({ ...limits, placesOfClient: 1 }, cost);
    this.#workers = Array<null>(limits.places).fill(null);
    this.#idle = new Set(this.#workers.keys());
  }

  /** Runs a query over a release. It counts against `client`; `signal` ends it when the client has disconnected. */
  async run(data: SqlData, query: string, form: SqlForm, client: string, signal?: AbortSignal): Promise<SqlOutcome> {
    try {
      return await this.#queue.run(
        client,
        async () => {
          const place = Math.min(...this.#idle);
          this.#idle.delete(place);
          try {
            return await this.#runIn(place, { data, query, form, signal });
          } finally {
            this.#idle.add(place);
          }
        },
        signal,
      );
    } catch (error) {
      if (error instanceof QueueFull) return { kind: 'busy', who: error.who };
      throw error;
    }
  }

  /** Whether a query runs now. */
  get running(): boolean {
    return this.#workers.some((worker) => worker?.querying);
  }

  /** The ids of the processes. */
  get processIds(): number[] {
    return this.#workers.flatMap((worker) => worker?.processId ?? []);
  }

  /** Ends the processes; queries that wait are not run. */
  close(): void {
    this.#closed = true;
    for (const place of this.#workers.keys()) this.#drop(place);
  }

  async #runIn(
    place: number,
    { data, query, form, signal }: { data: SqlData; query: string; form: SqlForm; signal: AbortSignal | undefined },
  ): Promise<SqlOutcome> {
    if (this.#closed || signal?.aborted) return busy;
    const milliseconds = this.#milliseconds;
    const key = JSON.stringify(data);
    let worker = this.#workers[place];
    if (worker?.key !== key || !worker.usable) {
      this.#drop(place);
      worker = new Worker(key);
      this.#workers[place] = worker;
      const opened = await worker.ask({ kind: 'open', data }, this.#openMilliseconds);
      if (opened.kind !== 'opened') {
        this.#drop(place);
        // The machine has too little time or memory for it now.
        if (opened.kind === 'timeout' || (opened.kind === 'ended' && opened.outOfMemory)) return busy;
        return { kind: 'failed', message: opened.kind === 'failed' ? opened.message : `opening: ${opened.kind}` };
      }
      await limitGrowth(worker.processId!, sqlLimits.growthMegabytes * 1e6);
      if (signal?.aborted) {
        this.#rest(place, worker);
        return busy;
      }
    }
    const stop = () => worker.kill();
    signal?.addEventListener('abort', stop, { once: true });
    const answer = await worker.ask({ kind: 'query', query, form, milliseconds }, milliseconds + GRACE_MILLISECONDS);
    signal?.removeEventListener('abort', stop);
    // After an internal error the engine may refuse every query; after a lack of memory, the allocator may keep too much of it.
    const sound = worker.usable && worker.queries < MAX_QUERIES && answer.kind !== 'engine' && answer.kind !== 'memory';
    if (sound) this.#rest(place, worker);
    else this.#drop(place);
    if (answer.kind === 'memory') {
      // Earlier queries may have used the memory, so the query is repeated in a process that has run no other.
      if (worker.queries > 1) return this.#runIn(place, { data, query, form, signal });
      return {
        kind: 'invalid',
        message: `The query needs more than ${sqlLimits.memoryMegabytes} MB of memory.`,
        hint: 'Filter before joining and sorting, or aggregate in smaller groups.',
      };
    }
    if (answer.kind === 'ended') {
      if (answer.outOfMemory)
        return {
          kind: 'invalid',
          message: 'The query needs more memory than it may have.',
          hint: 'Filter before joining and sorting, and avoid building long lists or strings.',
        };
      return {
        kind: 'invalid',
        message: 'The query ended the process that ran it.',
        hint: 'Simplify it: the usual causes are deep nesting and very long strings.',
      };
    }
    if (answer.kind === 'opened') return { kind: 'failed', message: 'the worker sent the response to another message' };
    return answer;
  }

  /** Keeps a process for the next query, but not for long. */
  #rest(place: number, worker: Worker): void {
    worker.restUntil(this.#idleMilliseconds, () => this.#drop(place));
  }

  #drop(place: number): void {
    this.#workers[place]?.kill();
    this.#workers[place] = null;
  }
}

type Answer = FromWorker | { readonly kind: 'ended'; readonly outOfMemory: boolean };

/** One process. It handles one message at a time. */
class Worker {
  /** Identifies the data that the process has open. */
  readonly key: string;
  queries = 0;
  readonly #child: ChildProcess;
  #answer: ((answer: Answer) => void) | null = null;
  #rest: NodeJS.Timeout | undefined;
  #ended = false;
  #querying = false;

  constructor(key: string) {
    this.key = key;
    // An empty environment: it contains nothing for a query to read, and no settings for the engine.
    this.#child = spawn(process.execPath, ['--max-old-space-size=384', '--disable-proto=throw', program], {
      env: {},
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.on('message', (message: FromWorker) => this.#settle(message));
    this.#child.once('error', () => this.#end(false));
    // Besides `kill`, SIGKILL comes from the guard of the process itself, or from a kernel without memory.
    this.#child.once('exit', (_code, signal) => this.#end(signal === 'SIGKILL' && !this.#ended));
    // The process does not keep a stopping server running.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the process runs a query. */
  get querying(): boolean {
    return this.#querying;
  }

  /** Whether the process can run another query. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** Sends a message and waits for the response. A worker that does not respond in time is killed. */
  ask(message: ToWorker, milliseconds: number): Promise<Answer | { readonly kind: 'timeout' }> {
    clearTimeout(this.#rest);
    if (message.kind === 'query') this.queries += 1;
    if (this.#ended) return Promise.resolve({ kind: 'ended', outOfMemory: false });
    this.#querying = message.kind === 'query';
    return new Promise<Answer | { readonly kind: 'timeout' }>((resolve) => {
      const late = setTimeout(() => {
        this.#answer = null;
        clearInterval(watch);
        this.kill();
        resolve({ kind: 'timeout' });
      }, milliseconds);
      const watch = setInterval(() => this.#watch(), WATCH_MILLISECONDS);
      this.#answer = (answer) => {
        clearTimeout(late);
        clearInterval(watch);
        resolve(answer);
      };
      this.#child.send(message, (error) => {
        if (error) this.#end(false);
      });
    }).finally(() => {
      this.#querying = false;
    });
  }

  /** Kills a process that is too large: a query can keep its own guard from running. */
  #watch(): void {
    const { pid } = this.#child;
    if (this.#ended || pid === undefined || (processSize(pid, 'VmRSS') ?? 0) <= sqlLimits.processMegabytes * 1e6)
      return;
    this.kill();
    this.#settle({ kind: 'ended', outOfMemory: true });
  }

  /** Calls `done` after this time without a message. */
  restUntil(milliseconds: number, done: () => void): void {
    this.#rest = setTimeout(done, milliseconds).unref();
  }

  kill(): void {
    clearTimeout(this.#rest);
    this.#ended = true;
    this.#child.kill('SIGKILL');
  }

  #end(outOfMemory: boolean): void {
    this.#ended = true;
    clearTimeout(this.#rest);
    this.#settle({ kind: 'ended', outOfMemory });
  }

  #settle(answer: Answer): void {
    const settle = this.#answer;
    this.#answer = null;
    settle?.(answer);
  }
}
