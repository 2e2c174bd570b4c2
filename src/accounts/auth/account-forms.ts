import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../connection.ts';
import type { Database } from '../database.ts';
import { NetworkLimiter } from '../limits/network-limiter.ts';
import { HashingBusy } from './password.ts';
import { isEmail, normalEmail } from './person-store.ts';
import { fail, failureOf, type Result } from './result.ts';
import { isCrossSite, type Visitor } from './visitor.ts';

/**
 * How many times one network (an IPv4 address or an IPv6 /64) may submit each form, and in how many seconds; an IPv6 /48
 * ten times as often.
 */
const rules = {
  signIn: [10, 60],
  signUp: [10, 3600],
  requestReset: [5, 900],
  sendConfirmation: [5, 900],
  resetPassword: [10, 900],
  changePassword: [10, 900],
  confirm: [30, 900],
  secondStep: [20, 900],
  changeFactors: [30, 900],
} as const;

export type Form = keyof typeof rules;

/**
 * Minimum duration of responses that must not reveal whether an account exists, ms: writing takes longer than not
 * writing.
 */
export const EVEN_MILLISECONDS = 300;
/** `Retry-After` while too many passwords wait to be hashed, s. */
const BUSY_RETRY_SECONDS = 5;

/** The accounts database, and the service's own secret. */
export interface Open {
  readonly database: Database;
  readonly secret: string;
}

interface Parts {
  /** Null while the database can't be read. */
  readonly open: () => Open | null;
  readonly now: () => number;
  readonly log: Log;
}

type Work<T> = (open: Open) => Promise<Result<T>>;

/** Submits forms within their limits, and makes results of errors. */
export class AccountForms {
  readonly #parts: Parts;
  readonly #limiters: Readonly<Record<Form, NetworkLimiter>>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#limiters = Object.fromEntries(
      Object.entries(rules).map(([form, [limit, seconds]]) => [form, new NetworkLimiter(limit, seconds * 1000)]),
    ) as Record<Form, NetworkLimiter>;
  }

  /** Like `submit`, but takes the same time whether or not an address has an account. */
  async evenly<T>(visitor: Visitor, form: Form, work: Work<T>): Promise<Result<T>> {
    const [result] = await Promise.all([this.submit(visitor, form, work), pause(EVEN_MILLISECONDS)]);
    return result;
  }

  /** A form that only this site may send. */
  async submit<T>(visitor: Visitor, form: Form, work: Work<T>): Promise<Result<T>> {
    return isCrossSite(visitor) ? fail('cross_site') : this.attempt(visitor, form, work);
  }

  /** A form within its limit. */
  async attempt<T>(visitor: Visitor, form: Form, work: Work<T>): Promise<Result<T>> {
    const wait = this.#limiters[form].take(visitor.address, this.#parts.now());
    return wait > 0 ? fail('too_many_tries', undefined, wait) : this.opened(work);
  }

  /** Work on the open database. */
  async opened<T>(work: Work<T>): Promise<Result<T>> {
    const open = this.#parts.open();
    if (!open) return fail('unavailable');
    try {
      return await work(open);
    } catch (error) {
      if (error instanceof BadEmail) return fail('bad_email');
      if (error instanceof HashingBusy) return fail('busy', undefined, BUSY_RETRY_SECONDS);
      return failureOf(error, this.#parts.log);
    }
  }
}

/** Text that is not an email address. */
class BadEmail extends Error {}

/** A normal email address. Throws BadEmail. */
export function checkedEmail(email: string): string {
  const address = normalEmail(email);
  if (!isEmail(address)) throw new BadEmail();
  return address;
}
