/**
 * Decides which client's work is done next. Work is weighed by the milliseconds that it took, not by the number of requests:
 * a client that has used little lately comes before one that has used much, however many requests each sends.
 */

/** Cost that is this old counts half, ms. */
const HALF_LIFE_MILLISECONDS = 30_000;
/** A client with a recent cost above this is heavy, ms: it may not use the places that are reserved for others. */
export const HEAVY_MILLISECONDS = 1000;
/** Maximum number of clients with a remembered cost; above it, those with almost none are dropped. */
const MAX_REMEMBERED = 1000;

/** The recent cost of each client's work, shared by all queues of a server. */
export class RecentCost {
  readonly #now: () => number;
  readonly #costs = new Map<string, { readonly cost: number; readonly at: number }>();

  /** `now` is in milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  /** The recent cost of a client, ms; older work counts less. */
  of(client: string): number {
    const one = this.#costs.get(client);
    return one ? one.cost * 2 ** ((one.at - this.#now()) / HALF_LIFE_MILLISECONDS) : 0;
  }

  add(client: string, milliseconds: number): void {
    this.#costs.set(client, { cost: this.of(client) + milliseconds, at: this.#now() });
    if (this.#costs.size > MAX_REMEMBERED)
      for (const id of this.#costs.keys()) if (this.of(id) < 1) this.#costs.delete(id);
  }
}

/** Limits of the running and waiting work. */
export interface QueueLimits {
  /** Maximum amount of work that runs at a time. */
  readonly places: number;
  /** Maximum number of places that all heavy clients together may take. */
  readonly heavyPlaces: number;
  /** Maximum amount of work that runs at a time for one client. */
  readonly placesOfClient: number;
  /** Maximum amount of waiting work. */
  readonly waiting: number;
  /** Maximum amount of running and waiting work of one client. */
  readonly perClient: number;
}

/** Why work is refused: too much of the same client or of all clients is running and waiting, or the client has disconnected. */
export class QueueFull extends Error {
  override name = 'QueueFull';
  readonly who: 'client' | 'server';

  constructor(who: 'client' | 'server') {
    super(`too much work of the ${who} waits`);
    this.who = who;
  }
}

/** Running work: its client, and the time it began. */
interface Place {
  readonly client: string;
  readonly began: number;
}

/** Work that waits. */
interface Job {
  readonly client: string;
  start(): void;
  refuse(reason: QueueFull): void;
}

/** Queues work for one of a few places, and shares them fairly among clients. */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #cost: RecentCost;
  /** Waiting work in order of arrival. */
  #waiting: Job[] = [];
  readonly #running = new Set<Place>();

  constructor(limits: QueueLimits, cost = new RecentCost()) {
    this.#limits = limits;
    this.#cost = cost;
  }

  /** The current amount of running and waiting work. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.length };
  }

  /** Runs `work` when the client gets a place. Throws QueueFull; `signal` withdraws waiting work. */
  async run<T>(client: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const place = await this.#place(client, signal);
    try {
      return await work();
    } finally {
      this.#running.delete(place);
      this.#cost.add(client, this.#cost.now() - place.began);
      this.#startNext();
    }
  }

  /** Takes a place as soon as the client may have one. */
  #place(client: string, signal: AbortSignal | undefined): Place | Promise<Place> {
    if (signal?.aborted) throw new QueueFull('server');
    const { waiting, perClient } = this.#limits;
    const own = this.#runningOf(client) + this.#waiting.filter((job) => job.client === client).length;
    if (own >= perClient) throw new QueueFull('client');
    if (this.#mayStart(client)) return this.#take(client);
    if (this.#waiting.length >= waiting) this.#makeRoom(client);
    return new Promise<Place>((resolve, reject) => {
      const withdraw = () => {
        this.#waiting = this.#waiting.filter((other) => other !== job);
        reject(new QueueFull('server'));
      };
      const settled = () => signal?.removeEventListener('abort', withdraw);
      const job: Job = {
        client,
        start: () => {
          settled();
          resolve(this.#take(client));
        },
        refuse: (reason) => {
          settled();
          reject(reason);
        },
      };
      this.#waiting.push(job);
      signal?.addEventListener('abort', withdraw, { once: true });
    });
  }

  #take(client: string): Place {
    const place = { client, began: this.#cost.now() };
    this.#running.add(place);
    return place;
  }

  #startNext(): void {
    for (;;) {
      const ready = this.#waiting.filter(({ client }) => this.#mayStart(client));
      const [first] = ready;
      if (!first) return;
      const next = ready.reduce(
        (best, job) => (this.#costOf(job.client) < this.#costOf(best.client) ? job : best),
        first,
      );
      this.#waiting = this.#waiting.filter((job) => job !== next);
      next.start();
    }
  }

  #mayStart(client: string): boolean {
    const { places, heavyPlaces, placesOfClient } = this.#limits;
    if (this.#running.size >= places || this.#runningOf(client) >= placesOfClient) return false;
    if (this.#costOf(client) < HEAVY_MILLISECONDS) return true;
    const heavy = [...this.#running].filter((one) => this.#costOf(one.client) >= HEAVY_MILLISECONDS);
    return heavy.length < heavyPlaces;
  }

  /** Recent cost, including that of running work. */
  #costOf(client: string): number {
    const now = this.#cost.now();
    let cost = this.#cost.of(client);
    for (const one of this.#running) if (one.client === client) cost += now - one.began;
    return cost;
  }

  #runningOf(client: string): number {
    let count = 0;
    for (const one of this.#running) if (one.client === client) count += 1;
    return count;
  }

  /** Refuses the newest work of the client that has cost most, if that is more than this one has. Throws QueueFull otherwise. */
  #makeRoom(client: string): void {
    const costs = new Map(this.#waiting.map((job) => [job.client, this.#costOf(job.client)]));
    const most = Math.max(...costs.values());
    const last = this.#waiting.findLast((job) => costs.get(job.client) === most);
    if (!last || most <= this.#costOf(client)) throw new QueueFull('server');
    this.#waiting = this.#waiting.filter((job) => job !== last);
    last.refuse(new QueueFull('server'));
  }
}
