import { personTables } from './auth/person-tables.ts';
import type { Database } from './database.ts';

/**
 * Our own tables; those of people and sessions are better-auth's. Raise `version` with every change, and write the
 * change so that it can run on what is there: `if not exists`.
 */
const version = '1';

const tables = [
  // One row. `revision` counts every change that a server must hear of.
  `create table if not exists service_state (
    id integer primary key check (id = 1),
    revision bigint not null,
    paused_at bigint,
    pause_reason text,
    tables_version text not null
  )`,
  `insert into service_state (id, revision, tables_version) values (1, 0, '') on conflict (id) do nothing`,
  // Which account a revision changed; servers forget what they know of it.
  `create table if not exists account_change (
    revision bigint primary key,
    account_id text not null,
    changed_at bigint not null
  )`,
  `create table if not exists account (
    account_id text primary key,
    tier text not null,
    daily_quota bigint,
    burst_limit bigint,
    suspended_at bigint,
    suspension_reason text,
    created_at bigint not null
  )`,
  `create table if not exists api_key (
    key_id text primary key,
    account_id text not null references account (account_id) on delete cascade,
    hash text not null unique,
    hint text not null,
    name text not null,
    created_at bigint not null,
    revoked_at bigint,
    expires_at bigint,
    replaced_by text
  )`,
  'create index if not exists api_key_by_account on api_key (account_id)',
  `create table if not exists use_by_day (
    day text not null,
    subject text not null,
    used bigint not null,
    last_used_at bigint not null,
    primary key (day, subject)
  )`,
  'create index if not exists use_by_subject on use_by_day (subject, day)',
  `create table if not exists audit_log (
    entry_id text primary key,
    at bigint not null,
    actor text not null,
    action text not null,
    account_id text,
    email text,
    details text not null
  )`,
  'create index if not exists audit_log_by_time on audit_log (at)',
];

/** Brings the tables up to this program's version. Does nothing, and locks nothing, where they are. */
export async function migrate(database: Database, people: Parameters<typeof personTables>[0]): Promise<void> {
  const wanted = `${version} with better-auth ${personTables.version}`;
  if ((await versionOf(database)) === wanted) return;
  await database.migrate(async () => {
    if ((await versionOf(database)) === wanted) return [];
    const done = `update service_state set tables_version = '${wanted}' where id = 1`;
    return [...(await personTables(people)), ...tables, done];
  });
}

async function versionOf(database: Database): Promise<string | null> {
  try {
    const [state] = await database.rows<{ tables_version: string }>(
      'select tables_version from service_state where id = 1',
    );
    return state?.tables_version ?? null;
  } catch (error) {
    if (isMissingTable(error)) return null;
    throw error;
  }
}

/** SQLite says so in words, PostgreSQL by its code. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && (/no such table/.test(error.message) || (error as { code?: string }).code === '42P01');
