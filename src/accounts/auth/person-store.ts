import { domainToASCII, domainToUnicode } from 'node:url';
import { type Database, required, type Statement, sql } from '../database.ts';
import { randomBase62 } from '../secret.ts';
import { deleteAllTokens, insertToken } from './email-token.ts';
import { hashPassword } from './password.ts';

/** The data of a person that signing in needs. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly confirmed: boolean;
  /** Null until a password is set: accounts that an operator creates have none at first. */
  readonly password: string | null;
}

/** How email addresses are stored and compared: the ways to write a domain in Unicode that mail servers take for one are one address. */
export function normalEmail(email: string): string {
  const address = email.trim().toLowerCase();
  const [local, domain] = partsOf(address);
  // Node reads a domain as that of a URL, which may end with a path.
  const isPlain = !/[^!-~]/.test(domain) || /[/?#\\]/.test(domain);
  const known = isPlain ? '' : domainToUnicode(domainToASCII(domain));
  return known === '' ? address : `${local}@${known}`;
}

/** The characters of an atom (RFC 5322, 6531). Comments, groups and quotes would make many addresses of one mailbox. */
const localForm = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const domainForm = new RegExp(String.raw`^${label}(?:\.${label})*$`, 'u');

/** True if an address, in the form that `normalEmail` returns, is valid as the recipient of an email. */
export function isEmail(address: string): boolean {
  const [local, domain] = partsOf(address);
  return address.length <= 254 && localForm.test(local) && domainForm.test(domain) && domainToASCII(domain) !== '';
}

/** The parts before and after the last `@`. */
const partsOf = (address: string): readonly [string, string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
};

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

/** Creates a person with a confirmed address and no password; null if the address already has one. */
export async function createPerson(database: Database, email: string, now: number): Promise<string | null> {
  const id = randomBase62(32);
  const [inserted] = await database.write([
    sql`${insertPerson(id, email, now, sql`true`)} on conflict (email) do nothing returning id`,
  ]);
  return inserted!.length === 0 ? null : id;
}

/**
 * Creates an unconfirmed person with a password; null if the address is confirmed. An unconfirmed sign-up with the same
 * address is replaced: its password and the links that were sent for it become invalid, because its author may be
 * somebody else. `browser` is the token of the browser that signs up. It is stored in the same transaction as the password, so that
 * a token can never confirm the password of another sign-up.
 */
export async function signUpPerson(
  database: Database,
  email: string,
  { password, browser }: { readonly password: string; readonly browser: string | null },
  now: number,
): Promise<string | null> {
  const stored = await hashPassword(password);
  const unconfirmed = sql`select id from person where email = ${normalEmail(email)} and email_verified = false`;
  // The first statement locks the person, so that confirming happens before all of this or after it.
  const [person] = await database.write([
    sql`${insertPerson(randomBase62(32), email, now, sql`false`)} on conflict (email)
        do update set created_at = excluded.created_at, updated_at = excluded.updated_at
        where person.email_verified = false returning id`,
    sql`insert into repeated_sign_up (person_id) select person_id from credential where person_id in (${unconfirmed})
        on conflict (person_id) do nothing`,
    deleteAllTokens(unconfirmed),
    sql`delete from credential where person_id in (${unconfirmed})`,
    insertPassword(unconfirmed, stored),
    ...(browser === null ? [] : [insertToken('sign-up', unconfirmed, browser, now)]),
  ]);
  return (person![0]?.['id'] as string | undefined) ?? null;
}

const insertPerson = (id: string, email: string, now: number, confirmed: Statement): Statement => {
  const time = new Date(now).toISOString();
  return sql`insert into person (id, name, email, email_verified, created_at, updated_at)
     values (${id}, '', ${normalEmail(email)}, ${confirmed}, ${time}, ${time})`;
};

/** Whether an unconfirmed person signed up more than once. */
export async function signedUpAgain(database: Database, personId: string): Promise<boolean> {
  return (await database.rows(sql`select 1 as n from repeated_sign_up where person_id = ${personId}`)).length > 0;
}

/** Locks a person until the end of the transaction: statements after it see what other writers of the person have done. */
const lockPerson = (personId: string): Statement =>
  sql`update person set updated_at = updated_at where id = ${personId}`;

/** The statements at the start of a transaction that requires that a person's password hash is still the one that was checked. */
export const stillHasPassword = ({ id, password }: Pick<Person, 'id' | 'password'>): readonly Statement[] => [
  lockPerson(id),
  required(sql`select person_id from credential where person_id = ${id} and password = ${password}`),
];

/** Replaces a person's password hash, or sets the first one. */
export const setPassword = (personId: string, stored: string, now: number): readonly Statement[] => [
  sql`delete from credential where person_id = ${personId}`,
  sql`update person set updated_at = ${new Date(now).toISOString()} where id = ${personId}`,
  insertPassword(sql`${personId}`, stored),
];

/** Inserts nothing if the person does not exist. The times are those of the person's last change, which is this one. */
const insertPassword = (personIds: Statement, stored: string): Statement =>
  sql`insert into credential (id, account_id, provider_id, person_id, password, created_at, updated_at)
     select ${randomBase62(32)}, id, 'credential', id, ${stored}, updated_at, updated_at
     from person where id in (${personIds})`;

/** Confirms the address of a person, on `condition` if there is one; returns its id. */
export const confirmPerson = (personId: string, condition = sql`true`): readonly Statement[] => [
  // The condition is evaluated after a sign-up that replaces this one.
  lockPerson(personId),
  sql`delete from repeated_sign_up where person_id = ${personId} and ${condition}`,
  sql`update person set email_verified = true where id = ${personId} and ${condition} returning id`,
];
