import { AccountProblem, type Database, type Statement, sql } from '../database.ts';
import { change } from '../revision.ts';
import { randomBase62 } from '../secret.ts';
import { keyHash, keyHint, newKey } from './key.ts';
import { type Limits, limitsOf } from './tier.ts';

/** The longest overlap of a rotated key. */
export const longestOverlapHours = 24;

/** A key as its owner sees it; the key itself is not stored. */
export interface KeyRecord {
  readonly key_id: string;
  readonly account_id: string;
  readonly name: string;
  /** The key's first characters. */
  readonly hint: string;
  readonly state: 'active' | 'expiring' | 'expired' | 'revoked';
  readonly created_at: number;
  /** Accurate to about a second; null if never used. */
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  /** When a rotated key ends; null for one that was not rotated. */
  readonly expires_at: number | null;
  readonly replaced_by: string | null;
}

/** Whether requests with a key are accepted. */
export const isWorking = ({ state }: KeyRecord): boolean => state === 'active' || state === 'expiring';

/** A new key: the only time that its text is available. */
export interface NewKey {
  readonly key: string;
  readonly key_id: string;
}

/** The keys of an account, or with null of all accounts, newest first. */
export async function listKeys(database: Database, accountId: string | null, now: number): Promise<KeyRecord[]> {
  const rows = await database.rows<Omit<KeyRecord, 'state'>>(
    sql`select k.key_id, k.account_id, k.name, k.hint, k.created_at, k.revoked_at, k.expires_at, k.replaced_by,
          (select max(u.last_used_at) from use_by_day u where u.subject = 'key:' || k.key_id) as last_used_at
        from api_key k ${accountId === null ? sql`` : sql`where k.account_id = ${accountId}`}
        order by k.created_at desc, k.key_id`,
  );
  return rows.map((row) => ({ ...row, state: stateOf(row, now) }));
}

/** The hash of the newest active key of an account; undefined if it has none. */
export async function newestKeyHash(database: Database, accountId: string, now: number): Promise<string | undefined> {
  const [row] = await database.rows<{ hash: string }>(
    sql`select hash from api_key where account_id = ${accountId} and ${isActive(now)}
        order by created_at desc, key_id limit 1`,
  );
  return row?.hash;
}

/**
 * Creates a key. Throws AccountProblem if the account may not have one, or has as many as its tier allows. A rotated key
 * counts as long as it works: otherwise rotating, revoking and creating in turn would give any number of keys.
 */
export async function createKey(database: Database, accountId: string, name: string, now: number): Promise<NewKey> {
  const most = (await limitsOfOwner(database, accountId, 'keys')).keys;
  checkName(name);
  const key = newKey();
  const key_id = newKeyId();
  const [inserted] = await change(database, accountId, now, [
    sql`insert into api_key (key_id, account_id, hash, hint, name, created_at)
       select ${key_id}, ${accountId}, ${keyHash(key)}, ${keyHint(key)}, ${name}, ${now}
       where (select count(*) from api_key where account_id = ${accountId} and ${isActive(now)}) < ${most}
       returning key_id`,
  ]);
  if (inserted!.length === 0) throw new AccountProblem(tooMany(most));
  return { key, key_id };
}

/** Revokes a key; no effect if it has already ended. Throws AccountProblem if the account has no such key. */
export async function revokeKey(database: Database, accountId: string, keyId: string, now: number): Promise<void> {
  const [found] = await change(database, accountId, now, [
    sql`update api_key set revoked_at = coalesce(revoked_at, ${now})
        where key_id = ${keyId} and account_id = ${accountId} returning key_id`,
  ]);
  if (found!.length === 0) throw new AccountProblem(`This account has no key ${keyId}.`);
}

/** Revokes every key of an account that works, except those to keep; the statement returns their ids. */
export const revokeOtherKeys = (accountId: string, keep: readonly string[], now: number): Statement => {
  const kept = keep.reduce((list, id) => sql`${list} and key_id <> ${id}`, sql``);
  return sql`update api_key set revoked_at = ${now} where account_id = ${accountId} and ${isActive(now)} ${kept}
      returning key_id`;
};

/**
 * Replaces an active key with a new one of the same name; the old one stays valid for `overlapHours`, 0 to 24. A key
 * that the old one had replaced ends now, so at most two are valid together.
 */
export async function rotateKey(
  database: Database,
  accountId: string,
  keyId: string,
  overlapHours: number,
  now: number,
): Promise<NewKey> {
  if (!(overlapHours >= 0 && overlapHours <= longestOverlapHours))
    throw new AccountProblem(`The overlap is 0 to ${longestOverlapHours} hours.`);
  const key = newKey();
  const key_id = newKeyId();
  const ends = now + Math.round(overlapHours * 3_600_000);
  const old = sql`key_id = ${keyId} and account_id = ${accountId} and revoked_at is null and expires_at is null`;
  const [inserted] = await change(database, accountId, now, [
    sql`insert into api_key (key_id, account_id, hash, hint, name, created_at)
       select ${key_id}, account_id, ${keyHash(key)}, ${keyHint(key)}, name, ${now} from api_key where ${old}
       returning key_id`,
    sql`update api_key set revoked_at = ${now} where replaced_by = ${keyId} and account_id = ${accountId}
        and revoked_at is null`,
    sql`update api_key set expires_at = ${ends}, replaced_by = ${key_id},
        revoked_at = ${ends <= now ? now : null} where ${old}`,
  ]);
  if (inserted!.length === 0) throw new AccountProblem(`This account has no active key ${keyId} to rotate.`);
  return { key, key_id };
}

/** The account and id of a key that someone names by its id or by its text. Throws AccountProblem for an unknown one. */
export async function findKey(
  database: Database,
  by: { readonly key_id: string } | { readonly key: string },
): Promise<{ key_id: string; account_id: string }> {
  const named = 'key' in by ? sql`hash = ${keyHash(by.key)}` : sql`key_id = ${by.key_id}`;
  const [row] = await database.rows<{ key_id: string; account_id: string }>(
    sql`select key_id, account_id from api_key where ${named}`,
  );
  if (!row) throw new AccountProblem('There is no such key: "keys list" shows the keys and their ids.');
  return row;
}

/** The condition on keys that work; a rotated one does until its overlap ends. */
const isActive = (now: number) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})`;

const newKeyId = () => `key_${randomBase62(14)}`;
/** Characters of the id of a key or feed. */
export const keyIdLength = 18;
/** The ids of everything that requests are counted by: keys and feeds. */
export const countedIds = (accountId?: string): Statement => {
  const own = accountId === undefined ? sql`` : sql`where account_id = ${accountId}`;
  return sql`select key_id from api_key ${own} union all select feed_id from feed ${own}`;
};

const tooMany = (most: number) =>
  most === 1
    ? 'This account already has its one key: revoke or rotate it, or move to another tier. A rotated key counts until it expires.'
    : `This account has ${most} keys, as many as its tier allows: revoke one first. A rotated key counts until it expires.`;

/** The limits of an account that creates a key or a feed. Throws AccountProblem if the account is suspended or its email is unconfirmed. */
export async function limitsOfOwner(database: Database, accountId: string, what: 'keys' | 'feeds'): Promise<Limits> {
  const [row] = await database.rows<{ tier: string; suspended_at: number | null; email_verified: number | boolean }>(
    sql`select coalesce(a.tier, 'free') as tier, a.suspended_at, p.email_verified
        from person p left join account a on a.account_id = p.id where p.id = ${accountId}`,
  );
  if (!row) throw new AccountProblem('There is no such account.');
  if (!row.email_verified) throw new AccountProblem('Confirm your email address first: we sent you a link.');
  if (row.suspended_at !== null) throw new AccountProblem(`This account is suspended: it cannot create ${what}.`);
  return limitsOf(row.tier, null, null);
}

function checkName(name: string): void {
  if (!/^[^\p{C}]{1,60}$/u.test(name.trim())) throw new AccountProblem('The name of a key is 1 to 60 characters long.');
}

function stateOf(key: Omit<KeyRecord, 'state'>, now: number): KeyRecord['state'] {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at === null) return 'active';
  return key.expires_at > now ? 'expiring' : 'expired';
}
