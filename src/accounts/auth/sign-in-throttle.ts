import { type Database, type Statement, sql } from '../database.ts';
import { addressBlock, networkOf } from '../limits/address.ts';
import { FixedWindowLimiter } from '../limits/fixed-window-limiter.ts';

/** Wrong passwords for an account from one network in an hour before waiting times apply: people mistype. */
const FREE_FAILURES = 5;
/** Wrong passwords for an account in an hour, from everywhere, after which new networks need an emailed link. */
const MAX_FAILURES = 10;
/**
 * Wrong passwords for an account in an hour from all addresses of one familiar network, after which it counts as unfamiliar. The same limit
 * applies to all signed-in persons and all persons with an emailed link together.
 */
const MAX_FAMILIAR_FAILURES = 50;
const WINDOW_MILLISECONDS = 3_600_000;
const MAX_DELAY_MILLISECONDS = 30_000;
/** Guesses of one network that may wait for each other; one more is refused. */
const MAX_WAITING = 10;

/** The source and the target of a password guess. */
export interface Guesser {
  /** The email address that the guess is for, whether or not it has an account. */
  readonly email: string;
  readonly address: string;
  /**
   * Why the guess may be the owner's: signed in, or has opened an emailed link (`person`); has signed in from this network; null if nothing
   * says so.
   */
  readonly known: 'person' | 'network' | null;
}

/** The result of a guess; `by email` and `too many` were not evaluated. */
export type Guessed = 'right' | 'wrong' | 'by email' | 'too many';

/**
 * Limits guessing of an account's password. Guesses of one network run one at a time, and after five wrong ones for an
 * account each further one from there waits 1, 2, 4 … 30 seconds first. After ten wrong ones from everywhere,
 * unfamiliar networks must use an emailed link, so that others cannot lock the owner out. A familiar network has many addresses
 * (IPv4 /24, IPv6 /48): after 50 wrong ones from all of them, it must use the link, too.
 */
export class SignInThrottle {
  readonly #ofNetwork = new FixedWindowLimiter(Number.POSITIVE_INFINITY, WINDOW_MILLISECONDS);
  readonly #ofAccount = new FixedWindowLimiter(MAX_FAILURES, WINDOW_MILLISECONDS);
  readonly #ofFamiliar = new FixedWindowLimiter(MAX_FAMILIAR_FAILURES, WINDOW_MILLISECONDS);
  readonly #accountLanes = new Lanes(MAX_WAITING);
  readonly #networkLanes = new Lanes(MAX_WAITING);
  readonly #sleep: (milliseconds: number) => Promise<unknown>;

  constructor(sleep: (milliseconds: number) => Promise<unknown>) {
    this.#sleep = sleep;
  }

  /** Evaluates a guess after earlier ones. A running guess counts as wrong until it turns out right: many may run in parallel. */
  async attempt(
    { email, address, known }: Guesser,
    now: () => number,
    isRight: () => Promise<boolean>,
  ): Promise<Guessed> {
    const began = now();
    const account = `${email}\n`;
    const familiar = keyOf(email, known === 'person' ? known : networkOf(address));
    const isSpent = known !== null && this.#ofFamiliar.retryAfter(familiar, began) > 0;
    if (isSpent && known === 'person') return 'too many';
    if ((known === null || isSpent) && this.#ofAccount.retryAfter(account, began) > 0) return 'by email';
    this.#ofAccount.count(account, began);
    if (known !== null) this.#ofFamiliar.count(familiar, began);
    const network = addressBlock(address);
    const key = keyOf(email, network);
    let right: boolean | null = null;
    try {
      right = await this.#accountLanes.run(key, async () => {
        const over = this.#ofNetwork.used(key, now()) - FREE_FAILURES;
        if (over >= 0) await this.#sleep(Math.min(1000 * 2 ** over, MAX_DELAY_MILLISECONDS));
        const isSo = await this.#networkLanes.run(network, isRight);
        if (isSo === false) this.#ofNetwork.count(key, now());
        if (isSo === true) this.#ofNetwork.forget(key);
        return isSo;
      });
    } finally {
      if (right !== false) {
        this.#ofAccount.giveBack(account, now());
        if (known !== null) this.#ofFamiliar.giveBack(familiar, now());
      }
    }
    return right === null ? 'too many' : right ? 'right' : 'wrong';
  }

  /** The effect of the last wrong guess, for the account's log. */
  stateOf(email: string, address: string, now: number): 'counted' | 'slowed' | 'limited' | 'still slow' {
    const fromHere = this.#ofNetwork.used(keyOf(email, addressBlock(address)), now);
    const all = this.#ofAccount.used(`${email}\n`, now);
    if (all === MAX_FAILURES) return 'limited';
    if (fromHere === FREE_FAILURES) return 'slowed';
    return fromHere < FREE_FAILURES && all < MAX_FAILURES ? 'counted' : 'still slow';
  }

  /** Clears earlier failures from every network, because the password was reset. */
  forget(email: string): void {
    this.#ofNetwork.forget(`${email}\n`);
    this.#ofAccount.forget(`${email}\n`);
    this.#ofFamiliar.forget(`${email}\n`);
  }
}

const keyOf = (email: string, network: string): string => `${email}\n${network}\n`;

/** Runs the work of one key one at a time, in the order of arrival. */
class Lanes {
  readonly #most: number;
  readonly #lanes = new Map<string, { running: number; last: Promise<unknown> }>();

  /** `most`: how much work of one key may run or wait. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Runs the work after all earlier work of the key. Returns null, without running it, if too much work of the key is
   * waiting.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const lane = this.#lanes.get(key) ?? { running: 0, last: Promise.resolve() };
    if (lane.running >= this.#most) return null;
    lane.running++;
    this.#lanes.set(key, lane);
    const result = lane.last.then(work);
    lane.last = result.catch(() => {});
    try {
      return await result;
    } finally {
      lane.running--;
      if (lane.running === 0) this.#lanes.delete(key);
    }
  }
}

/** Networks that an account keeps, the last used ones. */
export const MAX_SIGN_IN_NETWORKS = 50;

/** True if the account with this email address has been signed in to from the network (IPv4 /24, IPv6 /48) of an IP address. */
export async function isKnownNetwork(database: Database, email: string, address: string): Promise<boolean> {
  const rows = await database.rows(
    sql`select n.network from sign_in_network n join person p on p.id = n.person_id
        where p.email = ${email} and n.network = ${networkOf(address)}`,
  );
  return rows.length > 0;
}

/** Keeps the network of a sign-in. */
export const keepNetwork = (personId: string, address: string, now: number): readonly Statement[] => [
  sql`insert into sign_in_network (person_id, network, used_at) values (${personId}, ${networkOf(address)}, ${now})
      on conflict (person_id, network) do update set used_at = excluded.used_at`,
  sql`delete from sign_in_network where person_id = ${personId} and network not in (
      select network from sign_in_network where person_id = ${personId} order by used_at desc, network
      limit ${MAX_SIGN_IN_NETWORKS})`,
];

/** Forgets every network of a person: the password that was used from them is no longer valid. */
export const forgetNetworks = (personId: string): Statement =>
  sql`delete from sign_in_network where person_id = ${personId}`;
