import { type Database, type Statement, sql } from './database.ts';
import { base62, randomBase62 } from './secret.ts';

/** An action on an account, a key or the service. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `operator NAME` with the operating system's user name, or `owner` for actions in or with the account. */
  readonly actor: string;
  /** `keys revoke`, `accounts suspend`, `sign-in failed` … */
  readonly action: string;
  readonly account_id: string | null;
  readonly email: string | null;
  /** Further details; never a key or a password. */
  readonly details: Readonly<Record<string, string | number | null>>;
}

/** Keeps entries of one millisecond in order. */
let count = 0;

/** The statement that stores an entry. */
const entered = ({ at, actor, action, account_id, email, details }: AuditEntry): Statement => {
  const id = `${base62(at, 8)}${base62(count++ % 238_328, 3)}${randomBase62(6)}`;
  return sql`insert into audit_log (entry_id, at, actor, action, account_id, email, details)
      values (${id}, ${at}, ${actor}, ${action}, ${account_id}, ${email}, ${JSON.stringify(details)})`;
};

/** Stores an entry. */
export async function audit(database: Database, entry: AuditEntry): Promise<void> {
  await database.write([entered(entry)]);
}

/** An entry for an owner's action, signed in or with a key. It has no email address, because it outlives the account. */
export const byOwner = (entry: Omit<AuditEntry, 'actor' | 'email'>): AuditEntry => ({
  actor: 'owner',
  email: null,
  ...entry,
});

/** A security event of an account, as its owner sees it. */
interface SecurityEvent {
  readonly at: number;
  readonly action: string;
  readonly account_id: string;
  /** The network as counted by limits, never the full IPv6 address. */
  readonly network: string;
  readonly agent?: string | undefined;
  readonly key_id?: string;
}

/** How many events are kept while the database is unreachable. */
const MAX_WAITING = 10_000;

/**
 * Security events, buffered and written later: the response time must not reveal whether an event was written, and so
 * whether the account exists.
 */
export class SecurityLog {
  #waiting: Statement[] = [];

  add(event: SecurityEvent): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    const { at, action, account_id, network, agent, key_id } = event;
    const details = { network, ...(agent && { agent: agent.slice(0, 300) }), ...(key_id && { key_id }) };
    this.#waiting.push(entered(byOwner({ at, action, account_id, details })));
  }

  /** Writes the events added since the last flush. If writing fails, they are kept for the next one. */
  async flush(database: Database): Promise<void> {
    const events = this.#waiting;
    if (events.length === 0) return;
    this.#waiting = [];
    try {
      await database.write(events);
    } catch (error) {
      this.#waiting = [...events, ...this.#waiting];
      throw error;
    }
  }
}

type Stored = Omit<AuditEntry, 'details'> & { readonly details: string };

const selected = sql`select at, actor, action, account_id, email, details from audit_log`;
const entry = (row: Stored): AuditEntry => ({ ...row, details: JSON.parse(row.details) });

/** The entries about one account, oldest first. */
export async function auditOf(database: Database, accountId: string): Promise<AuditEntry[]> {
  const rows = await database.rows<Stored>(sql`${selected} where account_id = ${accountId} order by at, entry_id`);
  return rows.map(entry);
}

/** The most recent entries, the newest last. */
export async function listAudit(database: Database, most: number): Promise<AuditEntry[]> {
  const rows = await database.rows<Stored>(sql`${selected} order by at desc, entry_id desc limit ${most}`);
  return rows.map(entry).reverse();
}
