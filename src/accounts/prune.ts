import { type Statement, statement } from './database.ts';
import { dayName } from './utc-day.ts';

/** How many changes of accounts are kept; a server that has missed more forgets every key. */
export const changesKept = 10_000;
/** How long totals of accounts and keys are kept, days. */
const usageKept = 400;
/** How long the audit log is kept, days. */
const auditKept = 730;

/** What is deleted once a day: counts of addresses of other days, and what is too old for anybody. */
export const prune = (day: number): readonly Statement[] => [
  statement("delete from use_by_day where subject like 'address:%' and day < ?", dayName(day)),
  statement('delete from use_by_day where day < ?', dayName(day - usageKept)),
  statement('delete from audit_log where at < ?', (day - auditKept) * 86_400_000),
  statement('delete from account_change where revision < (select revision from service_state) - ?', changesKept),
];
