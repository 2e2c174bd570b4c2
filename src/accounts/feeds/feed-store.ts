import { AccountProblem, type Database, type Statement, sql } from '../database.ts';
import { isSecret, keyHash, newSecret, secretLength } from '../keys/key.ts';
import { limitsOfOwner } from '../keys/key-store.ts';
import { change } from '../revision.ts';
import { randomBase62 } from '../secret.ts';

/** It begins as a key does, so that whatever hides keys in logs hides tokens too; it is longer, so no token is ever a key. */
const prefix = 'ow_feed';

/** A new token: the secret part of the address of a feed. */
export const newFeedToken = (): string => newSecret(prefix);

/** True if a text has the format and the checksum of a feed token. The token may be revoked or unknown. */
export const isFeedToken = (text: string): boolean => isSecret(text, prefix);

/** The part of a token shown afterwards to identify it. */
const feedHint = (token: string): string => `${token.slice(0, prefix.length + 4)}…`;

/** The format of a token, for the description of the API. */
export const feedTokenPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength}}$`);

/** A feed as its owner sees it: one question about passes over one place. Its secret URL is not stored. */
export interface FeedRecord {
  readonly feed_id: string;
  readonly account_id: string;
  readonly name: string;
  /** The first characters of the token. */
  readonly hint: string;
  /** The question, as a query string. */
  readonly query: string;
  readonly created_at: number;
  /** Accurate to about a second; null if never used. */
  readonly last_used_at: number | null;
}

/** A new feed: the only time that its token is available. */
export interface NewFeed {
  readonly feed_token: string;
  readonly feed_id: string;
  readonly name: string;
}

const selected = sql`
  select f.feed_id, f.account_id, f.name, f.hint, f.query, f.created_at,
    (select max(u.last_used_at) from use_by_day u where u.subject = 'key:' || f.feed_id) as last_used_at
  from feed f`;

/** The feeds of an account, oldest first. */
export const listFeeds = async (database: Database, accountId: string): Promise<readonly FeedRecord[]> =>
  database.rows<FeedRecord>(sql`${selected} where f.account_id = ${accountId} order by f.created_at, f.feed_id`);

/** One feed by its id; null if there is none. */
export async function findFeed(database: Database, feedId: string): Promise<FeedRecord | null> {
  const [row] = await database.rows<FeedRecord>(sql`${selected} where f.feed_id = ${feedId}`);
  return row ?? null;
}

/** Creates a feed. Throws AccountProblem if its name is invalid, the account is suspended, or its tier allows no more feeds. */
export async function createFeed(
  database: Database,
  accountId: string,
  { name, query }: Pick<FeedRecord, 'name' | 'query'>,
  now: number,
): Promise<NewFeed> {
  if (!/^[^\p{C}]{1,60}$/u.test(name)) throw new AccountProblem('The name of a feed is 1 to 60 characters long.');
  const most = (await limitsOfOwner(database, accountId, 'feeds')).feeds;
  const token = newFeedToken();
  // As long as the id of a key: both are subjects of usage.
  const feed_id = `fee_${randomBase62(14)}`;
  const [inserted] = await change(database, accountId, now, [
    sql`insert into feed (feed_id, account_id, hash, hint, name, query, created_at)
       select ${feed_id}, ${accountId}, ${keyHash(token)}, ${feedHint(token)}, ${name}, ${query}, ${now}
       where (select count(*) from feed where account_id = ${accountId}) < ${most} returning feed_id`,
  ]);
  if (inserted!.length === 0)
    throw new AccountProblem(`This account has ${most} feeds, as many as its tier allows: revoke one first.`);
  return { feed_token: token, feed_id, name };
}

/** Deletes a feed. Throws AccountProblem if the account has no such feed. */
export async function revokeFeed(database: Database, accountId: string, feedId: string, now: number): Promise<void> {
  const [deleted] = await change(database, accountId, now, [
    sql`delete from feed where feed_id = ${feedId} and account_id = ${accountId} returning feed_id`,
  ]);
  if (deleted!.length === 0) throw new AccountProblem('This account has no such feed.');
}

/** Revokes every feed of an account except those to keep; the statement returns their ids. */
export const revokeOtherFeeds = (accountId: string, keep: readonly string[]): Statement => {
  const kept = keep.reduce((list, id) => sql`${list} and feed_id <> ${id}`, sql``);
  return sql`delete from feed where account_id = ${accountId} ${kept} returning feed_id`;
};
