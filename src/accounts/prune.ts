import { type Statement, statement } from './database.ts';
import { dayName, utcDay } from './limits/utc-day.ts';

/** How many changes of accounts are kept; a server that has missed more forgets every key. */
export const changesKept = 10_000;
/** How long totals of accounts and keys are kept, days. */
const usageKept = 400;
/** How long an account waits for its address to be confirmed, days. */
const waits = 7;
/** How long the audit log is kept, days; and what only its owner needs to know of an account. */
const auditKept = 730;
const securityKept = 90;

const daysBefore = (now: number, days: number): number => now - days * 86_400_000;

/** What is deleted once a day: counts of addresses of other days, what has ended, and what is too old for anybody. */
export const prune = (now: number): readonly Statement[] => [
  statement("delete from use_by_day where subject like 'address:%' and day < ?", dayName(utcDay(now))),
  statement('delete from use_by_day where day < ?', dayName(utcDay(now) - usageKept)),
  statement('delete from audit_log where at < ?', daysBefore(now, auditKept)),
  statement(
    "delete from audit_log where at < ? and actor = 'owner' and (action like 'sign-in%' or action like 'key used%')",
    daysBefore(now, securityKept),
  ),
  statement('delete from account_change where revision < (select revision from service_state) - ?', changesKept),
  // The tables of people keep times as ISO text in SQLite, as timestamptz in PostgreSQL: both compare with ISO 8601.
  statement('delete from session where expires_at < ?', new Date(now).toISOString()),
  statement('delete from verification where expires_at < ?', new Date(now).toISOString()),
  statement(
    'delete from person where email_verified = false and created_at < ?',
    new Date(daysBefore(now, waits)).toISOString(),
  ),
  statement('delete from account where account_id not in (select id from person)'),
  statement('delete from key_network where key_id not in (select key_id from api_key)'),
  // What a server counted and wrote after the account was deleted.
  statement(
    "delete from use_by_day where subject like 'account:%' and substr(subject, 9) not in (select id from person)",
  ),
  statement(
    "delete from use_by_day where subject like 'key:%' and substr(subject, 5) not in (select key_id from api_key)",
  ),
];
