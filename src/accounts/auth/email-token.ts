import { hash } from 'node:crypto';
import { type Database, required, type Statement, sql } from '../database.ts';
import { randomBase62 } from '../secret.ts';

/** The purpose of a token: of an emailed link, or of a browser for a while. */
export type TokenPurpose = 'confirm' | 'reset' | 'sign-in' | 'second-step' | 'sign-up';

/** How long a token is valid, ms. */
export const tokenLifetimes: Readonly<Record<TokenPurpose, number>> = {
  confirm: 86_400_000,
  reset: 3_600_000,
  'sign-in': 3_600_000,
  // This token is not emailed; the page of the second step contains it.
  'second-step': 600_000,
  // Not emailed either: this token is in a cookie of the browser that signed up.
  'sign-up': 86_400_000,
};

/** Only the hash of a token is stored: reading the database opens no account. */
const identifierOf = (purpose: TokenPurpose, token: string): string => `${purpose}:${hash('sha256', token)}`;

/**
 * Creates the token of one email, if the required statements hold. Tokens of one account do not replace each other: each email's link
 * works until it expires.
 */
export async function createToken(
  database: Database,
  purpose: TokenPurpose,
  personId: string,
  now: number,
  requires: readonly Statement[] = [],
): Promise<string> {
  const token = randomBase62(32);
  await database.write([...requires, insertToken(purpose, sql`${personId}`, token, now)]);
  return token;
}

/** Inserts a token of a person; nothing if there is no such person. */
export function insertToken(purpose: TokenPurpose, personId: Statement, token: string, now: number): Statement {
  const time = new Date(now).toISOString();
  return sql`insert into verification (id, identifier, value, expires_at, created_at, updated_at)
     select ${randomBase62(32)}, ${identifierOf(purpose, token)}, id,
       ${new Date(now + tokenLifetimes[purpose]).toISOString()}, ${time}, ${time} from person where id in (${personId})`;
}

/** The person of a token, without consuming it; null for an unknown or expired one. */
export async function findToken(
  database: Database,
  purpose: TokenPurpose,
  token: string,
  now: number,
): Promise<{ person_id: string; email: string } | null> {
  const [row] = await database.rows<{ person_id: string; email: string }>(
    sql`select p.id as person_id, p.email from verification v join person p on p.id = v.value
        where v.identifier = ${identifierOf(purpose, token)} and v.expires_at > ${new Date(now).toISOString()}`,
  );
  return row ?? null;
}

/** Consumes a token in a transaction that requires it: of two with the same token, only one succeeds. */
export const useToken = (purpose: TokenPurpose, token: string, now: number): Statement =>
  required(sql`delete from verification where identifier = ${identifierOf(purpose, token)}
      and expires_at > ${new Date(now).toISOString()} returning id`);

/** The condition that a token is still valid. */
export const isValidToken = (purpose: TokenPurpose, token: string, now: number): Statement =>
  sql`exists (select 1 from verification where identifier = ${identifierOf(purpose, token)}
      and expires_at > ${new Date(now).toISOString()})`;

/** Invalidates every outstanding token of people, of whatever purpose. */
export const deleteAllTokens = (personIds: Statement): Statement =>
  sql`delete from verification where value in (${personIds})`;

/** Invalidates every outstanding token of a purpose. */
export const deleteTokens = (purpose: TokenPurpose, personId: string): Statement =>
  sql`delete from verification where value = ${personId} and identifier like ${`${purpose}:%`}`;
