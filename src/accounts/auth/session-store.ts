import { hash } from 'node:crypto';
import { AccountProblem, type Database, required, type Statement, sql } from '../database.ts';
import { serialized } from '../revision.ts';
import { randomBase62 } from '../secret.ts';
import { sessionMilliseconds } from './session-cookie.ts';

/** The session of a signed-in person. */
export interface Session {
  readonly session_id: string;
  readonly account_id: string;
  readonly email: string;
}

/** A session as shown to its owner; only the cookie has the token. */
export interface SessionRecord {
  readonly session_id: string;
  readonly current: boolean;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly expires_at: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** The stored hash of a token: with 190 random bits, it needs no salt and no slow hash. */
export const sessionHash = (token: string): string => `sha256:${hash('sha256', token)}`;

/** A new session: its token, and the statement that stores its hash. */
export function newSession(
  personId: string,
  { address, agent, now }: { readonly address: string; readonly agent: string | undefined; readonly now: number },
): { readonly token: string; readonly insert: Statement } {
  const token = randomBase62(32);
  const time = new Date(now).toISOString();
  const insert = sql`insert into session (id, token, person_id, expires_at, created_at, updated_at, ip_address,
      user_agent)
     values (${randomBase62(32)}, ${sessionHash(token)}, ${personId},
     ${new Date(now + sessionMilliseconds).toISOString()}, ${time}, ${time}, ${address},
     ${agent?.slice(0, 300) ?? null})`;
  return { token, insert };
}

/** The session of a token; null for one that has ended or never was. */
export async function findSession(database: Database, token: string, now: number): Promise<Session | null> {
  const [row] = await database.rows<Session>(
    sql`select s.id as session_id, p.id as account_id, p.email from session s join person p on p.id = s.person_id
        where s.token = ${sessionHash(token)} and s.expires_at > ${new Date(now).toISOString()}`,
  );
  return row ?? null;
}

/**
 * The database, for writes that require a session: a write after the session's end changes nothing, and throws Outdated. A password reset
 * ends the session too, and must not be followed by changes of whoever was signed in before.
 */
export const whileSignedIn = (database: Database, { session_id }: Session): Database => ({
  ...database,
  async write(statements) {
    // Locked as for every change of an account, so that the session is read after a reset that has begun before.
    const before = [serialized, required(sql`select id from session where id = ${session_id}`)];
    return (await database.write([...before, ...statements])).slice(before.length);
  },
});

/** The unexpired sessions of the signed-in person, newest first. */
export async function listSessions(
  database: Database,
  { account_id, session_id }: Session,
  now: number,
): Promise<SessionRecord[]> {
  const rows = await database.rows<{
    id: string;
    created_at: string | Date;
    expires_at: string | Date;
    ip_address: string | null;
    user_agent: string | null;
  }>(
    sql`select id, created_at, expires_at, ip_address, user_agent from session
        where person_id = ${account_id} and expires_at > ${new Date(now).toISOString()} order by created_at desc, id`,
  );
  return rows.map(({ id, created_at, expires_at, ...rest }) => ({
    session_id: id,
    current: id === session_id,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
    ...rest,
  }));
}

/** Ends every session of a person. */
export const deleteSessions = (personId: string): Statement => sql`delete from session where person_id = ${personId}`;

/** Ends every session of the signed-in person but the current one. */
export const deleteOtherSessions = ({ account_id, session_id }: Session): Statement =>
  sql`delete from session where person_id = ${account_id} and id <> ${session_id} returning id`;

/** Ends one session of the signed-in person, or with null all but the current one. */
export async function endSessions(database: Database, session: Session, sessionId: string | null): Promise<void> {
  const [ended] = await database.write([
    sessionId === null
      ? deleteOtherSessions(session)
      : sql`delete from session where person_id = ${session.account_id} and id = ${sessionId} returning id`,
  ]);
  if (sessionId !== null && ended!.length === 0) throw new AccountProblem('This session has already ended.');
}
