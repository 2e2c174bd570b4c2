import { sessionHash } from './auth/session-store.ts';
import { type Database, sql } from './database.ts';

/** Increase this with every change, and write changes so that they can run on existing tables: `if not exists`. */
const version = '8';
/** An arbitrary number for PostgreSQL's lock that is held while tables are changed: two processes may start together. */
const migrationLock = 7_310_421;

/**
 * The tables of people, with the names and types of better-auth 1.7.5, which managed them before
 * (decisions/accounts.md), so that existing databases keep working. Times are ISO text in SQLite and timestamptz in
 * PostgreSQL. Columns that only better-auth needed are no longer created, and not removed from existing databases.
 */
const personTables = ({ kind }: Database): string[] => {
  const time = kind === 'sqlite' ? 'date' : 'timestamptz';
  const boolean = kind === 'sqlite' ? 'integer' : 'boolean';
  return [
    `create table if not exists person (
      id text primary key,
      name text not null,
      email text not null unique,
      email_verified ${boolean} not null,
      created_at ${time} not null,
      updated_at ${time} not null
    )`,
    `create table if not exists session (
      id text primary key,
      expires_at ${time} not null,
      token text not null unique,
      created_at ${time} not null,
      updated_at ${time} not null,
      ip_address text,
      user_agent text,
      person_id text not null references person (id) on delete cascade
    )`,
    `create table if not exists credential (
      id text primary key,
      account_id text not null,
      provider_id text not null,
      person_id text not null references person (id) on delete cascade,
      password text,
      created_at ${time} not null,
      updated_at ${time} not null
    )`,
    `create table if not exists verification (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at ${time} not null,
      created_at ${time} not null,
      updated_at ${time} not null
    )`,
    'create index if not exists session_person_id_idx on session (person_id)',
    'create index if not exists credential_person_id_idx on credential (person_id)',
    'create index if not exists verification_identifier_idx on verification (identifier)',
  ];
};

const tables = [
  // The networks that a person has signed in from: these may still sign in while others guess the password.
  `create table if not exists sign_in_network (
    person_id text not null references person (id) on delete cascade,
    network text not null,
    used_at bigint not null,
    primary key (person_id, network)
  )`,
  // Authenticator apps and passkeys. `counter` is the period of the last code, or the counter of a passkey.
  `create table if not exists second_factor (
    factor_id text primary key,
    person_id text not null references person (id) on delete cascade,
    kind text not null,
    name text not null,
    salt text,
    credential_id text unique,
    public_key text,
    counter bigint not null,
    created_at bigint not null,
    confirmed_at bigint,
    last_used_at bigint
  )`,
  'create index if not exists second_factor_by_person on second_factor (person_id)',
  `create table if not exists recovery_code (
    person_id text not null references person (id) on delete cascade,
    hash text not null,
    primary key (person_id, hash)
  )`,
  // People who signed up more than once without confirming: they need the password of the last sign-up to confirm.
  `create table if not exists repeated_sign_up (
    person_id text primary key references person (id) on delete cascade
  )`,
  // One row. `revision` counts every change that servers must notice.
  `create table if not exists service_state (
    id integer primary key check (id = 1),
    revision bigint not null,
    paused_at bigint,
    pause_reason text,
    tables_version text not null
  )`,
  `insert into service_state (id, revision, tables_version) values (1, 0, '') on conflict (id) do nothing`,
  // The account that a revision changed; servers drop it from their caches.
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
  'create index if not exists audit_log_by_account on audit_log (account_id, at)',
  // The networks that a key was used from: new ones are reported to the owner.
  `create table if not exists key_network (
    key_id text not null,
    network text not null,
    first_used_at bigint not null,
    primary key (key_id, network)
  )`,
  // Secret addresses for programs that send no header: a question about passes over a place, as a query string.
  `create table if not exists feed (
    feed_id text primary key,
    account_id text not null references account (account_id) on delete cascade,
    hash text not null unique,
    hint text not null,
    name text not null,
    query text not null,
    created_at bigint not null
  )`,
  'create index if not exists feed_by_account on feed (account_id)',
  // Changes up to `release_at` are queued. `lease` identifies the process that sends a message, until `lease_until`.
  `create table if not exists webhook (
    webhook_id text primary key,
    account_id text not null references account (account_id) on delete cascade,
    url text not null,
    description text not null,
    types text not null,
    query text not null,
    secret_salt text not null,
    previous_salt text,
    previous_until bigint,
    created_at bigint not null,
    updated_at bigint not null,
    disabled_at bigint,
    disabled_reason text,
    failing_since bigint,
    attempt_at bigint not null,
    release_id text not null,
    release_at bigint not null,
    lease text,
    lease_until bigint not null
  )`,
  'create index if not exists webhook_by_account on webhook (account_id)',
  // The search of close approaches whose news are queued. A webhook without a row has had none since it was created.
  `create table if not exists webhook_run (
    webhook_id text primary key references webhook (webhook_id) on delete cascade,
    run_id text not null,
    run_at bigint not null
  )`,
  // A test has no position: it is no part of the queue.
  `create table if not exists webhook_delivery (
    delivery_id text primary key,
    webhook_id text not null references webhook (webhook_id) on delete cascade,
    position bigint,
    type text not null,
    release_id text,
    events integer not null,
    body text not null,
    created_at bigint not null,
    attempts integer not null,
    delivered_at bigint
  )`,
  'create index if not exists webhook_delivery_by_webhook on webhook_delivery (webhook_id, delivered_at, position)',
  `create table if not exists webhook_attempt (
    delivery_id text not null references webhook_delivery (delivery_id) on delete cascade,
    at bigint not null,
    status integer,
    problem text,
    milliseconds integer not null
  )`,
  'create index if not exists webhook_attempt_by_delivery on webhook_attempt (delivery_id)',
  // The subjects that an account follows: its satellites in every browser, and the content of its digest.
  `create table if not exists followed (
    account_id text not null references account (account_id) on delete cascade,
    kind text not null,
    subject text not null,
    name text not null,
    created_at bigint not null,
    primary key (account_id, kind, subject)
  )`,
  // `day` is done. `lease` identifies the process that prepares a digest, until `lease_until`.
  `create table if not exists digest (
    account_id text primary key references account (account_id) on delete cascade,
    daily integer not null,
    weekly integer not null,
    salt text not null,
    token_hash text not null unique,
    release_at bigint not null,
    week text not null,
    day text not null,
    attempts integer not null,
    attempt_at bigint not null,
    failing_since bigint,
    disabled_at bigint,
    lease text,
    lease_until bigint not null
  )`,
];

/** Updates the tables to this version. Does nothing, and locks nothing, if they are current. */
export async function migrate(database: Database): Promise<void> {
  const found = await versionOf(database);
  if (found === version) return;
  const statements = [
    ...(database.kind === 'postgres' ? [`select pg_advisory_xact_lock(${migrationLock})`] : []),
    ...personTables(database),
    ...tables,
    ...(found === null ? [] : await fromVersion1(database)),
    `update service_state set tables_version = '${version}' where id = 1`,
  ];
  await database.write(statements.map((text) => ({ sql: text, values: [] })));
}

/** better-auth stored session tokens in plain text: they are replaced by their hashes, so that people stay signed in. */
async function fromVersion1(database: Database): Promise<string[]> {
  const sessions = await database.rows<{ token: string }>(
    sql`select token from session where token not like 'sha256:%'`,
  );
  return sessions
    .filter(({ token }) => /^[0-9A-Za-z_-]+$/.test(token))
    .map(({ token }) => `update session set token = '${sessionHash(token)}' where token = '${token}'`);
}

async function versionOf(database: Database): Promise<string | null> {
  try {
    const [state] = await database.rows<{ tables_version: string }>(
      sql`select tables_version from service_state where id = 1`,
    );
    return state?.tables_version ?? null;
  } catch (error) {
    if (isMissingTable(error)) return null;
    throw error;
  }
}

/** SQLite reports it in the message, PostgreSQL as a code. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && (/no such table/.test(error.message) || (error as { code?: string }).code === '42P01');
