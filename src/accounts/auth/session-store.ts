import { AccountProblem, type Database, statement } from '../database.ts';
import type { Session } from './people.ts';

/** A session as its owner sees it; the token is in the cookie alone. */
export interface SessionRecord {
  readonly session_id: string;
  readonly current: boolean;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly expires_at: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** The sessions of who is signed in, newest first, those that have expired left out. */
export async function listSessions(database: Database, { account_id, session_id }: Session): Promise<SessionRecord[]> {
  const rows = await database.rows<{
    id: string;
    created_at: string | Date;
    expires_at: string | Date;
    ip_address: string | null;
    user_agent: string | null;
  }>(
    'select id, created_at, expires_at, ip_address, user_agent from session where person_id = ? order by created_at desc, id',
    account_id,
  );
  return rows
    .map(({ id, created_at, expires_at, ...rest }) => ({
      session_id: id,
      current: id === session_id,
      created_at: new Date(created_at).toISOString(),
      expires_at: new Date(expires_at).toISOString(),
      ...rest,
    }))
    .filter(({ expires_at }) => Date.parse(expires_at) > Date.now());
}

/** Ends one of the sessions of who is signed in, or with null all but the one that asks. */
export async function endSessions(database: Database, session: Session, sessionId: string | null): Promise<void> {
  const [ended] = await database.write([
    sessionId === null
      ? statement(
          'delete from session where person_id = ? and id <> ? returning id',
          session.account_id,
          session.session_id,
        )
      : statement('delete from session where person_id = ? and id = ? returning id', session.account_id, sessionId),
  ]);
  if (sessionId !== null && ended!.length === 0) throw new AccountProblem('There is no such session any more.');
}
