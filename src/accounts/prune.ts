import { type Statement, sql } from './database.ts';
import { countedIds, keyIdLength } from './keys/key-store.ts';
import { dayName, utcDay } from './limits/usage.ts';

/** How many account changes are kept; a server that has missed more drops its whole key cache. */
export const changesKept = 10_000;
/** How long data is kept, days. The docs print these (docs/security). */
export const retentionDays = {
  /** Request counts of accounts and keys. */
  usage: 400,
  /** Responses by key, route and status. */
  routes: 90,
  /** Accounts with an email address that was never confirmed. */
  unconfirmed: 7,
  /** The audit log, except security events. */
  audit: 730,
  /** Sign-ins, wrong passwords, and keys used from a new network. */
  security: 90,
  /** Networks that an account was signed in from, since the last time. */
  networks: 90,
  /** Delivered webhook messages and tests, in the log. */
  deliveries: 30,
} as const;

const daysBefore = (now: number, days: number): number => now - days * 86_400_000;

/** Statements that run once a day: delete counts of IP addresses from earlier days, expired rows, and rows past their retention. */
export const prune = (now: number): readonly Statement[] => [
  sql`delete from use_by_day where subject like 'address:%' and day < ${dayName(utcDay(now))}`,
  sql`delete from use_by_day where day < ${dayName(utcDay(now) - retentionDays.usage)}`,
  sql`delete from use_by_day where subject like 'route:%' and day < ${dayName(utcDay(now) - retentionDays.routes)}`,
  sql`delete from audit_log where at < ${daysBefore(now, retentionDays.audit)}`,
  sql`delete from audit_log where at < ${daysBefore(now, retentionDays.security)} and actor = 'owner'
      and (action like 'sign-in%' or action like 'key used%')`,
  sql`delete from account_change where revision < (select revision from service_state) - ${changesKept}`,
  // The tables of people keep times as ISO text in SQLite, as timestamptz in PostgreSQL: both compare with ISO 8601.
  sql`delete from session where expires_at < ${new Date(now).toISOString()}`,
  sql`delete from verification where expires_at < ${new Date(now).toISOString()}`,
  sql`delete from person where email_verified = false and created_at < ${new Date(daysBefore(now, retentionDays.unconfirmed)).toISOString()}`,
  sql`delete from account where account_id not in (select id from person)`,
  sql`delete from webhook_delivery where created_at < ${daysBefore(now, retentionDays.deliveries)}
      and (delivered_at is not null or position is null)`,
  sql`delete from key_network where key_id not in (select key_id from api_key)`,
  sql`delete from sign_in_network where used_at < ${daysBefore(now, retentionDays.networks)}`,
  // Counts that a server wrote after the account was deleted.
  sql`delete from use_by_day where subject like 'account:%' and substr(subject, 9) not in (select id from person)`,
  sql`delete from use_by_day where subject like 'key:%' and substr(subject, 5) not in (${countedIds()})`,
  sql`delete from use_by_day where subject like 'route:%' and substr(subject, 7, ${keyIdLength}) not in
      (${countedIds()})`,
];
