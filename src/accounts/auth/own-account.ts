import { listWebhooks, type WebhookRecord } from '../../features/webhooks/webhook-store.ts';
import { type AuditEntry, audit, auditOf, byOwner } from '../audit-log.ts';
import type { Log } from '../connection.ts';
import { AccountProblem, type Database } from '../database.ts';
import { type DigestRecord, findDigest } from '../digest/digest-store.ts';
import { type FollowedRecord, listFollowed } from '../digest/followed-store.ts';
import { createFeed, type FeedRecord, listFeeds, type NewFeed, revokeFeed } from '../feeds/feed-store.ts';
import {
  createKey,
  type KeyRecord,
  listKeys,
  type NewKey,
  newestKeyHash,
  revokeKey,
  rotateKey,
} from '../keys/key-store.ts';
import { addressBlock } from '../limits/address.ts';
import { type DayUse, type RouteUse, usageByDay, usageByRoute, utcDay } from '../limits/usage.ts';
import { newKeyEmail } from '../mail/emails.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type AccountRecord, deleteAccount, findAccount } from './account-store.ts';
import type { Authentication } from './authentication.ts';
import { done, fail, failureOf, type Result } from './result.ts';
import { type FactorRecord, factorRecord, listFactors } from './second-factor-store.ts';
import { endSessions, listSessions, type Session, type SessionRecord, whileSignedIn } from './session-store.ts';
import { isCrossSite, linkBase, type Visitor } from './visitor.ts';

/** Everything that is stored about an account, for its owner to keep. Hashes of keys and passwords are left out. */
export interface AccountExport {
  readonly exported_at: string;
  readonly account: AccountRecord;
  readonly keys: readonly KeyRecord[];
  readonly sessions: readonly SessionRecord[];
  readonly usage: readonly DayUse[];
  readonly usage_by_route: readonly RouteUse[];
  readonly webhooks: readonly WebhookRecord[];
  readonly feeds: readonly FeedRecord[];
  readonly followed: readonly FollowedRecord[];
  readonly digest: DigestRecord | null;
  readonly second_factors: readonly FactorRecord[];
  readonly audit_log: readonly AuditEntry[];
}

/** How many events the page shows; the export has all. */
const SHOWN_EVENTS = 50;

interface Parts {
  readonly authentication: Authentication;
  readonly mailer: Mailer;
  readonly publicUrl: string | undefined;
  /** Null while the database can't be read. */
  readonly database: () => Database | null;
  /** Loads a change on this server immediately. */
  readonly refresh: () => Promise<void>;
  /** Writes pending counts and events, so that they are shown. */
  readonly flush: () => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/** The signed-in visitor's own account: the session determines it, never a parameter. */
export class OwnAccount {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The account with its tier, its limits and today's usage. */
  account(visitor: Visitor): Promise<Result<AccountRecord>> {
    return this.#read(visitor, (database, { account_id }) => this.#record(database, account_id));
  }

  /** The keys of the account, newest first. */
  keys(visitor: Visitor): Promise<Result<readonly KeyRecord[]>> {
    return this.#read(visitor, (database, { account_id }) => listKeys(database, account_id, this.#parts.now()));
  }

  /** The hash of its newest active key; undefined if there is none, nobody is signed in, or the database cannot be read. */
  async newestKeyHash(visitor: Visitor): Promise<string | undefined> {
    const session = await this.#parts.authentication.session(visitor);
    const database = this.#parts.database();
    return session && database
      ? newestKeyHash(database, session.account_id, this.#parts.now()).catch(() => undefined)
      : undefined;
  }

  /** Uses on each of the last `days` UTC days, today the last; days without any are 0. */
  usage(visitor: Visitor, days = 30): Promise<Result<readonly DayUse[]>> {
    return this.#read(visitor, async (database, { account_id }) => {
      await this.#parts.flush();
      return usageByDay(database, account_id, utcDay(this.#parts.now()), days);
    });
  }

  /** Responses by key, route and status in the last `days` UTC days. */
  usageByRoute(visitor: Visitor, days = 30): Promise<Result<readonly RouteUse[]>> {
    return this.#read(visitor, async (database, { account_id }) => {
      await this.#parts.flush();
      const now = this.#parts.now();
      const ids = (await listKeys(database, account_id, now)).map(({ key_id }) => key_id);
      return usageByRoute(database, ids, utcDay(now), days);
    });
  }

  /** Reads data of the account by its id. */
  read<T>(visitor: Visitor, work: (accountId: string) => Promise<T>): Promise<Result<T>> {
    return this.#read(visitor, (_database, { account_id }) => work(account_id));
  }

  /** Changes the account by its id; `work` writes the entry of the audit log. */
  async change<T>(visitor: Visitor, work: (accountId: string) => Promise<T>): Promise<Result<T>> {
    return isCrossSite(visitor) ? fail('cross_site') : this.read(visitor, work);
  }

  /** Creates a key. Only this result contains it. The owner is notified by email. */
  createKey(visitor: Visitor, name: string): Promise<Result<NewKey>> {
    return this.#change(visitor, 'keys create', async (database, session) => {
      const value = await createKey(database, session.account_id, name.trim(), this.#parts.now());
      this.#tellOfKey(visitor, session, name.trim());
      return { value, details: { key_id: value.key_id, network: addressBlock(visitor.address) } };
    });
  }

  /** Revokes a key. */
  revokeKey(visitor: Visitor, keyId: string): Promise<Result> {
    return this.#change(visitor, 'keys revoke', async (database, { account_id }) => {
      await revokeKey(database, account_id, keyId, this.#parts.now());
      return { value: null, details: { key_id: keyId } };
    });
  }

  /** Creates a key in place of another, which works for `overlapHours` more, 0 to 24. */
  rotateKey(visitor: Visitor, keyId: string, overlapHours: number): Promise<Result<NewKey>> {
    return this.#change(visitor, 'keys rotate', async (database, session) => {
      const value = await rotateKey(database, session.account_id, keyId, overlapHours, this.#parts.now());
      this.#tellOfKey(visitor, session, null);
      const network = addressBlock(visitor.address);
      return { value, details: { key_id: keyId, replaced_by: value.key_id, overlap_hours: overlapHours, network } };
    });
  }

  /** Its feeds, oldest first. */
  feeds(visitor: Visitor): Promise<Result<readonly FeedRecord[]>> {
    return this.#read(visitor, async (database, { account_id }) => {
      await this.#parts.flush();
      return listFeeds(database, account_id);
    });
  }

  /** Creates a feed. Only this result contains its token. `question` is its query string, or throws AccountProblem. */
  createFeed(visitor: Visitor, name: string, question: () => Promise<string>): Promise<Result<NewFeed>> {
    return this.#change(visitor, 'feeds create', async (database, { account_id }) => {
      const value = await createFeed(database, account_id, { name, query: await question() }, this.#parts.now());
      return { value, details: { feed_id: value.feed_id, network: addressBlock(visitor.address) } };
    });
  }

  /** Revokes a feed. */
  revokeFeed(visitor: Visitor, feedId: string): Promise<Result> {
    return this.#change(visitor, 'feeds revoke', async (database, { account_id }) => {
      await revokeFeed(database, account_id, feedId, this.#parts.now());
      return { value: null, details: { feed_id: feedId } };
    });
  }

  /** The sessions of the account, the newest first; `current` marks the visitor's own. */
  sessions(visitor: Visitor): Promise<Result<readonly SessionRecord[]>> {
    return this.#read(visitor, (database, session) => listSessions(database, session, this.#parts.now()));
  }

  /** Ends one session, or with null all but the visitor's own. */
  endSessions(visitor: Visitor, sessionId: string | null): Promise<Result> {
    return this.#change(visitor, 'sessions end', async (database, session) => {
      await endSessions(database, session, sessionId);
      return { value: null, details: {} };
    });
  }

  /** Everything that is stored of the account. */
  exported(visitor: Visitor): Promise<Result<AccountExport>> {
    return this.#read(visitor, async (database, session) => {
      await this.#parts.flush();
      const now = this.#parts.now();
      const { account_id } = session;
      const keys = await listKeys(database, account_id, now);
      const ids = keys.map(({ key_id }) => key_id);
      return {
        exported_at: new Date(now).toISOString(),
        account: await this.#record(database, account_id),
        keys,
        sessions: await listSessions(database, session, now),
        usage: await usageByDay(database, account_id, utcDay(now), null),
        usage_by_route: await usageByRoute(database, ids, utcDay(now), null),
        webhooks: await listWebhooks(database, account_id),
        feeds: await listFeeds(database, account_id),
        followed: await listFollowed(database, account_id),
        digest: await findDigest(database, account_id),
        second_factors: (await listFactors(database, account_id)).map(factorRecord),
        audit_log: await auditOf(database, account_id),
      };
    });
  }

  /** Deletes the account and everything stored about it; requires the password again. */
  delete(visitor: Visitor, password: string): Promise<Result> {
    return this.#change(visitor, 'accounts delete', async (database, session) => {
      const now = this.#parts.now();
      const { authentication, mailer, flush } = this.#parts;
      const refused = await authentication.checkPassword(database, session, visitor, password);
      if (refused)
        throw new AccountProblem(
          refused.code === 'wrong_credentials' ? 'Incorrect password, so nothing was deleted.' : refused.error,
        );
      await flush();
      const { account_id, email } = session;
      await deleteAccount(database, account_id, now);
      await mailer.deleteTo(email);
      return { value: null, details: {} };
    });
  }

  /** The account's security log, newest first: the owner's actions, and attempts by others. */
  activity(visitor: Visitor): Promise<Result<readonly AuditEntry[]>> {
    return this.#read(visitor, async (database, { account_id }) => {
      await this.#parts.flush();
      return (await auditOf(database, account_id)).reverse().slice(0, SHOWN_EVENTS);
    });
  }

  #tellOfKey(visitor: Visitor, { email }: Session, name: string | null): void {
    const { mailer, publicUrl } = this.#parts;
    const links = linkBase(publicUrl, visitor) ?? visitor.origin;
    mailer.send(email, newKeyEmail(`${links}/account/keys`, name));
  }

  async #record(database: Database, accountId: string): Promise<AccountRecord> {
    const found = await findAccount(database, { account_id: accountId }, this.#parts.now());
    if (!found) throw new AccountProblem('This account no longer exists.');
    return found;
  }

  async #read<T>(visitor: Visitor, work: (database: Database, session: Session) => Promise<T>): Promise<Result<T>> {
    const database = this.#parts.database();
    if (!database) return fail('unavailable');
    const session = await this.#parts.authentication.session(visitor);
    if (!session) return fail('signed_out');
    try {
      return done(await work(database, session));
    } catch (error) {
      return failureOf(error, this.#parts.log);
    }
  }

  /** Makes a change and writes it to the audit log with its details. */
  async #change<T>(
    visitor: Visitor,
    action: string,
    work: (database: Database, session: Session) => Promise<{ value: T; details: AuditEntry['details'] }>,
  ): Promise<Result<T>> {
    if (isCrossSite(visitor)) return fail('cross_site');
    return this.#read(visitor, async (database, session) => {
      const { value, details } = await work(whileSignedIn(database, session), session);
      const { account_id } = session;
      await audit(database, byOwner({ at: this.#parts.now(), action, account_id, details }));
      await this.#parts.refresh();
      return value;
    });
  }
}
