import { setTimeout as pause } from 'node:timers/promises';
import type { SecurityLog } from '../audit-log.ts';
import { AccountProblem, type Database, sql } from '../database.ts';
import { addressBlock } from '../limits/address.ts';
import { FixedWindowLimiter } from '../limits/fixed-window-limiter.ts';
import { confirmEmail, existingAccountEmail, passwordChangedEmail, resetEmail } from '../mail/emails.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createToken, deleteTokens, findToken, useToken } from './email-token.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { passwordProblem } from './password-rule.ts';
import { confirmPerson, createPerson, findPerson, normalEmail, type Person, setPassword } from './person-store.ts';
import { done, fail, type Result } from './result.ts';
import { expiredCookie, sessionCookie, tokenOf } from './session-cookie.ts';
import { deleteSessions, findSession, newSession, type Session, sessionHash } from './session-store.ts';
import { SignInThrottle } from './sign-in-throttle.ts';
import { isCrossSite, linkBase, type Visitor } from './visitor.ts';

/** How many times one network (an IPv4 address or an IPv6 /64) may submit each form, and in how many seconds. */
const rules = {
  signIn: [10, 60],
  signUp: [10, 3600],
  requestReset: [5, 900],
  sendConfirmation: [5, 900],
  resetPassword: [10, 900],
  changePassword: [10, 900],
  confirm: [30, 900],
} as const;

type Form = keyof typeof rules;

/**
 * Minimum duration of responses that must not reveal whether an account exists, ms: writing takes longer than not
 * writing.
 */
const EVEN_MILLISECONDS = 300;

/** A hash that no password has: checking it takes as long as checking one that is stored. */
const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

interface Deps {
  /** The accounts database and what signs cookies; null while it can't be read. */
  readonly open: () => { readonly database: Database; readonly secret: string } | null;
  readonly publicUrl: string | undefined;
  readonly mailer: Mailer;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly events: SecurityLog;
  readonly log: { info(facts: object, message: string): void };
}

type Open = NonNullable<ReturnType<Deps['open']>>;

/** Sign-up, sign-in, sign-out, and password reset. Responses do not depend on whether an address has an account. */
export class Authentication {
  readonly #deps: Deps;
  readonly #secure: boolean;
  readonly #limiters: Readonly<Record<Form, FixedWindowLimiter>>;
  readonly throttle: SignInThrottle;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#secure = deps.publicUrl?.startsWith('https:') ?? false;
    this.#limiters = Object.fromEntries(
      Object.entries(rules).map(([form, [limit, seconds]]) => [form, new FixedWindowLimiter(limit, seconds * 1000)]),
    ) as Record<Form, FixedWindowLimiter>;
    this.throttle = new SignInThrottle(deps.sleep);
  }

  /** Creates an account and sends a confirmation email; if the address already has an account, an email about that. */
  signUp(visitor: Visitor, email: string, password: string): Promise<Result> {
    return this.#evenly(visitor, 'signUp', async ({ database }) => {
      const address = checkedEmail(email);
      const problem = await passwordProblem(password, address);
      if (problem) return fail('weak_password', problem);
      const { now, mailer } = this.#deps;
      const links = this.#linksOf(visitor);
      const id = await createPerson(database, address, { confirmed: false, password, now: now() });
      if (id === null) mailer.send(address, existingAccountEmail(`${links}/account/forgot`));
      else await this.#sendConfirmation(database, { id, email: address }, links);
      return done(null);
    });
  }

  /** Sends the confirmation email again, if the address is not confirmed yet. */
  sendConfirmation(visitor: Visitor, email: string): Promise<Result> {
    return this.#evenly(visitor, 'sendConfirmation', async ({ database }) => {
      const links = this.#linksOf(visitor);
      const person = await findPerson(database, { email: checkedEmail(email) });
      if (person && !person.confirmed) await this.#sendConfirmation(database, person, links);
      return done(null);
    });
  }

  /** Confirms the address that the email with this token went to. */
  confirm(visitor: Visitor, token: string): Promise<Result> {
    return this.#attempt(visitor, 'confirm', async ({ database }) => {
      const { now } = this.#deps;
      const person = await findToken(database, 'confirm', token, now());
      // The token stays valid until it expires, so that a second click succeeds too.
      if (!person) return fail('bad_link');
      await database.write([confirmPerson(person.person_id)]);
      return done(null);
    });
  }

  /** Starts a session, in the cookies of the result. */
  signIn(visitor: Visitor, email: string, password: string): Promise<Result> {
    return this.#submit(visitor, 'signIn', async ({ database, secret }) => {
      const { now } = this.#deps;
      const address = checkedEmail(email);
      await this.throttle.wait(address, visitor.address, now());
      const person = await findPerson(database, { email: address });
      const right = await verifyPassword(person?.password ?? noPassword, password);
      if (!person || !right) {
        this.#failedSignIn(address, person, visitor);
        return fail('wrong_credentials');
      }
      this.throttle.succeeded(address, visitor.address);
      if (!person.confirmed) {
        const links = linkBase(this.#deps.publicUrl, visitor);
        if (links !== null) await this.#sendConfirmation(database, person, links);
        return fail('not_confirmed');
      }
      const { token, insert } = this.#newSession(person.id, visitor);
      await database.write([insert]);
      this.#record('sign-in', person.id, visitor);
      return done(null, [sessionCookie(token, secret, this.#secure)]);
    });
  }

  /** Ends the visitor's session. */
  async signOut(visitor: Visitor): Promise<Result> {
    if (isCrossSite(visitor)) return fail('cross_site');
    return this.#open(async ({ database, secret }) => {
      const token = tokenOf(visitor.headers.cookie, secret, this.#secure);
      if (token !== null) await database.write([sql`delete from session where token = ${sessionHash(token)}`]);
      return done(null, [expiredCookie(this.#secure)]);
    });
  }

  /** Sends an email to set a new password, if the address has an account. */
  requestReset(visitor: Visitor, email: string): Promise<Result> {
    return this.#evenly(visitor, 'requestReset', async ({ database }) => {
      const { now, mailer } = this.#deps;
      const links = this.#linksOf(visitor);
      const person = await findPerson(database, { email: checkedEmail(email) });
      if (person && mailer.allows('reset', person.email)) {
        const token = await createToken(database, 'reset', person.id, now());
        mailer.send(person.email, resetEmail(`${links}/account/reset?token=${token}`));
        this.#record('password reset requested', person.id, visitor);
      }
      return done(null);
    });
  }

  /** Sets a new password by the token of an email, once, and ends every session. The email reached its owner: its address is confirmed. */
  resetPassword(visitor: Visitor, token: string, password: string): Promise<Result> {
    return this.#submit(visitor, 'resetPassword', async ({ database }) => {
      const { now, mailer } = this.#deps;
      const links = this.#linksOf(visitor);
      const person = await findToken(database, 'reset', token, now());
      if (!person) return fail('bad_link');
      const problem = await passwordProblem(password, person.email);
      if (problem) return fail('weak_password', problem);
      const stored = await hashPassword(password);
      if (!(await useToken(database, 'reset', token, now()))) return fail('bad_link');
      await database.write([
        ...setPassword(person.person_id, stored, now()),
        confirmPerson(person.person_id),
        deleteSessions(person.person_id),
        deleteTokens('reset', person.person_id),
      ]);
      this.throttle.forget(person.email);
      mailer.send(person.email, passwordChangedEmail(`${links}/account/forgot`));
      this.#record('password reset', person.person_id, visitor);
      return done(null);
    });
  }

  /** Changes the password of the signed-in person, ends every other session, and gives this one a new token. */
  changePassword(visitor: Visitor, current: string, password: string): Promise<Result> {
    return this.#submit(visitor, 'changePassword', async ({ database, secret }) => {
      const { now, mailer, publicUrl } = this.#deps;
      const session = await this.session(visitor);
      if (!session) return fail('signed_out');
      if (!(await this.isPassword(database, session, visitor, current))) return fail('wrong_credentials');
      const problem = await passwordProblem(password, session.email);
      if (problem) return fail('weak_password', problem);
      const stored = await hashPassword(password);
      const { token, insert } = this.#newSession(session.account_id, visitor);
      await database.write([
        ...setPassword(session.account_id, stored, now()),
        deleteSessions(session.account_id),
        deleteTokens('reset', session.account_id),
        insert,
      ]);
      const links = linkBase(publicUrl, visitor) ?? visitor.origin;
      mailer.send(session.email, passwordChangedEmail(`${links}/account/forgot`));
      this.#record('password changed', session.account_id, visitor);
      return done(null, [sessionCookie(token, secret, this.#secure)]);
    });
  }

  /** Whether a text is the password of the signed-in person; wrong ones count as failed sign-ins. */
  async isPassword(database: Database, { account_id }: Session, visitor: Visitor, password: string): Promise<boolean> {
    const person = await findPerson(database, { id: account_id });
    if (!person) return false;
    await this.throttle.wait(person.email, visitor.address, this.#deps.now());
    if (await verifyPassword(person.password ?? noPassword, password)) return true;
    this.#failedSignIn(person.email, person, visitor);
    return false;
  }

  /**
   * The visitor's session; null if there is none or accounts can't be read. Reads the database, so ended sessions are
   * invalid immediately.
   */
  async session(visitor: Visitor): Promise<Session | null> {
    const open = this.#deps.open();
    const token = open && tokenOf(visitor.headers.cookie, open.secret, this.#secure);
    if (!token) return null;
    return findSession(open.database, token, this.#deps.now()).catch(() => null);
  }

  #newSession(personId: string, { address, headers }: Visitor) {
    return newSession(personId, { address, agent: headers['user-agent'], now: this.#deps.now() });
  }

  async #sendConfirmation(database: Database, { id, email }: Pick<Person, 'id' | 'email'>, links: string) {
    const { mailer, now } = this.#deps;
    if (!mailer.allows('confirm', email)) return;
    const token = await createToken(database, 'confirm', id, now());
    mailer.send(email, confirmEmail(`${links}/account/confirm?token=${token}`));
  }

  /** Counts a wrong password. Only the first few of a network are written to the account's log: others could fill it. */
  #failedSignIn(email: string, person: Person | null, visitor: Visitor): void {
    const { now, log } = this.#deps;
    const state = this.throttle.failed(email, visitor.address, now());
    log.info(
      { event: 'sign-in failed', account: person?.id ?? null, network: addressBlock(visitor.address), state },
      'wrong password',
    );
    if (person && state !== 'still slow')
      this.#record(state === 'slowed' ? 'sign-in slowed' : 'sign-in failed', person.id, visitor);
  }

  #record(action: string, accountId: string, { address, headers }: Visitor): void {
    this.#deps.events.add({
      at: this.#deps.now(),
      action,
      account_id: accountId,
      network: addressBlock(address),
      agent: headers['user-agent'],
    });
  }

  #linksOf(visitor: Visitor): string {
    const links = linkBase(this.#deps.publicUrl, visitor);
    if (links !== null) return links;
    throw new AccountProblem('This server does not know its own address, which emails need: set ORBWEAVER_PUBLIC_URL.');
  }

  /** As `#submit`, but takes the same time whether the address has an account or not. */
  async #evenly(visitor: Visitor, form: Form, work: (open: Open) => Promise<Result>): Promise<Result> {
    const [result] = await Promise.all([this.#submit(visitor, form, work), pause(EVEN_MILLISECONDS)]);
    return result;
  }

  async #submit(visitor: Visitor, form: Form, work: (open: Open) => Promise<Result>): Promise<Result> {
    return isCrossSite(visitor) ? fail('cross_site') : this.#attempt(visitor, form, work);
  }

  async #attempt(visitor: Visitor, form: Form, work: (open: Open) => Promise<Result>): Promise<Result> {
    const wait = this.#limiters[form].take(addressBlock(visitor.address), this.#deps.now());
    return wait > 0 ? fail('too_many_tries', undefined, wait) : this.#open(work);
  }

  async #open(work: (open: Open) => Promise<Result>): Promise<Result> {
    const open = this.#deps.open();
    if (!open) return fail('unavailable');
    try {
      return await work(open);
    } catch (error) {
      if (error instanceof BadEmail) return fail('bad_email');
      return error instanceof AccountProblem ? fail('not_possible', error.message) : fail('unavailable');
    }
  }
}

class BadEmail extends Error {}

function checkedEmail(email: string): string {
  const address = normalEmail(email);
  if (address.length > 254 || !/^[^\s\p{C}@<>,;"]+@[^\s\p{C}@<>,;"]+$/u.test(address)) throw new BadEmail();
  return address;
}
