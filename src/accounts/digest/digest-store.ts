import { hash, hkdfSync } from 'node:crypto';
import { type Database, type Row, sql } from '../database.ts';
import { dayName, utcDay } from '../limits/usage.ts';
import { change } from '../revision.ts';
import { randomBase62 } from '../secret.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** The hour of the UTC day from which a digest is sent. */
const DIGEST_HOUR = 6;
/** Delays after attempts that sent nothing, ms. After the last one, the next attempt is on the next day. */
export const retryDelays: readonly number[] = [5 * minute, 30 * minute, 2 * hour];
/** A digest is turned off after failing for this long, ms. */
export const FAILING_MILLISECONDS = 7 * day;
/** How long a process may prepare a digest that it has claimed, ms. */
const LEASE_MILLISECONDS = 2 * minute;
/** No wait or claim lasts longer, ms: one that ends later was written while the clock ran ahead. */
const LONGEST_MILLISECONDS = 2 * day;

/** The choice of an account. */
export interface DigestChoice {
  /** Whether changes of the things that it follows are sent. */
  readonly daily: boolean;
  /** Whether weeks in orbit are sent. */
  readonly weekly: boolean;
}

/** The digest of an account as its owner sees it. */
export interface DigestRecord extends DigestChoice {
  /** The UTC day of the last digest that was sent, may have been sent, or had no content; empty: none yet. */
  readonly day: string;
  /** Changes up to this time were sent, or were checked without being news: milliseconds since 1970. */
  readonly release_at: number;
  /** The last week that was sent, or that was already over when the account chose weeks: `2026-W34`. */
  readonly week: string;
  /** The time since which no digest could be sent; null if the last one was. */
  readonly failing_since: number | null;
  /** When it was turned off because none could be sent for a week. */
  readonly disabled_at: number | null;
}

/** The part of the catalog that an account has seen: the release of a time, and the newest week that is over. */
export interface Seen {
  /** Milliseconds since 1970. */
  readonly release_at: number;
  /** `2026-W34`; empty if no week is over. */
  readonly week: string;
}

/** A digest that only this process prepares and sends. */
export interface DigestClaim extends Omit<DigestRecord, 'failing_since' | 'disabled_at'> {
  readonly account_id: string;
  readonly email: string;
  readonly salt: string;
  readonly lease: string;
  readonly attempts: number;
  readonly failing_since: number | null;
}

/** The day of the digest that is due: it begins at `DIGEST_HOUR`. */
const digestDay = (now: number): string => dayName(utcDay(now - DIGEST_HOUR * hour));

type Stored<T extends DigestChoice> = Omit<T, keyof DigestChoice> & Record<keyof DigestChoice, number>;
const chosen = <T extends DigestChoice>(row: Stored<T>): T =>
  ({ ...row, daily: row.daily === 1, weekly: row.weekly === 1 }) as unknown as T;

/** The digest of an account; null if it never had one. */
export async function findDigest(database: Database, accountId: string): Promise<DigestRecord | null> {
  const [row] = await database.rows<Stored<DigestRecord>>(
    sql`select daily, weekly, day, release_at, week, failing_since, disabled_at from digest
        where account_id = ${accountId}`,
  );
  return row ? chosen<DigestRecord>(row) : null;
}

const flag = (value: boolean): number => (value ? 1 : 0);

/** Stores the choice of an account. A digest that is turned on begins with the changes after `seen`. */
export async function chooseDigest(
  database: Database,
  secret: string,
  accountId: string,
  { daily, weekly }: DigestChoice,
  { seen, now }: { readonly seen: Seen; readonly now: number },
): Promise<void> {
  const salt = randomBase62(32);
  await change(database, accountId, now, [
    sql`insert into digest (account_id, daily, weekly, salt, token_hash, release_at, week, day, attempts, attempt_at, lease_until)
        select account_id, 0, 0, ${salt}, ${unsubscribeHash(unsubscribeToken(secret, accountId, salt))},
          ${seen.release_at}, ${seen.week}, '', 0, ${now}, 0 from account where account_id = ${accountId}
        on conflict (account_id) do nothing`,
    sql`update digest set
          release_at = case when daily = 0 or disabled_at is not null then ${seen.release_at} else release_at end,
          week = case when weekly = 0 or disabled_at is not null then ${seen.week} else week end,
          daily = ${flag(daily)}, weekly = ${flag(weekly)},
          attempts = 0, attempt_at = ${now}, failing_since = null, disabled_at = null
        where account_id = ${accountId}`,
  ]);
}

/** Turns the digest of a token off; the account, or null if there is no such token. */
export async function unsubscribe(database: Database, token: string): Promise<string | null> {
  const [rows] = await database.write([
    sql`update digest set daily = 0, weekly = 0 where token_hash = ${unsubscribeHash(token)} returning account_id`,
  ]);
  return (rows![0]?.account_id as string | undefined) ?? null;
}

/** Whether a digest is due and no process has claimed it; `d` is its row. */
const isDue = (now: number) => sql`(d.daily = 1 or d.weekly = 1) and d.disabled_at is null
  and (d.day < ${digestDay(now)} or d.day > ${dayName(utcDay(now) + 1)})
  and (d.attempt_at <= ${now} or d.attempt_at > ${now + LONGEST_MILLISECONDS})
  and (d.lease_until <= ${now} or d.lease_until > ${now + LONGEST_MILLISECONDS})`;

/**
 * Claims the digest that has been due longest, for a while; null if none is due. Only accounts with a confirmed address
 * that are not suspended have one. Of several processes, one gets each.
 */
export async function claimDigest(database: Database, now: number): Promise<DigestClaim | null> {
  const lease = randomBase62(12);
  const [rows] = await database.write([
    // The condition stands twice: PostgreSQL checks the outer one again after waiting for another process.
    sql`update digest as d set lease = ${lease}, lease_until = ${now + LEASE_MILLISECONDS}
        where ${isDue(now)} and d.account_id in (
          select d.account_id from digest d join account a on a.account_id = d.account_id
            join person p on p.id = d.account_id
          where ${isDue(now)} and a.suspended_at is null and p.email_verified = true
            and not exists (select 1 from service_state where paused_at is not null)
          order by d.attempt_at, d.account_id limit 1)
        returning account_id, daily, weekly, day, release_at, week, salt, lease, attempts, failing_since`,
  ]);
  const row = rows![0] as unknown as Stored<Omit<DigestClaim, 'email'>> | undefined;
  if (!row) return null;
  const [person] = await database.rows<{ email: string }>(sql`select email from person where id = ${row.account_id}`);
  return person ? { ...chosen<Omit<DigestClaim, 'email'>>(row), email: person.email } : null;
}

const held = ({ account_id, lease }: DigestClaim) => sql`account_id = ${account_id} and lease = ${lease}`;

/** Ends a claim, and marks the day as done: there was nothing to send. False if the claim had ended already. */
export const recordNothing = (database: Database, claim: DigestClaim, seen: Seen, now: number): Promise<boolean> =>
  update(
    database,
    sql`update digest set lease = null, lease_until = 0, day = ${digestDay(now)}, release_at = ${seen.release_at},
          week = ${seen.week}, attempts = 0 where ${held(claim)} returning account_id`,
  );

/**
 * Marks the day as done before the email is sent, so that a process that is killed while sending does not send a second
 * one: then the changes are in the next digest too. False if the claim had ended, or the digest was turned off: then
 * nothing may be sent.
 */
export const beginSending = (database: Database, claim: DigestClaim, now: number): Promise<boolean> =>
  update(
    database,
    sql`update digest set day = ${digestDay(now)} where ${held(claim)} and (daily = 1 or weekly = 1)
        returning account_id`,
  );

/** Ends a claim after its email was sent. */
export const recordSent = (database: Database, claim: DigestClaim, seen: Seen): Promise<boolean> =>
  update(
    database,
    sql`update digest set lease = null, lease_until = 0, release_at = ${seen.release_at}, week = ${seen.week},
          attempts = 0, failing_since = null where ${held(claim)} returning account_id`,
  );

/**
 * Ends a claim without a sent email. If the server refused the email, it is tried again on the same day a few times; if
 * it may have been sent, on the next day. After a week of failures, the digest is turned off.
 */
export function recordFailure(
  database: Database,
  claim: DigestClaim,
  { refused, now }: { readonly refused: boolean; readonly now: number },
): Promise<boolean> {
  const delay = refused ? retryDelays[claim.attempts] : undefined;
  const since = claim.failing_since ?? now;
  return update(
    database,
    sql`update digest set lease = null, lease_until = 0, failing_since = ${since},
          disabled_at = ${now - since >= FAILING_MILLISECONDS ? now : null},
          day = ${delay === undefined ? digestDay(now) : claim.day},
          attempts = ${delay === undefined ? 0 : claim.attempts + 1}, attempt_at = ${now + (delay ?? 0)}
        where ${held(claim)} returning account_id`,
  );
}

/** Ends a claim without an attempt; the next one is in half an hour. */
export const postponeDigest = (database: Database, claim: DigestClaim, now: number): Promise<boolean> =>
  update(
    database,
    sql`update digest set lease = null, lease_until = 0, attempt_at = ${now + 30 * minute}
        where ${held(claim)} returning account_id`,
  );

async function update(database: Database, statement: Parameters<Database['write']>[0][number]): Promise<boolean> {
  const [rows] = (await database.write([statement])) as [readonly Row[]];
  return rows.length > 0;
}

/**
 * The token of the link that unsubscribes an account without signing in. It is derived from the service's own secret and
 * a random salt, so that every email can contain it although only its hash is stored.
 */
export const unsubscribeToken = (serviceSecret: string, accountId: string, salt: string): string =>
  Buffer.from(hkdfSync('sha256', serviceSecret, salt, `unsubscribe ${accountId}`, 24)).toString('base64url');

const unsubscribeHash = (token: string): string => hash('sha256', token);
