import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairQueue, type RecentCost } from '../../fair-queue.ts';
import { CatalogTimeout } from '../../release/database.ts';
import type { Route, RouteRequest } from '../api/route.ts';
import { ApiError } from '../errors.ts';
import { inTurn } from '../in-turn.ts';
import type { RequestContext } from '../request-context.ts';
import type { RouteResponse } from '../respond.ts';
import type { ComputeTask, FromThread, ToThread } from './compute-message.ts';

/** How many run at a time: of one client one, of clients that have used much lately all but one. */
const places = Math.max(2, availableParallelism() - 1);
const limits = { places, heavyPlaces: places - 1, placesOfClient: 1, waiting: 64, perClient: 8 };
/** An idle thread ends after this time, and frees its memory, ms. */
const IDLE_MILLISECONDS = 60_000;
/** How long one response may take, ms; the longest that is allowed takes a tenth of it on the machine of /docs/run/speed. */
const LONGEST_MILLISECONDS = 30_000;

const program = new URL('./compute-thread.ts', import.meta.url);

/** Runs the handlers of routes that compute in threads, in fair turns, so that every other request is answered meanwhile. */
export class ComputeThreads {
  readonly #home: string;
  readonly #queue: FairQueue;
  readonly #idle: ComputeThread[] = [];
  readonly #threads = new Set<ComputeThread>();

  constructor(home: string, cost: RecentCost) {
    this.#home = home;
    this.#queue = new FairQueue(limits, cost);
  }

  /** The response of a route's handler. Throws ApiError, as the handler does, 429 and 503 too. */
  respond({ id: route }: Route, { context, from, params, query }: RouteRequest<never, never>): Promise<RouteResponse> {
    const { accept } = context.request.headers;
    const task: ComputeTask = { route, release: from.release.id, now: context.now, headers: { accept }, params, query };
    return inTurn(this.#queue, context, async () => {
      const thread = this.#idle.pop() ?? this.#start();
      const message = await thread.run(task, context);
      if (thread.usable) this.#rest(thread);
      if (message.kind === 'response') {
        Object.assign(context.headers, message.headers);
        return message.response;
      }
      if (message.kind === 'refused') {
        const { code: _, error, hint, ...body } = message.body as { code: string; error: string; hint: string };
        throw new ApiError(message.code, { error, hint, headers: message.headers, body });
      }
      throw message.kind === 'timeout' ? new CatalogTimeout('a computation took too long') : message.error;
    });
  }

  close(): void {
    for (const thread of this.#threads) thread.end();
  }

  #start(): ComputeThread {
    const thread = new ComputeThread(this.#home, () => {
      this.#threads.delete(thread);
      this.#forget(thread);
    });
    this.#threads.add(thread);
    return thread;
  }

  #rest(thread: ComputeThread): void {
    this.#idle.push(thread);
    thread.restUntil(IDLE_MILLISECONDS, () => {
      this.#forget(thread);
      thread.end();
    });
  }

  #forget(thread: ComputeThread): void {
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}

type Ending = Exclude<FromThread, { readonly kind: 'charge' }>;

/** One thread. It handles one task at a time. */
class ComputeThread {
  readonly #worker: Worker;
  #message: ((message: FromThread) => void) | null = null;
  #rest: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(home: string, ended: () => void) {
    this.#worker = new Worker(program, { workerData: { home }, env: {} });
    this.#worker.on('message', (message: FromThread) => this.#message?.(message));
    this.#worker.on('error', (error: Error) => {
      this.#ended = true;
      this.#message?.({ kind: 'failed', error });
    });
    this.#worker.once('exit', () => {
      this.#ended = true;
      clearTimeout(this.#rest);
      ended();
      this.#message?.({ kind: 'failed', error: new Error('a compute thread ended') });
    });
    // It does not keep a stopping server alive.
    this.#worker.unref();
  }

  /** Whether it can run another task. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** Runs a task. A thread that does not finish in time is ended. */
  run(task: ComputeTask, context: RequestContext): Promise<Ending> {
    clearTimeout(this.#rest);
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        settle({ kind: 'timeout' });
        this.end();
      }, LONGEST_MILLISECONDS);
      const settle = (message: Ending) => {
        clearTimeout(late);
        this.#message = null;
        resolve(message);
      };
      this.#message = (message) => {
        if (message.kind === 'charge') void this.#charge(context, message.units);
        else settle(message);
      };
      this.#send({ kind: 'task', task });
    });
  }

  /** Calls `done` after this time without a task. */
  restUntil(milliseconds: number, done: () => void): void {
    this.#rest = setTimeout(done, milliseconds).unref();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#rest);
    void this.#worker.terminate();
  }

  async #charge({ admitted }: RequestContext, units: number): Promise<void> {
    const admission = await admitted!.takeMore(units);
    this.#send({
      kind: 'charged',
      admission: admission.admitted
        ? { admitted: true, headers: admission.headers, keyId: admission.keyId }
        : admission,
    });
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}
