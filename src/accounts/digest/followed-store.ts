import type { FollowedKind, FollowedSubject } from '../../schema/changes/followed.ts';
import { formatCount } from '../../schema/plain-text.ts';
import { AccountProblem, type Database, type Statement, sql } from '../database.ts';
import { change } from '../revision.ts';

/** A subject that an account follows, with its name at that time. */
export interface FollowedRecord extends FollowedSubject {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly created_at: number;
}

/** Maximum number of objects that an account follows: as many as a list can select. */
export const MAX_OBJECTS = 1000;
/** Maximum number of launches, groups, operators, and so on. */
export const MAX_OTHERS = 100;

/** The subjects that an account follows, in the order of following. */
export const listFollowed = (database: Database, accountId: string): Promise<readonly FollowedRecord[]> =>
  database.rows<FollowedRecord>(
    sql`select kind, subject, name, created_at from followed where account_id = ${accountId}
        order by created_at, kind, subject`,
  );

const limitOf = (kind: FollowedKind): { readonly most: number; readonly counted: Statement } =>
  kind === 'satellites'
    ? { most: MAX_OBJECTS, counted: sql`kind = 'satellites'` }
    : { most: MAX_OTHERS, counted: sql`kind <> 'satellites'` };

/** The statement that follows a subject; it does nothing if the account follows it already, or as many as it may. */
export function followStatement(
  accountId: string,
  { kind, subject, name }: Omit<FollowedRecord, 'created_at'>,
  now: number,
): Statement {
  const { most, counted } = limitOf(kind);
  return sql`insert into followed (account_id, kind, subject, name, created_at)
    select account_id, ${kind}, ${subject}, ${name}, ${now} from account where account_id = ${accountId}
      and (select count(*) from followed where account_id = ${accountId} and ${counted}) < ${most}
    on conflict (account_id, kind, subject) do nothing`;
}

export const unfollowStatement = (accountId: string, { kind, subject }: FollowedSubject): Statement =>
  sql`delete from followed where account_id = ${accountId} and kind = ${kind} and subject = ${subject}`;

/** Follows a subject. Throws AccountProblem if the account follows as many as it may. */
export async function follow(
  database: Database,
  accountId: string,
  one: Omit<FollowedRecord, 'created_at'>,
  now: number,
): Promise<void> {
  await change(database, accountId, now, [followStatement(accountId, one, now)]);
  const followed = await listFollowed(database, accountId);
  if (followed.some(({ kind, subject }) => kind === one.kind && subject === one.subject)) return;
  throw new AccountProblem(
    `An account follows at most ${formatCount(limitOf(one.kind).most)} of this kind: remove one first.`,
  );
}
