import { type Database, type Row, type Statement, sql } from './database.ts';

/**
 * The statements before every change of an account or its keys. The first locks the row that all writers need, so
 * changes are serialized, and no lower revision can appear after a server has read one. The second records the account;
 * the third creates an account for a person who has just signed up.
 */
const changed = (accountId: string, now: number): readonly [Statement, Statement, Statement] => [
  bump,
  sql`insert into account_change (revision, account_id, changed_at)
      select revision, ${accountId}, ${now} from service_state`,
  sql`insert into account (account_id, tier, created_at)
     select id, 'free', ${now} from person where id = ${accountId} on conflict (account_id) do nothing`,
];

/** Runs statements that change an account or its keys; returns the rows of each. */
export async function change(
  database: Database,
  accountId: string,
  now: number,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  const before = changed(accountId, now);
  return (await database.write([...before, ...statements])).slice(before.length);
}

/** Locks the row that `change` locks, until the end of the transaction, without a new revision. */
export const serialized = sql`update service_state set revision = revision where id = 1`;

/** Raises the revision for a change of the service itself. */
export const bump = sql`update service_state set revision = revision + 1 where id = 1`;
