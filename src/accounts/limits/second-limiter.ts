import type { Peers } from '../../peers.ts';
import { SecondCounts } from './second-counts.ts';

/** A use that a process lets the leader count. */
interface Question {
  readonly name: string;
  readonly limit: number;
}

/** The uses of the second, with the one that was counted; null if the limit is reached. */
type Taken = number | null;

/** The part of a limit that all processes together may exceed it by. */
const OVERSHOOT = 0.5;

/** How long the leader may take to answer, ms: after a second, the limit is that of another one. */
const ANSWER_MILLISECONDS = 1000;

/**
 * Limits the uses per second of each account or address over all server processes of a port. The leader counts against the
 * whole limit. The others divide half a limit among them, which each counts by itself; beyond that they ask the leader. So
 * the limit is exceeded by half of it at most, however late the processes receive the counts of the others. If the leader does
 * not answer, a process decides by the counts that it has.
 */
export class SecondLimiter {
  readonly #peers: Peers;
  readonly #counts: SecondCounts;
  readonly #now: () => number;
  readonly #takeByLeader: (question: Question) => Promise<Taken>;

  /** `now` returns milliseconds since 1970. */
  constructor(peers: Peers, now: () => number) {
    this.#peers = peers;
    this.#now = now;
    this.#counts = new SecondCounts(peers.channel('uses of the second'));
    this.#takeByLeader = peers.byLeader(
      'a use of the second',
      ({ name, limit }: Question) => Promise.resolve(this.#takeNow(name, limit)),
      ANSWER_MILLISECONDS,
    );
  }

  /** Uses of a second, as far as this process knows them. */
  used(name: string, second: number): number {
    return this.#counts.usedBefore(name, second);
  }

  /** Counts a use unless the limit is reached. A promise if the leader has to decide. */
  take(name: string, second: number, limit: number): Taken | Promise<Taken> {
    if (this.#counts.used(name, second) >= limit) return null;
    if (this.#peers.isLeader || this.#counts.takenHere(name, second) < this.#share(limit))
      return this.#take(name, second, limit);
    // The leader receives them before the question.
    this.#counts.sendPending();
    return this.#takeByLeader({ name, limit }).catch(() => this.#takeNow(name, limit));
  }

  /** The part of a limit that this process counts by itself. */
  #share(limit: number): number {
    const others = (this.#peers.workers?.configured ?? Number.POSITIVE_INFINITY) - 1;
    return Math.floor((limit * OVERSHOOT) / others);
  }

  /** Counts a use in the second of the decision: the one of the request may be over. */
  #takeNow(name: string, limit: number): Taken {
    return this.#take(name, Math.floor(this.#now() / 1000), limit);
  }

  #take(name: string, second: number, limit: number): Taken {
    const used = this.#counts.used(name, second);
    if (used >= limit) return null;
    this.#counts.take(name, second);
    return used + 1;
  }
}
