import { setTimeout as pause } from 'node:timers/promises';
import type { SecurityLog } from '../audit-log.ts';
import { AccountProblem, type Database, required, type Statement, sql } from '../database.ts';
import { type FeedRecord, listFeeds, revokeOtherFeeds } from '../feeds/feed-store.ts';
import { isWorking, type KeyRecord, listKeys, revokeOtherKeys } from '../keys/key-store.ts';
import { addressBlock } from '../limits/address.ts';
import { confirmEmail, existingAccountEmail, passwordChangedEmail, resetEmail, signInEmail } from '../mail/emails.ts';
import type { Mailer } from '../mail/mailer.ts';
import { change } from '../revision.ts';
import { type AccountForms, checkedEmail, EVEN_MILLISECONDS, type Open } from './account-forms.ts';
import { createToken, deleteAllTokens, deleteTokens, findToken, isValidToken, useToken } from './email-token.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { passwordProblem } from './password-rule.ts';
import {
  confirmPerson,
  findPerson,
  type Person,
  setPassword,
  signedUpAgain,
  signUpPerson,
  stillHasPassword,
} from './person-store.ts';
import { done, type ErrorCode, fail, orElse, type Result } from './result.ts';
import { hasNoFactor, listFactors } from './second-factor-store.ts';
import { expiredCookie, expiredSignUpCookie, sessionCookie, signUpTokenOf, tokenOf } from './session-cookie.ts';
import { deleteSessions, findSession, newSession, type Session, sessionHash, whileSignedIn } from './session-store.ts';
import { forgetNetworks, type Guesser, isKnownNetwork, keepNetwork, SignInThrottle } from './sign-in-throttle.ts';
import { isCrossSite, linkBase, type Visitor } from './visitor.ts';

/** `Retry-After` while other guesses of the same network wait, s. */
const LANE_RETRY_SECONDS = 30;
/** A hash that matches no password. Checking it takes as long as checking a stored one. */
const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

interface Deps {
  readonly forms: AccountForms;
  /** Null while the database can't be read. */
  readonly open: () => Open | null;
  readonly publicUrl: string | undefined;
  readonly mailer: Mailer;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly events: SecurityLog;
  /** Makes this server notice a change of keys immediately. */
  readonly refresh: () => Promise<void>;
  readonly log: { info(facts: object, message: string): void };
}

/** The result of a correct password if the account has a second factor: the token of the next step. */
export interface SignInStep {
  readonly step: string;
}

/** Sign-up, sign-in, sign-out, and password reset. Responses do not depend on whether an address has an account. */
export class Authentication {
  readonly #deps: Deps;
  readonly #secure: boolean;
  readonly #forms: AccountForms;
  readonly throttle: SignInThrottle;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#secure = deps.publicUrl?.startsWith('https:') ?? false;
    this.#forms = deps.forms;
    this.throttle = new SignInThrottle(deps.sleep);
  }

  /**
   * Creates an account and sends a confirmation email; if the address already has a confirmed one, an email about that.
   * Replaces an earlier sign-up that was not confirmed.
   */
  signUp(visitor: Visitor, email: string, password: string): Promise<Result> {
    return this.#forms.evenly(visitor, 'signUp', async ({ database }) => {
      const address = checkedEmail(email);
      const problem = await passwordProblem(password, address);
      if (problem) return fail('weak_password', problem);
      const { now, mailer } = this.#deps;
      const links = this.#linksOf(visitor);
      const browser = this.#signUpToken(visitor, address);
      const id = await signUpPerson(database, address, { password, browser }, now());
      if (id === null) mailer.send(address, existingAccountEmail(`${links}/account/forgot`));
      else await this.#sendConfirmation(database, { id, email: address }, links, visitor);
      return done(null);
    });
  }

  /** Sends the confirmation email again, if the address is not confirmed yet. */
  sendConfirmation(visitor: Visitor, email: string): Promise<Result> {
    return this.#forms.evenly(visitor, 'sendConfirmation', async ({ database }) => {
      const links = this.#linksOf(visitor);
      const person = await findPerson(database, { email: checkedEmail(email) });
      if (person && !person.confirmed) await this.#sendConfirmation(database, person, links, visitor);
      return done(null);
    });
  }

  /**
   * Confirms the address that the email with this token went to, and with it the sign-up that the email was sent for.
   * If the address was signed up with more than once, the password of that sign-up is required: its author may be
   * somebody else than the reader of the email. A visitor who proves to be the author, by that password or by the cookie of the
   * browser that signed up, is signed in, once.
   */
  confirm(visitor: Visitor, token: string, password = ''): Promise<Result> {
    return this.#forms.attempt(visitor, 'confirm', async (open) => {
      const { database } = open;
      const { now } = this.#deps;
      const found = await findToken(database, 'confirm', token, now());
      const person = found && (await findPerson(database, { id: found.person_id }));
      // The token stays valid until it expires, so that a second click succeeds too.
      if (!person) return fail('bad_link');
      const browser = isCrossSite(visitor) ? null : this.#signUpToken(visitor, person.email);
      let isAuthor = browser !== null && (await findToken(database, 'sign-up', browser, now())) !== null;
      if (!isAuthor && (await signedUpAgain(database, person.id))) {
        if (password === '') return fail('password_needed');
        const refused = await this.#guess(person.email, person, visitor, password, 'person');
        if (refused) return refused;
        isAuthor = !isCrossSite(visitor);
      }
      const condition = isValidToken('confirm', token, now());
      const confirmed = (await database.write(confirmPerson(person.id, condition))).at(-1)!;
      if (confirmed.length === 0) return fail('bad_link');
      await database.write([deleteTokens('sign-up', person.id)]);
      if (person.confirmed || !isAuthor) return done(null);
      return this.startSession(open, person.id, visitor, { requires: stillHasPassword(person), otherwise: 'bad_link' });
    });
  }

  /**
   * Starts a session, in the cookies of the result, or the second step if the account has a second factor. After many wrong
   * passwords, an unfamiliar network needs the `token` of an emailed link.
   */
  signIn(visitor: Visitor, email: string, password: string, token = ''): Promise<Result<SignInStep | null>> {
    return this.#forms.submit<SignInStep | null>(visitor, 'signIn', async (open) => {
      const { database } = open;
      const { now } = this.#deps;
      const address = checkedEmail(email);
      const person = await findPerson(database, { email: address });
      const linked = token === '' ? null : await findToken(database, 'sign-in', token, now());
      const isFamiliar = await isKnownNetwork(database, address, visitor.address);
      const known = linked?.email === address ? 'person' : isFamiliar ? 'network' : null;
      const refused = await this.#guess(address, person, visitor, password, known);
      if (refused?.code === 'by_email') return this.#sendSignInLink(database, person, visitor);
      if (refused) return refused;
      if (!person) return fail('wrong_credentials');
      if (!person.confirmed) {
        const links = linkBase(this.#deps.publicUrl, visitor);
        if (links !== null) await this.#sendConfirmation(database, person, links, visitor);
        return fail('not_confirmed');
      }
      const { id } = person;
      const requires = stillHasPassword(person);
      if ((await listFactors(database, id)).length > 0)
        return orElse('wrong_credentials', async () =>
          done({ step: await createToken(database, 'second-step', id, now(), requires) }),
        );
      return this.startSession(open, id, visitor, {
        requires: [...requires, required(hasNoFactor(id))],
        otherwise: 'wrong_credentials',
      });
    });
  }

  /**
   * Starts a session, in the cookies of the result. All other checks of the sign-in must have passed. The statements of `requires` are
   * evaluated again in its transaction: the password may have been reset since it was checked. The error is `otherwise` if they fail.
   */
  startSession(
    { database, secret }: Open,
    personId: string,
    visitor: Visitor,
    { requires, otherwise }: { readonly requires: readonly Statement[]; readonly otherwise: ErrorCode },
  ): Promise<Result> {
    return orElse(otherwise, async () => {
      const session = this.#newSession(personId, visitor);
      await database.write([
        ...requires,
        session.insert,
        ...keepNetwork(personId, visitor.address, this.#deps.now()),
        deleteTokens('sign-in', personId),
      ]);
      this.#record('sign-in', personId, visitor);
      const signedUpHere = signUpTokenOf(visitor.headers.cookie, this.#secure) !== null;
      return done(null, [
        sessionCookie(session.token, secret, this.#secure),
        ...(signedUpHere ? [expiredSignUpCookie(this.#secure)] : []),
      ]);
    });
  }

  /** Ends the visitor's session. */
  async signOut(visitor: Visitor): Promise<Result> {
    if (isCrossSite(visitor)) return fail('cross_site');
    return this.#forms.opened(async ({ database, secret }) => {
      const token = tokenOf(visitor.headers.cookie, secret, this.#secure);
      if (token !== null) await database.write([sql`delete from session where token = ${sessionHash(token)}`]);
      return done(null, [expiredCookie(this.#secure)]);
    });
  }

  /** Sends an email to set a new password, if the address has an account. */
  requestReset(visitor: Visitor, email: string): Promise<Result> {
    return this.#forms.evenly(visitor, 'requestReset', async ({ database }) => {
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

  /** The working keys of the account whose password an emailed link resets; none for an invalid link. */
  async keysOfReset(token: string): Promise<readonly KeyRecord[]> {
    const open = this.#deps.open();
    const now = this.#deps.now();
    if (!open || token === '') return [];
    const person = await findToken(open.database, 'reset', token, now);
    return person ? (await listKeys(open.database, person.person_id, now)).filter(isWorking) : [];
  }

  /** The feeds of the account whose password an emailed link resets; none for an invalid link. */
  async feedsOfReset(token: string): Promise<readonly FeedRecord[]> {
    const open = this.#deps.open();
    const person = open && token !== '' ? await findToken(open.database, 'reset', token, this.#deps.now()) : null;
    return person ? listFeeds(open!.database, person.person_id) : [];
  }

  /**
   * Sets a new password with the token of an email, which works once. Ends every session, and revokes every key and
   * feed except those to keep, because someone who knew the old password may have created them. Confirms the email
   * address, because its owner has received the email.
   */
  resetPassword(
    visitor: Visitor,
    token: string,
    password: string,
    keeps: (id: string) => boolean = () => false,
  ): Promise<Result> {
    const work = async ({ database }: Open) => {
      const { now, mailer } = this.#deps;
      const links = this.#linksOf(visitor);
      const person = await findToken(database, 'reset', token, now());
      if (!person) return fail('bad_link');
      const problem = await passwordProblem(password, person.email);
      if (problem) return fail('weak_password', problem);
      const stored = await hashPassword(password, 'known');
      const kept = (await this.keysOfReset(token)).map(({ key_id }) => key_id).filter(keeps);
      const keptFeeds = (await this.feedsOfReset(token)).map(({ feed_id }) => feed_id).filter(keeps);
      const [, revoked, feeds] = await change(database, person.person_id, now(), [
        useToken('reset', token, now()),
        revokeOtherKeys(person.person_id, kept, now()),
        revokeOtherFeeds(person.person_id, keptFeeds),
        ...setPassword(person.person_id, stored, now()),
        ...confirmPerson(person.person_id),
        deleteSessions(person.person_id),
        deleteAllTokens(sql`${person.person_id}`),
        forgetNetworks(person.person_id),
        ...keepNetwork(person.person_id, visitor.address, now()),
      ]);
      this.throttle.forget(person.email);
      await this.#deps.refresh();
      mailer.send(person.email, passwordChangedEmail(`${links}/account/forgot`, revoked!.length));
      this.#record('password reset', person.person_id, visitor);
      for (const { key_id } of revoked!) this.#record('keys revoke', person.person_id, visitor, String(key_id));
      for (const { feed_id } of feeds!) this.#record('feeds revoke', person.person_id, visitor, String(feed_id));
      return done(null);
    };
    return this.#forms.submit(visitor, 'resetPassword', (open) => orElse('bad_link', () => work(open)));
  }

  /** Changes the password of the signed-in person, ends every other session, and gives this one a new token. */
  changePassword(visitor: Visitor, current: string, password: string): Promise<Result> {
    return this.#forms.submit(visitor, 'changePassword', async ({ database, secret }) => {
      const { now, mailer, publicUrl } = this.#deps;
      const session = await this.session(visitor);
      if (!session) return fail('signed_out');
      const refused = await this.checkPassword(database, session, visitor, current);
      if (refused) return refused;
      const problem = await passwordProblem(password, session.email);
      if (problem) return fail('weak_password', problem);
      const stored = await hashPassword(password, 'known');
      const { token, insert } = this.#newSession(session.account_id, visitor);
      await whileSignedIn(database, session).write([
        ...setPassword(session.account_id, stored, now()),
        deleteSessions(session.account_id),
        deleteAllTokens(sql`${session.account_id}`),
        forgetNetworks(session.account_id),
        ...keepNetwork(session.account_id, visitor.address, now()),
        insert,
      ]);
      const links = linkBase(publicUrl, visitor) ?? visitor.origin;
      mailer.send(session.email, passwordChangedEmail(`${links}/account/forgot`));
      this.#record('password changed', session.account_id, visitor);
      return done(null, [sessionCookie(token, secret, this.#secure)]);
    });
  }

  /** The error of a wrong password of the signed-in person; null if it is right. Wrong ones count as failed sign-ins. */
  async checkPassword(database: Database, { account_id }: Session, visitor: Visitor, password: string) {
    const person = await findPerson(database, { id: account_id });
    return person ? this.#guess(person.email, person, visitor, password, 'person') : fail('signed_out');
  }

  /** Evaluates a password within the limits; null if it is right. */
  async #guess(email: string, person: Person | null, visitor: Visitor, password: string, known: Guesser['known']) {
    const { now } = this.#deps;
    const { address } = visitor;
    const guessed = await this.throttle.attempt({ email, address, known }, now, async () => {
      const stored = person?.password ?? noPassword;
      return (await verifyPassword(stored, password, known === null ? 'stranger' : 'known')) && person !== null;
    });
    if (guessed === 'right') return null;
    if (guessed === 'by email') return fail('by_email');
    if (guessed === 'too many') return fail('too_many_tries', undefined, LANE_RETRY_SECONDS);
    this.#failedSignIn(email, person, visitor);
    return fail('wrong_credentials');
  }

  /** Emails a sign-in link after many wrong passwords from an unfamiliar network. */
  async #sendSignInLink(database: Database, person: Person | null, visitor: Visitor): Promise<Result> {
    const { mailer, now, publicUrl } = this.#deps;
    const links = linkBase(publicUrl, visitor);
    const send = async () => {
      if (links === null || !person?.confirmed || !mailer.allows('sign-in', person.email)) return;
      const token = await createToken(database, 'sign-in', person.id, now());
      mailer.send(person.email, signInEmail(`${links}/account/sign-in?token=${token}`));
    };
    // Takes equally long if the address has no account.
    await Promise.all([send(), pause(EVEN_MILLISECONDS)]);
    return fail('by_email');
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

  /** The token of this browser's sign-up with an address; null if the browser has no cookie. One browser may sign up several. */
  #signUpToken({ headers }: Visitor, address: string): string | null {
    const token = signUpTokenOf(headers.cookie, this.#secure);
    return token === null ? null : `${token}.${address}`;
  }

  #newSession(personId: string, { address, headers }: Visitor) {
    return newSession(personId, { address, agent: headers['user-agent'], now: this.#deps.now() });
  }

  async #sendConfirmation(
    database: Database,
    { id, email }: Pick<Person, 'id' | 'email'>,
    links: string,
    { address }: Visitor,
  ) {
    const { mailer, now } = this.#deps;
    if (!mailer.allows('confirm', email)) return;
    const token = await createToken(database, 'confirm', id, now());
    mailer.send(email, confirmEmail(`${links}/account/confirm?token=${token}`, { at: now(), address }));
  }

  /** Counts a wrong password. Only the first few of a network are written to the account's log: others could fill it. */
  #failedSignIn(email: string, person: Person | null, visitor: Visitor): void {
    const { now, log } = this.#deps;
    const state = this.throttle.stateOf(email, visitor.address, now());
    log.info(
      { event: 'sign-in failed', account: person?.id ?? null, network: addressBlock(visitor.address), state },
      'wrong password',
    );
    if (person && state !== 'still slow')
      this.#record(state === 'counted' ? 'sign-in failed' : `sign-in ${state}`, person.id, visitor);
  }

  #record(action: string, accountId: string, { address, headers }: Visitor, key_id?: string): void {
    this.#deps.events.add({
      at: this.#deps.now(),
      action,
      account_id: accountId,
      network: addressBlock(address),
      agent: headers['user-agent'],
      ...(key_id && { key_id }),
    });
  }

  #linksOf(visitor: Visitor): string {
    const links = linkBase(this.#deps.publicUrl, visitor);
    if (links !== null) return links;
    throw new AccountProblem('This server does not know its own address, which emails need: set ORBWEAVER_PUBLIC_URL.');
  }
}
