import { randomBase62 } from '../base62.ts';
import { type Database, type Statement, sql } from '../database.ts';
import { hashPassword } from './password.ts';

/** A person as signing in needs it. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly confirmed: boolean;
  /** Null until a password is set: an operator creates accounts without. */
  readonly password: string | null;
}

/** How email addresses are stored and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

export async function findPerson(
  database: Database,
  by: { readonly email: string } | { readonly id: string },
): Promise<Person | null> {
  const named = 'email' in by ? sql`p.email = ${normalEmail(by.email)}` : sql`p.id = ${by.id}`;
  const [row] = await database.rows<{
    id: string;
    email: string;
    email_verified: number | boolean;
    password: string | null;
  }>(
    sql`select p.id, p.email, p.email_verified, c.password from person p
        left join credential c on c.person_id = p.id and c.provider_id = 'credential' where ${named}`,
  );
  return row ? { ...row, confirmed: Boolean(row.email_verified) } : null;
}

/** Creates a person; null if the address already has one. */
export async function createPerson(
  database: Database,
  email: string,
  { confirmed, password, now }: { readonly confirmed: boolean; readonly password: string | null; readonly now: number },
): Promise<string | null> {
  const id = randomBase62(32);
  const time = new Date(now).toISOString();
  const stored = password === null ? null : await hashPassword(password);
  const [inserted] = await database.write([
    sql`insert into person (id, name, email, email_verified, created_at, updated_at)
       values (${id}, '', ${normalEmail(email)}, ${confirmed ? sql`true` : sql`false`}, ${time}, ${time})
           on conflict (email) do nothing returning id`,
    // In one transaction with the person: if two sign up with one address, one password is stored.
    ...(stored === null ? [] : [insertPassword(id, stored)]),
  ]);
  return inserted!.length === 0 ? null : id;
}

/** Replaces a person's password hash, or sets the first one. */
export const setPassword = (personId: string, stored: string, now: number): readonly Statement[] => [
  sql`delete from credential where person_id = ${personId}`,
  sql`update person set updated_at = ${new Date(now).toISOString()} where id = ${personId}`,
  insertPassword(personId, stored),
];

/** Inserts nothing if the person does not exist. The times are those of the person's last change, which is this one. */
const insertPassword = (personId: string, stored: string): Statement =>
  sql`insert into credential (id, account_id, provider_id, person_id, password, created_at, updated_at)
     select ${randomBase62(32)}, id, 'credential', id, ${stored}, updated_at, updated_at
     from person where id = ${personId}`;

export const confirmPerson = (personId: string): Statement =>
  sql`update person set email_verified = true where id = ${personId}`;
