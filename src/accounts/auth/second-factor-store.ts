import { hash, randomBytes, randomInt } from 'node:crypto';
import { AccountProblem, type Database, type Statement, sql } from '../database.ts';
import { randomBase62 } from '../secret.ts';
import type { StoredPasskey } from './passkey.ts';

/** Letters and digits that are not mistaken for each other. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 24 characters of 31 are 118 bits, which need no slow hash (ASVS 5.0, 6.5.2: 112). */
const LENGTH = 24;
const GROUP = 4;
const RECOVERY_CODES = 10;

/** New recovery codes, such as `abcd-efgh-…`. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: LENGTH },
      (_, at) => (at > 0 && at % GROUP === 0 ? '-' : '') + characters[randomInt(characters.length)],
    ).join(''),
  );

/** The stored hash of a code, however it is typed. */
const recoveryHash = (code: string): string => hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** A second factor as its owner sees it. */
export interface FactorRecord {
  readonly factor_id: string;
  readonly kind: 'totp' | 'passkey';
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** A second factor as stored. An authenticator app has a salt, a passkey the rest. */
export interface StoredFactor extends FactorRecord {
  /** Null until the first correct code of an authenticator app; until then, the app is not required. */
  readonly confirmed_at: number | null;
  readonly salt: string | null;
  readonly credential_id: string | null;
  readonly public_key: string | null;
  readonly counter: number;
}

/** The members of a stored factor that its owner sees. */
export const factorRecord = ({ factor_id, kind, name, created_at, last_used_at }: StoredFactor): FactorRecord => ({
  factor_id,
  kind,
  name,
  created_at,
  last_used_at,
});

/** How long an authenticator app may take to be set up, ms. */
const SETUP_MILLISECONDS = 900_000;
/** How many passkeys an account may have. */
const MAX_PASSKEYS = 20;

/** Every second factor of a person, oldest first, those being set up among them. */
const listStoredFactors = async (database: Database, personId: string): Promise<readonly StoredFactor[]> =>
  database.rows<StoredFactor>(
    sql`select factor_id, kind, name, salt, credential_id, public_key, counter, created_at, confirmed_at, last_used_at
        from second_factor where person_id = ${personId} order by created_at, factor_id`,
  );

/** The confirmed second factors of a person; signing in requires one of them. */
export const listFactors = async (database: Database, personId: string): Promise<readonly StoredFactor[]> =>
  (await listStoredFactors(database, personId)).filter(({ confirmed_at }) => confirmed_at !== null);

/** A statement with a row if signing in requires no second factor. */
export const hasNoFactor = (personId: string): Statement =>
  sql`select 1 as n where not exists (
      select 1 from second_factor where person_id = ${personId} and confirmed_at is not null)`;

/** The authenticator app that is being set up; null for none. */
export const pendingTotp = async (database: Database, personId: string, now: number): Promise<StoredFactor | null> =>
  (await listStoredFactors(database, personId)).find(
    ({ confirmed_at, created_at }) => confirmed_at === null && now - created_at < SETUP_MILLISECONDS,
  ) ?? null;

/** Starts setting up an authenticator app, in place of one that was not confirmed. */
export const startTotp = (personId: string, now: number): readonly Statement[] => [
  sql`delete from second_factor where person_id = ${personId} and confirmed_at is null`,
  sql`insert into second_factor (factor_id, person_id, kind, name, salt, counter, created_at)
      values (${newFactorId()}, ${personId}, 'totp', 'Authenticator app', ${randomBytes(16).toString('base64url')}, 0,
      ${now})`,
];

/**
 * Confirms an authenticator app with the period of its first code; an earlier app stops working. False if it has been confirmed
 * meanwhile: a form may be sent twice.
 */
export async function confirmTotp(
  database: Database,
  personId: string,
  { factorId, period, now }: { readonly factorId: string; readonly period: number; readonly now: number },
): Promise<boolean> {
  const [confirmed] = await database.write([
    sql`update second_factor set confirmed_at = ${now}, counter = ${period}
        where person_id = ${personId} and factor_id = ${factorId} and confirmed_at is null returning factor_id`,
    sql`delete from second_factor where person_id = ${personId} and kind = 'totp' and factor_id <> ${factorId}
        and exists (select 1 from second_factor where factor_id = ${factorId})`,
  ]);
  return confirmed!.length > 0;
}

/** Stores a passkey. Throws AccountProblem if there are too many, or it is stored already. */
export async function addPasskey(
  database: Database,
  personId: string,
  name: string,
  { credential_id, public_key, counter }: StoredPasskey,
  now: number,
): Promise<void> {
  if (!/^[^\p{C}]{1,60}$/u.test(name)) throw new AccountProblem('The name of a passkey is 1 to 60 characters long.');
  const [inserted] = await database.write([
    sql`insert into second_factor (factor_id, person_id, kind, name, credential_id, public_key, counter, created_at,
        confirmed_at)
        select ${newFactorId()}, ${personId}, 'passkey', ${name}, ${credential_id}, ${public_key}, ${counter}, ${now},
        ${now}
        where (select count(*) from second_factor where person_id = ${personId}) < ${MAX_PASSKEYS}
        on conflict (credential_id) do nothing returning factor_id`,
  ]);
  if (inserted!.length === 0)
    throw new AccountProblem(`This passkey is stored already, or there are ${MAX_PASSKEYS}: remove one first.`);
}

/** The periods of 30 s in a day. */
const PERIODS_OF_A_DAY = 2880;

/**
 * Records the use of a factor with its new counter (for an authenticator app, the period of the code); false if the
 * counter had been reached already, because a code works once. Passkeys without a counter always have 0. A period that is more than a
 * day later was stored by a clock that ran ahead, and does not shut the owner out until then.
 */
export async function useFactor(database: Database, factorId: string, counter: number, now: number): Promise<boolean> {
  const [used] = await database.write([
    sql`update second_factor set counter = ${counter}, last_used_at = ${now}
        where factor_id = ${factorId} and (counter < ${counter} or (counter = 0 and ${counter} = 0)
          or (kind = 'totp' and counter > ${counter + PERIODS_OF_A_DAY})) returning factor_id`,
  ]);
  return used!.length > 0;
}

/** Removes a factor, and with the last one the recovery codes. Throws AccountProblem if the person does not have it. */
export async function removeFactor(database: Database, personId: string, factorId: string): Promise<void> {
  const [removed] = await database.write([
    sql`delete from second_factor where person_id = ${personId} and factor_id = ${factorId} returning factor_id`,
    sql`delete from recovery_code where person_id = ${personId} and not exists (
        select 1 from second_factor where person_id = ${personId} and confirmed_at is not null)`,
  ]);
  if (removed!.length === 0) throw new AccountProblem('This second factor has already been removed.');
}

/** Removes every second factor and recovery code of a person. */
export const removeFactors = (personId: string): readonly Statement[] => [
  sql`delete from second_factor where person_id = ${personId}`,
  sql`delete from recovery_code where person_id = ${personId}`,
];

/** How many recovery codes are left. */
export async function countRecoveryCodes(database: Database, personId: string): Promise<number> {
  const [row] = await database.rows<{ n: number }>(
    sql`select count(*) as n from recovery_code where person_id = ${personId}`,
  );
  return row!.n;
}

/**
 * The first recovery codes; null if there are some, such as those of a factor that was added at the same time. Only this result has them.
 */
export async function firstRecoveryCodes(database: Database, personId: string): Promise<readonly string[] | null> {
  const codes = newRecoveryCodes();
  const [added] = await database.write([insertRecoveryCodes(personId, codes)]);
  return added!.length > 0 ? codes : null;
}

/** Adds recovery codes to a person who has none. */
function insertRecoveryCodes(personId: string, codes: readonly string[]): Statement {
  const rows = codes
    .map((code) => sql`(${personId}, ${recoveryHash(code)})`)
    .reduce((before, row) => sql`${before}, ${row}`);
  return sql`insert into recovery_code (person_id, hash) select column1, column2 from (values ${rows}) as code
    where not exists (select 1 from recovery_code where person_id = ${personId}) returning hash`;
}

/** Replaces the recovery codes. Only this result has them. */
export async function replaceRecoveryCodes(database: Database, personId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await database.write([
    sql`delete from recovery_code where person_id = ${personId}`,
    insertRecoveryCodes(personId, codes),
  ]);
  return codes;
}

/** Uses up a recovery code; false for a wrong or used one. */
export async function useRecoveryCode(database: Database, personId: string, code: string): Promise<boolean> {
  const [used] = await database.write([
    sql`delete from recovery_code where person_id = ${personId} and hash = ${recoveryHash(code)} returning hash`,
  ]);
  return used!.length > 0;
}

const newFactorId = () => `factor_${randomBase62(14)}`;
