import type { RefreshRecord } from '../../src/schema/release/refresh-record.ts';
import type { DailyBudget, Source } from '../sources/source.ts';
import { FetchFailure } from './failure.ts';
import type { Memory } from './record.ts';

type Spent = RefreshRecord['spent'][string];

/** Requests and bytes of one publisher in a UTC day, against its limits. */
export class Budget {
  readonly #memory: Memory;
  readonly #slug: string;
  readonly #limit: DailyBudget | undefined;
  readonly #now: () => Date;

  /** Status of the last response; 0 before the first. */
  lastStatus = 0;

  constructor(memory: Memory, { slug, fetchPolicy }: Pick<Source, 'slug' | 'fetchPolicy'>, now: () => Date) {
    this.#memory = memory;
    this.#slug = slug;
    this.#limit = fetchPolicy.budget;
    this.#now = now;
  }

  /** Why nothing more may be requested today; null if it may. `bytes` is the expected size. */
  exhausted(bytes = 0): string | null {
    if (!this.#limit) return null;
    const spent = this.#spent();
    const { requests, megabytes, notFound } = this.#limit;
    if (spent.requests >= requests) return `the daily budget of ${requests} requests is used up`;
    if (spent.not_found >= notFound) return `it answered 404 ${notFound} times today`;
    if (spent.bytes + bytes > megabytes * 1e6) return `the daily budget of ${megabytes} MB is used up`;
    return null;
  }

  /** Counts a request, and saves the count before it is sent: a killed refresh counts too. Throws FetchFailure if none is left. */
  async request(): Promise<void> {
    const exhausted = this.exhausted();
    if (exhausted !== null) throw new FetchFailure(exhausted);
    if (!this.#limit) return;
    this.#spent().requests++;
    await this.#memory.save();
  }

  status(status: number): void {
    this.lastStatus = status;
    if (this.#limit && status === 404) this.#spent().not_found++;
  }

  /** Counts received bytes. Throws FetchFailure above the day's limit. */
  bytes(count: number): void {
    if (!this.#limit) return;
    this.#spent().bytes += count;
    const { megabytes } = this.#limit;
    if (this.#spent().bytes > megabytes * 1e6) throw new FetchFailure(`the daily budget of ${megabytes} MB is used up`);
  }

  /** When requests may resume after a refusal: on the next UTC day. Null if the publisher's policy has no budget. */
  afterRefusal(): Date | null {
    if (!this.#limit) return null;
    const day = new Date(this.#now());
    day.setUTCHours(24, 0, 0, 0);
    return day;
  }

  #spent(): Spent {
    return this.#memory.spentOn(this.#slug, this.#now().toISOString().slice(0, 10));
  }
}
