import { AccountProblem, type Database, type Statement, sql } from '../database.ts';
import { countedIds, keyIdLength } from '../keys/key-store.ts';
import { limitsOf, type Tier } from '../keys/tier.ts';
import { dayName, utcDay } from '../limits/usage.ts';
import { bump, change } from '../revision.ts';
import { deleteAllTokens } from './email-token.ts';
import { confirmPerson, createPerson, isEmail, normalEmail } from './person-store.ts';
import { deleteSessions } from './session-store.ts';

/** An account as its owner and the operator see it. */
export interface AccountRecord {
  readonly account_id: string;
  readonly email: string;
  readonly email_confirmed: boolean;
  readonly tier: string;
  /** Requests a UTC day. */
  readonly daily_quota: number;
  /** Requests per second, over all keys. */
  readonly burst_limit: number;
  /** How many keys its tier allows at a time. */
  readonly most_keys: number;
  /** How many webhooks its tier allows. */
  readonly most_webhooks: number;
  /** How many feeds its tier allows. */
  readonly most_feeds: number;
  /** Whether an operator has set custom limits. */
  readonly own_limits: boolean;
  /** Number of keys that work now, including rotated ones in their overlap. */
  readonly active_keys: number;
  readonly used_today: number;
  readonly suspended_at: number | null;
  readonly suspension_reason: string | null;
  readonly created_at: number;
}

async function read(database: Database, now: number, where: Statement): Promise<AccountRecord[]> {
  const rows = await database.rows<Stored>(sql`
    select p.id as account_id, p.email, p.email_verified, coalesce(a.tier, 'free') as tier, a.daily_quota,
      a.burst_limit, a.suspended_at, a.suspension_reason, p.created_at,
      (select count(*) from api_key k where k.account_id = p.id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${now})) as active_keys,
      coalesce((select u.used from use_by_day u
        where u.day = ${dayName(utcDay(now))} and u.subject = 'account:' || p.id), 0) as used_today
    from person p left join account a on a.account_id = p.id ${where} order by p.created_at, p.id`);
  return rows.map(record);
}

/** Every account, oldest first. */
export const listAccounts = (database: Database, now: number): Promise<AccountRecord[]> => read(database, now, sql``);

/** The account with an email address or an id; null if there is none. */
export async function findAccount(
  database: Database,
  by: { readonly email: string } | { readonly account_id: string },
  now: number,
): Promise<AccountRecord | null> {
  const named = 'email' in by ? sql`p.email = ${normalEmail(by.email)}` : sql`p.id = ${by.account_id}`;
  const [account] = await read(database, now, sql`where ${named}`);
  return account ?? null;
}

/**
 * Creates an account with a confirmed email address and no password: its owner sets one with "Forgot your password?".
 * For operators; visitors sign up. Throws AccountProblem if the address already has an account.
 */
export async function createConfirmedAccount(
  database: Database,
  email: string,
  tier: Tier,
  now: number,
): Promise<string> {
  if (!isEmail(normalEmail(email))) throw new AccountProblem(`${email} is not an email address.`);
  const id = await createPerson(database, email, now);
  if (id === null) throw new AccountProblem(`${normalEmail(email)} already has an account.`);
  await database.write([sql`insert into account (account_id, tier, created_at) values (${id}, ${tier}, ${now})`]);
  return id;
}

/**
 * Confirms the email address of an account on behalf of an operator. The person who signed up with it may not be its
 * owner, so the password and all sessions are removed, and the owner sets a password with a reset.
 */
export async function confirmAccount(database: Database, accountId: string, now: number): Promise<void> {
  await change(database, accountId, now, [
    ...confirmPerson(accountId),
    sql`delete from credential where person_id = ${accountId}`,
    deleteSessions(accountId),
    deleteAllTokens(sql`${accountId}`),
  ]);
}

/** Sets the tier and custom limits; null means the tier's own limit. */
export async function setTier(
  database: Database,
  accountId: string,
  { tier, daily, burst }: { readonly tier: Tier; readonly daily: number | null; readonly burst: number | null },
  now: number,
): Promise<void> {
  await change(database, accountId, now, [
    sql`update account set tier = ${tier}, daily_quota = ${daily}, burst_limit = ${burst}
        where account_id = ${accountId}`,
  ]);
}

/** Refuses the account's keys from now on, until it is resumed. */
export async function suspend(database: Database, accountId: string, reason: string, now: number): Promise<void> {
  await change(database, accountId, now, [
    sql`update account set suspended_at = coalesce(suspended_at, ${now}), suspension_reason = ${reason}
        where account_id = ${accountId}`,
  ]);
}

/** Lifts a suspension. */
export async function resume(database: Database, accountId: string, now: number): Promise<void> {
  await change(database, accountId, now, [
    sql`update account set suspended_at = null, suspension_reason = null where account_id = ${accountId}`,
  ]);
}

/** Deletes everything stored about an account; the audit log keeps the operators' actions on it, without its email. */
export async function deleteAccount(database: Database, accountId: string, now: number): Promise<void> {
  await change(database, accountId, now, [
    sql`delete from use_by_day where subject = ${`account:${accountId}`}
       or (subject like 'key:%' and substr(subject, 5) in (${countedIds(accountId)}))
       or (subject like 'route:%' and substr(subject, 7, ${keyIdLength}) in (${countedIds(accountId)}))`,
    sql`delete from key_network where key_id in (select key_id from api_key where account_id = ${accountId})`,
    sql`delete from api_key where account_id = ${accountId}`,
    sql`delete from feed where account_id = ${accountId}`,
    sql`delete from webhook where account_id = ${accountId}`,
    sql`delete from account where account_id = ${accountId}`,
    deleteSessions(accountId),
    deleteAllTokens(sql`${accountId}`),
    sql`delete from credential where person_id = ${accountId}`,
    sql`delete from person where id = ${accountId}`,
    sql`delete from audit_log where account_id = ${accountId} and actor = 'owner'`,
    sql`update audit_log set email = null where account_id = ${accountId}`,
  ]);
}

/** Stops all API requests, on every server, until resumed; null resumes. */
export async function setPaused(database: Database, paused: { reason: string } | null, now: number): Promise<void> {
  await database.write([
    bump,
    sql`update service_state set paused_at = ${paused ? now : null}, pause_reason = ${paused?.reason ?? null}
        where id = 1`,
  ]);
}

/** An account as stored. */
type Stored = Omit<
  AccountRecord,
  | 'daily_quota'
  | 'burst_limit'
  | 'most_keys'
  | 'most_webhooks'
  | 'most_feeds'
  | 'own_limits'
  | 'email_confirmed'
  | 'created_at'
> & {
  readonly daily_quota: number | null;
  readonly burst_limit: number | null;
  readonly email_verified: number | boolean;
  /** ISO text in SQLite, timestamptz in PostgreSQL. */
  readonly created_at: string | Date;
};

function record({ daily_quota, burst_limit, email_verified, created_at, ...rest }: Stored): AccountRecord {
  const limits = limitsOf(rest.tier, daily_quota, burst_limit);
  return {
    ...rest,
    email_confirmed: Boolean(email_verified),
    daily_quota: limits.daily,
    burst_limit: limits.burst,
    most_keys: limits.keys,
    most_webhooks: limits.webhooks,
    most_feeds: limits.feeds,
    own_limits: daily_quota !== null || burst_limit !== null,
    created_at: new Date(created_at).getTime(),
  };
}
