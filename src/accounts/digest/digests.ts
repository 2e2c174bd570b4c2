import { hash } from 'node:crypto';
import type { FollowedSubject } from '../../schema/changes/followed.ts';
import { audit, byOwner } from '../audit-log.ts';
import type { Log, OpenAccounts } from '../connection.ts';
import { AccountProblem } from '../database.ts';
import { type DigestContent, digestEmail } from '../mail/digest-email.ts';
import type { Mailer } from '../mail/mailer.ts';
import { change } from '../revision.ts';
import {
  beginSending,
  chooseDigest,
  claimDigest,
  type DigestChoice,
  type DigestClaim,
  type DigestRecord,
  findDigest,
  postponeDigest,
  recordFailure,
  recordNothing,
  recordSent,
  type Seen,
  unsubscribe,
  unsubscribeToken,
} from './digest-store.ts';
import { type FollowedRecord, follow, followStatement, listFollowed, unfollowStatement } from './followed-store.ts';

/** The things that an account follows, and whether emails about them are sent. */
export interface ShownDigest {
  readonly followed: readonly FollowedRecord[];
  /** Null if nothing was ever chosen. */
  readonly digest: DigestRecord | null;
  /** Whether this server can send digests: their links need its public URL. */
  readonly available: boolean;
}

/** The objects that an account follows, and a name of the account for its browsers. */
export interface OwnSatellites {
  /** Distinguishes accounts that use the same browser. */
  readonly account: string;
  readonly satellites: readonly { readonly id: number; readonly name: string }[];
}

/** A digest to prepare, with the things that its account follows. */
export interface DueDigest {
  readonly claim: DigestClaim;
  readonly followed: readonly FollowedRecord[];
}

interface DigestParts {
  readonly open: () => OpenAccounts | null;
  readonly now: () => number;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly publicUrl: string | undefined;
}

/** The path that unsubscribes, by the link of an email. */
export const unsubscribePath = '/account/unsubscribe';

/** The things that accounts follow, and the emails about them. Every method throws if the database cannot be reached. */
export class Digests {
  readonly #parts: DigestParts;

  constructor(parts: DigestParts) {
    this.#parts = parts;
  }

  async shown(accountId: string): Promise<ShownDigest> {
    const { database } = this.#opened;
    return {
      followed: await listFollowed(database, accountId),
      digest: await findDigest(database, accountId),
      available: this.#parts.publicUrl !== undefined,
    };
  }

  /** Stores which emails an account gets. Throws AccountProblem if this server cannot send any. */
  async choose(accountId: string, choice: DigestChoice, seen: Seen): Promise<void> {
    const { database, secret } = this.#opened;
    const { publicUrl, now } = this.#parts;
    if (publicUrl === undefined && (choice.daily || choice.weekly))
      throw new AccountProblem('This server sends no digests: its operator has to set ORBWEAVER_PUBLIC_URL first.');
    await chooseDigest(database, secret, accountId, choice, { seen, now: now() });
    await this.#log(accountId, 'digest choose', { daily: Number(choice.daily), weekly: Number(choice.weekly) });
  }

  /** Follows a subject, and turns its emails on. Throws AccountProblem. */
  async follow(accountId: string, one: Omit<FollowedRecord, 'created_at'>, seen: Seen): Promise<void> {
    const { database } = this.#opened;
    const digest = await findDigest(database, accountId);
    if (!digest?.daily || digest.disabled_at !== null)
      await this.choose(accountId, { daily: true, weekly: digest?.weekly ?? false }, seen);
    await follow(database, accountId, one, this.#parts.now());
    await this.#log(accountId, 'digest follow', { kind: one.kind, subject: one.subject });
  }

  async unfollow(accountId: string, one: FollowedSubject): Promise<void> {
    const { database } = this.#opened;
    await change(database, accountId, this.#parts.now(), [unfollowStatement(accountId, one)]);
    await this.#log(accountId, 'digest unfollow', { kind: one.kind, subject: one.subject });
  }

  /** The objects that an account follows. */
  async satellites(accountId: string): Promise<OwnSatellites> {
    const followed = await listFollowed(this.#opened.database, accountId);
    return {
      account: hash('sha256', `browser ${accountId}`).slice(0, 16),
      satellites: followed
        .filter(({ kind }) => kind === 'satellites')
        .map(({ subject, name }) => ({ id: Number(subject), name })),
    };
  }

  /** Adds objects to those of an account and removes others, in one transaction; other browsers' changes are kept. */
  async changeSatellites(
    accountId: string,
    { add, remove }: { readonly add: OwnSatellites['satellites']; readonly remove: readonly number[] },
  ): Promise<OwnSatellites> {
    const now = this.#parts.now();
    await change(this.#opened.database, accountId, now, [
      ...remove.map((id) => unfollowStatement(accountId, { kind: 'satellites', subject: String(id) })),
      ...add.map(({ id, name }) => followStatement(accountId, { kind: 'satellites', subject: String(id), name }, now)),
    ]);
    return this.satellites(accountId);
  }

  /** Turns all digests off by the link of an email; false if there is no such link. */
  async unsubscribe(token: string): Promise<boolean> {
    const accountId = await unsubscribe(this.#opened.database, token);
    if (accountId !== null) await this.#log(accountId, 'digest unsubscribe', {});
    return accountId !== null;
  }

  /** Claims a digest that is due; null if there is none, or the database cannot be read. */
  async next(): Promise<DueDigest | null> {
    const opened = this.#parts.open();
    if (!opened || this.#parts.publicUrl === undefined) return null;
    const claim = await claimDigest(opened.database, this.#parts.now());
    return claim && { claim, followed: await listFollowed(opened.database, claim.account_id) };
  }

  /** Sends a claimed digest; without content, sends nothing. Returns whether the mail server can be used for others. */
  async send({ claim }: DueDigest, content: DigestContent | null, seen: Seen): Promise<boolean> {
    const { database, secret } = this.#opened;
    const { now, log, mailer, publicUrl } = this.#parts;
    if (content === null || publicUrl === undefined) {
      await recordNothing(database, claim, seen, now());
      return true;
    }
    if (!(await beginSending(database, claim, now()))) return true;
    const token = unsubscribeToken(secret, claim.account_id, claim.salt);
    const links = { base: publicUrl, unsubscribe: `${publicUrl}${unsubscribePath}?token=${token}` };
    const outcome = await mailer.sendOnce(claim.email, digestEmail(content, links));
    if (outcome === 'sent') {
      await recordSent(database, claim, seen);
      return true;
    }
    log.warn({ account: claim.account_id, outcome }, 'a digest could not be sent');
    await recordFailure(database, claim, { refused: outcome === 'refused', now: now() });
    return false;
  }

  /** Gives a claimed digest back, to be prepared again later. */
  async postpone({ claim }: DueDigest): Promise<void> {
    await postponeDigest(this.#opened.database, claim, this.#parts.now());
  }

  async #log(account_id: string, action: string, details: Readonly<Record<string, string | number>>): Promise<void> {
    await audit(this.#opened.database, byOwner({ at: this.#parts.now(), action, account_id, details }));
  }

  get #opened(): OpenAccounts {
    const opened = this.#parts.open();
    if (!opened) throw new Error('the accounts database is unavailable');
    return opened;
  }
}
