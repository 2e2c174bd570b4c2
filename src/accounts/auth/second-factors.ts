import type { SecurityLog } from '../audit-log.ts';
import type { Database } from '../database.ts';
import { addressBlock } from '../limits/address.ts';
import { FixedWindowLimiter } from '../limits/fixed-window-limiter.ts';
import { secondFactorEmail } from '../mail/emails.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AccountForms, Open } from './account-forms.ts';
import type { Authentication } from './authentication.ts';
import { findToken, useToken } from './email-token.ts';
import { createdPasskey, creationOptions, requestOptions, type StoredPasskey, usedPasskey } from './passkey.ts';
import { done, fail, type Result } from './result.ts';
import {
  addPasskey,
  confirmTotp,
  countRecoveryCodes,
  type FactorRecord,
  factorRecord,
  firstRecoveryCodes,
  listFactors,
  pendingTotp,
  removeFactor,
  replaceRecoveryCodes,
  type StoredFactor,
  startTotp,
  useFactor,
  useRecoveryCode,
} from './second-factor-store.ts';
import { deleteOtherSessions, type Session, whileSignedIn } from './session-store.ts';
import { periodOf, totpSetup } from './totp.ts';
import { linkBase, type Visitor } from './visitor.ts';

/** Wrong codes of an authenticator app for one account in an hour: a code has a million values. */
const WRONG_CODES = { limit: 10, milliseconds: 3_600_000 } as const;

/** The second factors of an account, for the page that changes them. */
export interface ShownFactors {
  readonly factors: readonly FactorRecord[];
  /** The authenticator app that is being set up. */
  readonly pending: { readonly factor_id: string; readonly secret: string; readonly uri: string } | null;
  readonly recovery_codes: number;
  /** Options for the browser, as JSON; null if passkeys can't be created at this address. */
  readonly creation_options: string | null;
}

/** The factors that the second step of a sign-in accepts. */
export interface ShownStep {
  readonly step: string;
  readonly totp: boolean;
  /** Options for the browser, as JSON; null without a passkey, or if none can be used at this address. */
  readonly request_options: string | null;
}

/** New recovery codes: the only time that they are available. */
export interface NewRecoveryCodes {
  readonly recovery_codes: readonly string[];
}

/** The factor that a person submits: one of these members, the others are empty. */
export interface GivenFactor {
  readonly code: string;
  readonly recovery: string;
  /** The browser's response, JSON. */
  readonly passkey: string;
}

interface Parts {
  readonly forms: AccountForms;
  readonly authentication: Authentication;
  readonly mailer: Mailer;
  readonly events: SecurityLog;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}

/** Second factors: authenticator apps, passkeys, and recovery codes. None is required; all can be used. */
export class SecondFactors {
  readonly #parts: Parts;
  readonly #wrongCodes = new FixedWindowLimiter(WRONG_CODES.limit, WRONG_CODES.milliseconds);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The second factors of the signed-in person. */
  shown(visitor: Visitor): Promise<Result<ShownFactors>> {
    return this.#signedIn(visitor, async ({ database, secret }, { account_id, email, session_id }) => {
      const now = this.#parts.now();
      const factors = await listFactors(database, account_id);
      const pending = await pendingTotp(database, account_id, now);
      const ceremony = { secret, subject: session_id, origin: visitor.origin, now };
      return done({
        factors: factors.map(factorRecord),
        pending: pending?.salt
          ? { factor_id: pending.factor_id, ...totpSetup(secret, pending.factor_id, pending.salt, email) }
          : null,
        recovery_codes: await countRecoveryCodes(database, account_id),
        creation_options: await creationOptions(
          ceremony,
          { id: account_id, email },
          factors.flatMap(({ credential_id }) => credential_id ?? []),
        ),
      });
    });
  }

  /** Starts setting up an authenticator app; the page then shows its secret. */
  startTotp(visitor: Visitor, password: string): Promise<Result> {
    return this.#change(visitor, password, async ({ database }, { account_id }) => {
      await database.write(startTotp(account_id, this.#parts.now()));
      return done(null);
    });
  }

  /** Confirms an authenticator app with its first code. */
  confirmTotp(visitor: Visitor, code: string): Promise<Result<NewRecoveryCodes | null>> {
    const { forms, now } = this.#parts;
    return forms.submit(visitor, 'changeFactors', ({ secret }) =>
      this.#signedIn(visitor, async ({ database }, session) => {
        const { account_id } = session;
        const pending = await pendingTotp(database, account_id, now());
        if (!pending?.salt) return fail('setup_expired');
        const period = periodOf(code, {
          serviceSecret: secret,
          factorId: pending.factor_id,
          salt: pending.salt,
          now: now(),
        });
        if (period === null) return fail('wrong_code');
        const factorId = pending.factor_id;
        if (!(await confirmTotp(database, account_id, { factorId, period, now: now() })))
          return fail(
            'setup_expired',
            'This authenticator app was confirmed in another tab or is no longer being set up.',
          );
        return this.#added(database, session, visitor, 'an authenticator app');
      }),
    );
  }

  /** Adds the passkey that the browser created. */
  addPasskey(
    visitor: Visitor,
    password: string,
    name: string,
    response: string,
  ): Promise<Result<NewRecoveryCodes | null>> {
    return this.#change(visitor, password, async ({ database, secret }, session) => {
      const now = this.#parts.now();
      const ceremony = { secret, subject: session.session_id, origin: visitor.origin, now };
      const passkey = await createdPasskey(ceremony, response);
      if (!passkey) return fail('bad_passkey');
      await addPasskey(database, session.account_id, name.trim(), passkey, now);
      return this.#added(database, session, visitor, 'a passkey');
    });
  }

  /** Removes a second factor. */
  remove(visitor: Visitor, password: string, factorId: string): Promise<Result> {
    return this.#change(visitor, password, async ({ database }, session) => {
      await removeFactor(database, session.account_id, factorId);
      this.#report(session, visitor, 'second factor removed', 'A second factor was removed');
      return done(null);
    });
  }

  /** Replaces the recovery codes. */
  newRecoveryCodes(visitor: Visitor, password: string): Promise<Result<NewRecoveryCodes>> {
    return this.#change(visitor, password, async ({ database }, session) => {
      if ((await listFactors(database, session.account_id)).length === 0)
        return fail('not_possible', 'Add an authenticator app or a passkey first.');
      const recovery_codes = await replaceRecoveryCodes(database, session.account_id);
      this.#report(session, visitor, 'recovery codes created', 'New recovery codes were created');
      return done({ recovery_codes });
    });
  }

  /** The factors that the second step of a sign-in accepts; null if the step has expired. */
  async stepOf(visitor: Visitor, step: string): Promise<ShownStep | null> {
    const { forms, now } = this.#parts;
    const shown = await forms.opened(async ({ database, secret }) => {
      const person = step === '' ? null : await findToken(database, 'second-step', step, now());
      if (!person) return fail('step_expired');
      const factors = await listFactors(database, person.person_id);
      const ceremony = { secret, subject: step, origin: visitor.origin, now: now() };
      return done({
        step,
        totp: factors.some(({ kind }) => kind === 'totp'),
        request_options: await requestOptions(
          ceremony,
          factors.flatMap(({ credential_id }) => credential_id ?? []),
        ),
      });
    });
    return shown.done ? shown.value : null;
  }

  /** Signs in after the right password, with one of the factors. */
  signIn(visitor: Visitor, step: string, given: GivenFactor): Promise<Result> {
    const { forms, now, authentication } = this.#parts;
    return forms.submit(visitor, 'secondStep', async (open) => {
      const { database } = open;
      const person = await findToken(database, 'second-step', step, now());
      if (!person) return fail('step_expired');
      const factors = await listFactors(database, person.person_id);
      const checked = await this.#check(open, visitor, step, person.person_id, factors, given);
      if (checked) {
        this.#log('second factor failed', person.person_id, visitor);
        return checked;
      }
      const requires = [useToken('second-step', step, now())];
      return authentication.startSession(open, person.person_id, visitor, { requires, otherwise: 'step_expired' });
    });
  }

  /** The error of a wrong factor; null if the given one is right. */
  async #check(
    { database, secret }: Open,
    { origin }: Visitor,
    step: string,
    personId: string,
    factors: readonly StoredFactor[],
    { code, recovery, passkey }: GivenFactor,
  ) {
    const now = this.#parts.now();
    if (passkey !== '') {
      const stored = factors.filter((factor): factor is StoredFactor & StoredPasskey => factor.credential_id !== null);
      const used = await usedPasskey({ secret, subject: step, origin, now }, passkey, stored);
      const factor = stored.find(({ credential_id }) => credential_id === used?.credential_id);
      const counted = used && factor && (await useFactor(database, factor.factor_id, used.counter, now));
      return counted ? null : fail('bad_passkey');
    }
    if (recovery !== '')
      return (await useRecoveryCode(database, personId, recovery)) ? null : fail('wrong_recovery_code');
    // Counted before it is checked: many requests may run in parallel.
    const wait = this.#wrongCodes.take(personId, now);
    if (wait > 0) return fail('too_many_tries', undefined, wait);
    for (const { factor_id, salt } of factors) {
      if (salt === null) continue;
      const period = periodOf(code, { serviceSecret: secret, factorId: factor_id, salt, now });
      if (period === null || !(await useFactor(database, factor_id, period, now))) continue;
      this.#wrongCodes.forget(personId);
      return null;
    }
    return fail('wrong_code');
  }

  /** After a factor was added: ends the other sessions, and creates recovery codes if there are none. */
  async #added(
    database: Database,
    session: Session,
    visitor: Visitor,
    what: string,
  ): Promise<Result<NewRecoveryCodes | null>> {
    await database.write([deleteOtherSessions(session)]);
    this.#report(session, visitor, 'second factor added', `A second factor, ${what}, was added`);
    const recovery_codes = await firstRecoveryCodes(database, session.account_id);
    return done(recovery_codes && { recovery_codes });
  }

  /** Changes the second factors of the signed-in person after checking the repeated password. */
  #change<T>(
    visitor: Visitor,
    password: string,
    work: (open: Open, session: Session) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { forms, authentication } = this.#parts;
    return forms.submit(visitor, 'changeFactors', ({ database }) =>
      this.#signedIn(visitor, async (open, session) => {
        const refused = await authentication.checkPassword(database, session, visitor, password);
        return refused ?? work(open, session);
      }),
    );
  }

  #signedIn<T>(visitor: Visitor, work: (open: Open, session: Session) => Promise<Result<T>>): Promise<Result<T>> {
    const { forms, authentication } = this.#parts;
    return forms.opened(async (open) => {
      const session = await authentication.session(visitor);
      if (!session) return fail('signed_out');
      return work({ ...open, database: whileSignedIn(open.database, session) }, session);
    });
  }

  #report({ account_id, email }: Session, visitor: Visitor, action: string, sentence: string): void {
    const { mailer, publicUrl } = this.#parts;
    const links = linkBase(publicUrl, visitor) ?? visitor.origin;
    mailer.send(email, secondFactorEmail(`${links}/account/second-factor`, sentence));
    this.#log(action, account_id, visitor);
  }

  #log(action: string, account_id: string, { address, headers }: Visitor): void {
    const { events, now } = this.#parts;
    events.add({ at: now(), action, account_id, network: addressBlock(address), agent: headers['user-agent'] });
  }
}
