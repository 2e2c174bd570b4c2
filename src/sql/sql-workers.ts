import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type FromWorker, MEMORY_EXIT, type SqlData, type SqlForm, sqlLimits, type ToWorker } from './sql-message.ts';

/** What became of a query. Where it is `busy`, too many others wait: of the same client, or of all. */
export type SqlOutcome =
  | Exclude<FromWorker, { readonly kind: 'opened' }>
  | { readonly kind: 'busy'; readonly who: 'client' | 'server' };

/** How many queries wait while one runs, and how long that one may take. */
export interface SqlCapacity {
  readonly waiting: number;
  /** Of one client, running and waiting together. */
  readonly perClient: number;
  /** How long a query may take, ms. */
  readonly milliseconds: number;
}

const capacityByDefault: SqlCapacity = { waiting: 8, perClient: 2, milliseconds: sqlLimits.milliseconds };
/** An idle worker ends after this time, and frees its memory, ms. */
const IDLE_MILLISECONDS = 60_000;
/** A worker is replaced after this number of queries. */
const MAX_QUERIES = 200;
/** How long past its time limit a query may take to report it, before its worker is killed, ms. */
const GRACE_MILLISECONDS = 500;
/** How long a worker may take to open a release, ms. */
const OPEN_MILLISECONDS = 15_000;

const busy = { kind: 'busy', who: 'server' } as const;
const program = join(import.meta.dirname, 'sql-worker.ts');

/** Runs the queries of clients in a separate process, one after the other, and replaces a process that does not respond. */
export class SqlWorkers {
  readonly #capacity: SqlCapacity;
  readonly #clients = new Map<string, number>();
  /** The process, while there is one: idle, or with a query. */
  #worker: Worker | null = null;
  /** Ends when every query that was accepted has. */
  #last: Promise<unknown> = Promise.resolve();
  /** Queries that run or wait. */
  #accepted = 0;
  #running = false;
  #closed = false;

  constructor(capacity: Partial<SqlCapacity> = {}) {
    this.#capacity = { ...capacityByDefault, ...capacity };
  }

  /** Runs a query over a release. `client` identifies who the query counts against; `signal` ends it when the client has gone. */
  async run(data: SqlData, query: string, form: SqlForm, client: string, signal?: AbortSignal): Promise<SqlOutcome> {
    const own = this.#clients.get(client) ?? 0;
    if (own >= this.#capacity.perClient) return { kind: 'busy', who: 'client' };
    if (signal?.aborted || this.#accepted > this.#capacity.waiting) return busy;
    this.#clients.set(client, own + 1);
    this.#accepted += 1;
    let waits = true;
    const outcome = this.#last.then(() => {
      waits = false;
      return this.#runNow(data, query, form, signal);
    });
    this.#last = outcome.catch(() => undefined);
    // A client that has gone leaves its place in the queue; a query that runs is ended first.
    const gone = new Promise<SqlOutcome>((end) => {
      signal?.addEventListener('abort', () => waits && end(busy), { once: true });
    });
    try {
      return await Promise.race([outcome, gone]);
    } finally {
      this.#accepted -= 1;
      const left = this.#clients.get(client)! - 1;
      if (left > 0) this.#clients.set(client, left);
      else this.#clients.delete(client);
    }
  }

  /** Whether a query runs now. */
  get running(): boolean {
    return this.#running;
  }

  /** The id of the process; undefined where there is none. */
  get processId(): number | undefined {
    return this.#worker?.processId;
  }

  /** Ends the process; queries that wait are not run. */
  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #runNow(data: SqlData, query: string, form: SqlForm, signal?: AbortSignal): Promise<SqlOutcome> {
    if (this.#closed || signal?.aborted) return busy;
    const { milliseconds } = this.#capacity;
    const key = JSON.stringify(data);
    let worker = this.#worker;
    if (worker?.key !== key || !worker.usable) {
      this.#drop();
      worker = new Worker(key);
      this.#worker = worker;
      const opened = await worker.ask({ kind: 'open', data }, OPEN_MILLISECONDS);
      if (opened.kind !== 'opened') {
        this.#drop();
        return { kind: 'failed', message: opened.kind === 'failed' ? opened.message : `opening: ${opened.kind}` };
      }
      if (signal?.aborted) return busy;
    }
    const stop = () => worker.kill();
    signal?.addEventListener('abort', stop, { once: true });
    this.#running = true;
    const answer = await worker.ask({ kind: 'query', query, form, milliseconds }, milliseconds + GRACE_MILLISECONDS);
    this.#running = false;
    signal?.removeEventListener('abort', stop);
    if (worker.usable && worker.queries < MAX_QUERIES) worker.restUntil(IDLE_MILLISECONDS, () => this.#drop());
    else this.#drop();
    if (answer.kind === 'ended') {
      if (answer.code === MEMORY_EXIT)
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

  #drop(): void {
    this.#worker?.kill();
    this.#worker = null;
  }
}

type Answer = FromWorker | { readonly kind: 'ended'; readonly code: number | null };

/** One process. It handles one message at a time. */
class Worker {
  /** What it has open. */
  readonly key: string;
  queries = 0;
  readonly #child: ChildProcess;
  #answer: ((answer: Answer) => void) | null = null;
  #rest: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(key: string) {
    this.key = key;
    // An empty environment: nothing that a query could read or an engine could obey.
    this.#child = spawn(process.execPath, ['--max-old-space-size=384', '--disable-proto=throw', program], {
      env: {},
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.on('message', (message: FromWorker) => this.#settle(message));
    this.#child.once('error', () => this.#end(null));
    this.#child.once('exit', (code) => this.#end(code));
    // It does not keep a stopping server alive.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it can run another query. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** Sends a message and waits for the response. A worker that does not respond in time is killed. */
  ask(message: ToWorker, milliseconds: number): Promise<Answer | { readonly kind: 'timeout' }> {
    clearTimeout(this.#rest);
    if (message.kind === 'query') this.queries += 1;
    if (this.#ended) return Promise.resolve({ kind: 'ended', code: null });
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.#answer = null;
        this.kill();
        resolve({ kind: 'timeout' });
      }, milliseconds);
      this.#answer = (answer) => {
        clearTimeout(late);
        resolve(answer);
      };
      this.#child.send(message, (error) => {
        if (error) this.#end(null);
      });
    });
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

  #end(code: number | null): void {
    this.#ended = true;
    clearTimeout(this.#rest);
    this.#settle({ kind: 'ended', code });
  }

  #settle(answer: Answer): void {
    const settle = this.#answer;
    this.#answer = null;
    settle?.(answer);
  }
}
