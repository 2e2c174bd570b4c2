import { type AuditEntry, audit, auditOf } from '../audit-log.ts';
import { AccountProblem, type Database } from '../database.ts';
import { createKey, type KeyRecord, listKeys, type NewKey, revokeKey, rotateKey } from '../keys/key-store.ts';
import { Tries } from '../limits/fixed-window-limiter.ts';
import { type DayUse, usageByDay } from '../limits/usage.ts';
import { dayName, utcDay } from '../limits/utc-day.ts';
import { type AccountRecord, deleteAccount, findAccount } from './account-store.ts';
import { verifyPassword } from './password.ts';
import { done, type Outcome, type People, type Session, trouble } from './people.ts';
import { endSessions, listSessions, type SessionRecord } from './session-store.ts';
import { isCrossSite, type Visitor } from './visitor.ts';

/** Everything that is stored of an account, for its owner to keep. Keys and passwords are stored as hashes only, and left out. */
export interface AccountExport {
  readonly exported_at: string;
  readonly account: AccountRecord;
  readonly keys: readonly KeyRecord[];
  readonly sessions: readonly SessionRecord[];
  readonly usage: readonly DayUse[];
  readonly audit_log: readonly AuditEntry[];
}

interface Parts {
  readonly people: People;
  /** Null while the database can't be read. */
  readonly database: () => Database | null;
  /** Lets this server know at once what was changed. */
  readonly refresh: () => Promise<void>;
  /** Writes what was counted, so that it is shown. */
  readonly flush: () => Promise<void>;
  readonly now: () => number;
}

/** A person's own account, for whoever is signed in: the session decides whose it is, never a parameter. */
export class OwnAccount {
  readonly #parts: Parts;
  readonly #wrongPasswords = new Tries(10, 900_000);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The account: tier, limits, what was used today. */
  account(visitor: Visitor): Promise<Outcome<AccountRecord>> {
    return this.#read(visitor, (database, { account_id }) => this.#record(database, account_id));
  }

  /** Its keys, newest first. */
  keys(visitor: Visitor): Promise<Outcome<readonly KeyRecord[]>> {
    return this.#read(visitor, (database, { account_id }) => listKeys(database, account_id, this.#parts.now()));
  }

  /** Uses on each of the last `days` UTC days, today the last; days without any are 0. */
  usage(visitor: Visitor, days = 30): Promise<Outcome<readonly DayUse[]>> {
    return this.#read(visitor, async (database, { account_id }) => {
      await this.#parts.flush();
      return usageByDay(database, account_id, utcDay(this.#parts.now()), days);
    });
  }

  /** Makes a key; the outcome is the only place where it is ever seen. */
  createKey(visitor: Visitor, name: string): Promise<Outcome<NewKey>> {
    return this.#change(visitor, 'keys create', (database, { account_id }) =>
      createKey(database, account_id, name.trim(), this.#parts.now()),
    );
  }

  /** Ends a key at once. */
  revokeKey(visitor: Visitor, keyId: string): Promise<Outcome> {
    return this.#change(
      visitor,
      'keys revoke',
      async (database, { account_id }) => {
        await revokeKey(database, account_id, keyId, this.#parts.now());
        return null;
      },
      { key_id: keyId },
    );
  }

  /** Makes a key in place of another, which works for `overlapHours` more, 0 to 24. */
  rotateKey(visitor: Visitor, keyId: string, overlapHours: number): Promise<Outcome<NewKey>> {
    return this.#change(
      visitor,
      'keys rotate',
      (database, { account_id }) => rotateKey(database, account_id, keyId, overlapHours, this.#parts.now()),
      { key_id: keyId, overlap_hours: overlapHours },
    );
  }

  /** Its sessions, the newest first; `current` marks the visitor's own. */
  sessions(visitor: Visitor): Promise<Outcome<readonly SessionRecord[]>> {
    return this.#read(visitor, (database, session) => listSessions(database, session));
  }

  /** Ends one session, or with null all but the visitor's own. */
  endSessions(visitor: Visitor, sessionId: string | null): Promise<Outcome> {
    return this.#change(visitor, 'sessions end', async (database, session) => {
      await endSessions(database, session, sessionId);
      return null;
    });
  }

  /** Everything that is stored of the account. */
  exported(visitor: Visitor): Promise<Outcome<AccountExport>> {
    return this.#read(visitor, async (database, session) => {
      await this.#parts.flush();
      const now = this.#parts.now();
      return {
        exported_at: new Date(now).toISOString(),
        account: await this.#record(database, session.account_id),
        keys: await listKeys(database, session.account_id, now),
        sessions: await listSessions(database, session),
        usage: await usageByDay(database, session.account_id, utcDay(now), null),
        audit_log: await auditOf(database, session.account_id),
      };
    });
  }

  /** Deletes the account with everything that is stored of it, at once; the password is asked for again. */
  delete(visitor: Visitor, password: string): Promise<Outcome> {
    return this.#change(visitor, 'accounts delete', async (database, { account_id }) => {
      const now = this.#parts.now();
      const wait = this.#wrongPasswords.wait(account_id, now);
      if (wait > 0) throw new AccountProblem(`Too many tries: wait ${wait} seconds.`);
      const [stored] = await database.rows<{ password: string }>(
        `select password from credential where person_id = ? and provider_id = 'credential'`,
        account_id,
      );
      if (!stored || !(await verifyPassword(stored.password, password))) {
        this.#wrongPasswords.count(account_id, now);
        throw new AccountProblem('The password is not right, so nothing was deleted.');
      }
      await this.#parts.flush();
      await deleteAccount(database, account_id, now);
      return null;
    });
  }

  async #record(database: Database, accountId: string): Promise<AccountRecord> {
    const found = await findAccount(database, { account_id: accountId }, dayName(utcDay(this.#parts.now())));
    if (!found) throw new AccountProblem('There is no such account any more.');
    return found;
  }

  async #read<T>(visitor: Visitor, work: (database: Database, session: Session) => Promise<T>): Promise<Outcome<T>> {
    const database = this.#parts.database();
    if (!database) return trouble('unavailable');
    const session = await this.#parts.people.session(visitor);
    if (!session) return trouble('signed_out');
    try {
      return done(await work(database, session));
    } catch (error) {
      return error instanceof AccountProblem ? trouble('not_possible', error.message) : trouble('unavailable');
    }
  }

  async #change<T>(
    visitor: Visitor,
    action: string,
    work: (database: Database, session: Session) => Promise<T>,
    details: Readonly<Record<string, string | number>> = {},
  ): Promise<Outcome<T>> {
    if (isCrossSite(visitor)) return trouble('cross_site');
    return this.#read(visitor, async (database, session) => {
      const result = await work(database, session);
      // Of a deleted account the log keeps that it was deleted, and no address.
      const { account_id } = session;
      await audit(database, { at: this.#parts.now(), actor: 'owner', action, account_id, email: null, details });
      await this.#parts.refresh();
      return result;
    });
  }
}
