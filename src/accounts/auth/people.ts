import { setTimeout as pause } from 'node:timers/promises';
import { AccountProblem } from '../database.ts';
import { addressHeader, authPath, countedAddress, linksHeader } from './auth-request.ts';
import type { PersonAuth } from './person-auth.ts';
import { isCrossSite, linkBase, type Visitor } from './visitor.ts';

/** Why something that a person asked for was not done. */
export type Trouble =
  | 'cross_site'
  | 'too_many_tries'
  | 'weak_password'
  | 'bad_email'
  | 'wrong_credentials'
  | 'not_confirmed'
  | 'bad_link'
  | 'signed_out'
  | 'not_possible'
  | 'unavailable';

/** What came of something that a person asked for. */
export type Outcome<T = null> =
  | {
      readonly done: true;
      readonly value: T /** `Set-Cookie` headers for the answer. */;
      readonly cookies: readonly string[];
    }
  | {
      readonly done: false;
      readonly code: Trouble;
      /** A sentence for the person. */
      readonly error: string;
      /** Seconds, where it may be tried again later; else null. */
      readonly retry_after: number | null;
    };

/** Who is signed in. */
export interface Session {
  readonly session_id: string;
  readonly account_id: string;
  readonly email: string;
}

/** How long answers take that must not tell by their time who has an account: writing takes longer than not writing. */
const evenMilliseconds = 300;

const sentences: Readonly<Record<Trouble, string>> = {
  cross_site: 'This form was sent from another site, and nothing was done. Open the page here and send it again.',
  too_many_tries: 'There were too many tries. Wait a while, then try again.',
  weak_password: 'This password cannot be used.',
  bad_email: 'This is not an e-mail address.',
  wrong_credentials: 'The e-mail address and the password do not belong together.',
  not_confirmed: 'Confirm your e-mail address first: a new letter with a link is on its way.',
  bad_link: 'This link has expired or was used already. Ask for a new one.',
  signed_out: 'You are signed out. Sign in and try again.',
  not_possible: 'This is not possible.',
  unavailable: 'Accounts cannot be reached at the moment. Try again in a minute.',
};

export const done = <T>(value: T, cookies: readonly string[] = []): Outcome<T> => ({ done: true, value, cookies });

export const trouble = (code: Trouble, error = sentences[code], retry_after: number | null = null): Outcome<never> => ({
  done: false,
  code,
  error,
  retry_after,
});

/** What better-auth calls what went wrong, in our words. */
const known: Readonly<Record<string, Trouble>> = {
  WEAK_PASSWORD: 'weak_password',
  PASSWORD_TOO_SHORT: 'weak_password',
  PASSWORD_TOO_LONG: 'weak_password',
  INVALID_EMAIL: 'bad_email',
  VALIDATION_ERROR: 'bad_email',
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  INVALID_PASSWORD: 'wrong_credentials',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong_credentials',
  EMAIL_NOT_VERIFIED: 'not_confirmed',
  INVALID_TOKEN: 'bad_link',
  TOKEN_EXPIRED: 'bad_link',
  USER_NOT_FOUND: 'bad_link',
  TOO_MANY_TRIES: 'too_many_tries',
  UNAUTHORIZED: 'signed_out',
};

/** Signing up, in and out, and what belongs to it. Every answer is the same whether an address has an account or not. */
export class People {
  readonly #auth: () => (() => Promise<PersonAuth>) | null;
  readonly #publicUrl: string | undefined;
  readonly #base: string;

  /** `auth` gives null while the database can't be read, else what opens better-auth where it is not open yet. */
  constructor(auth: () => (() => Promise<PersonAuth>) | null, publicUrl: string | undefined, base: string) {
    this.#auth = auth;
    this.#publicUrl = publicUrl;
    this.#base = base;
  }

  /** Makes an account and sends a letter to confirm it; an address that has one gets a letter that says so. */
  signUp(visitor: Visitor, email: string, password: string): Promise<Outcome> {
    return this.#even(visitor, '/sign-up/email', { email: email.trim(), password, name: '' });
  }

  /** Sends the letter again, if the address waits to be confirmed. */
  sendConfirmation(visitor: Visitor, email: string): Promise<Outcome> {
    return this.#even(visitor, '/send-verification-email', { email: email.trim() });
  }

  /** Confirms the address that the letter with this token went to. */
  confirm(visitor: Visitor, token: string): Promise<Outcome> {
    return this.#ask(visitor, `/verify-email?token=${encodeURIComponent(token)}`);
  }

  /** Begins a session, in the cookies of the outcome. */
  signIn(visitor: Visitor, email: string, password: string): Promise<Outcome> {
    return this.#ask(visitor, '/sign-in/email', { email: email.trim(), password });
  }

  /** Ends the visitor's session. */
  signOut(visitor: Visitor): Promise<Outcome> {
    return this.#ask(visitor, '/sign-out', {});
  }

  /** Sends a letter to set a new password, if the address has an account. */
  requestReset(visitor: Visitor, email: string): Promise<Outcome> {
    return this.#even(visitor, '/request-password-reset', { email: email.trim() });
  }

  /** Sets a new password by the token of a letter, once, and ends every session. */
  resetPassword(visitor: Visitor, token: string, password: string): Promise<Outcome> {
    return this.#ask(visitor, '/reset-password', { token, newPassword: password });
  }

  /** Changes the password of who is signed in, and ends every other session. */
  changePassword(visitor: Visitor, current: string, password: string): Promise<Outcome> {
    return this.#ask(visitor, '/change-password', {
      currentPassword: current,
      newPassword: password,
      revokeOtherSessions: true,
    });
  }

  /** Who is signed in; null for nobody, and while accounts can't be read. Asks the database, so an ended session is none. */
  async session(visitor: Visitor): Promise<Session | null> {
    if (visitor.headers.cookie === undefined) return null;
    const response = await this.#send(visitor, '/get-session').catch(() => null);
    if (!response?.ok) return null;
    const found = (await response.json()) as { session: { id: string }; user: { id: string; email: string } } | null;
    return found && { session_id: found.session.id, account_id: found.user.id, email: found.user.email };
  }

  /** better-auth's own answer to a request below `/account/auth`, for whoever speaks to it directly. */
  async handle(visitor: Visitor, request: Request): Promise<Response> {
    const problem =
      request.method !== 'GET' && isCrossSite(visitor) ? 'cross_site' : this.#auth() ? null : 'unavailable';
    if (problem)
      return Response.json(
        { code: problem, message: sentences[problem] },
        { status: problem === 'cross_site' ? 403 : 503 },
      );
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'GET' ? undefined : await request.text();
    return this.#send(visitor, pathname.slice(authPath.length) + search, body, request.method);
  }

  /** As `#ask`, but takes the same time for whoever has an account as for whoever has none. */
  async #even(visitor: Visitor, path: string, body: object): Promise<Outcome> {
    const [outcome] = await Promise.all([this.#ask(visitor, path, body), pause(evenMilliseconds)]);
    return outcome;
  }

  async #ask(visitor: Visitor, path: string, body?: object): Promise<Outcome> {
    if (body && isCrossSite(visitor)) return trouble('cross_site');
    try {
      const response = await this.#send(visitor, path, body && JSON.stringify(body));
      const cookies = response.headers.getSetCookie();
      if (response.ok) return done(null, cookies);
      return await this.#troubleOf(response);
    } catch (error) {
      return error instanceof AccountProblem ? trouble('not_possible', error.message) : trouble('unavailable');
    }
  }

  async #send(
    visitor: Visitor,
    path: string,
    body?: string,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<Response> {
    const auth = this.#auth();
    if (!auth) throw new Error('The accounts database is closed.');
    const links = linkBase(this.#publicUrl, visitor);
    if (links === null && sendsLetters(path))
      throw new AccountProblem(
        'This server does not know its own address, which letters need: ORBWEAVER_PUBLIC_URL has to be set.',
      );
    const headers = new Headers({ origin: this.#base, [addressHeader]: countedAddress(visitor.address) });
    if (links !== null) headers.set(linksHeader, links);
    const { cookie, 'user-agent': agent } = visitor.headers;
    if (cookie !== undefined) headers.set('cookie', cookie);
    if (agent !== undefined) headers.set('user-agent', agent.slice(0, 300));
    if (body !== undefined) headers.set('content-type', 'application/json');
    return (await auth()).handler(
      new Request(`${this.#base}${authPath}${path}`, { method, headers, ...(body !== undefined && { body }) }),
    );
  }

  async #troubleOf(response: Response): Promise<Outcome<never>> {
    const { code = '', message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    const retry = Number(response.headers.get('x-retry-after') ?? Number.NaN);
    if (response.status === 429) return trouble('too_many_tries', undefined, Number.isNaN(retry) ? 60 : retry);
    const what =
      known[code] ?? (response.status === 401 ? 'signed_out' : response.status >= 500 ? 'unavailable' : 'not_possible');
    return trouble(what, what === 'weak_password' && message !== undefined ? message : undefined);
  }
}

const sendsLetters = (path: string): boolean =>
  /^\/(sign-up|send-verification-email|request-password-reset|reset-password)/.test(path);
