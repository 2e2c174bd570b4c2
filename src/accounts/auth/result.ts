import type { Log } from '../connection.ts';
import { AccountProblem, Outdated, StorageError } from '../database.ts';

/** Why a requested action failed. */
export type ErrorCode =
  | 'cross_site'
  | 'too_many_tries'
  | 'weak_password'
  | 'bad_email'
  | 'wrong_credentials'
  | 'by_email'
  | 'password_needed'
  | 'not_confirmed'
  | 'busy'
  | 'step_expired'
  | 'setup_expired'
  | 'wrong_code'
  | 'wrong_recovery_code'
  | 'bad_passkey'
  | 'bad_link'
  | 'signed_out'
  | 'not_possible'
  | 'unavailable';

/** The result of an action that a person requested. */
export type Result<T = null> =
  | {
      readonly done: true;
      readonly value: T;
      /** `Set-Cookie` headers for the response. */
      readonly cookies: readonly string[];
    }
  | {
      readonly done: false;
      readonly code: ErrorCode;
      /** A sentence for the person. */
      readonly error: string;
      /** Seconds until it may be tried again, else null. */
      readonly retry_after: number | null;
    };

const sentences: Readonly<Record<ErrorCode, string>> = {
  cross_site: 'This form was sent from another site, so nothing was changed. Open the page here and send it again.',
  too_many_tries: 'Too many attempts. Wait a while, then try again.',
  weak_password: 'This password cannot be used.',
  bad_email: 'This is not an email address.',
  wrong_credentials: 'Incorrect email or password.',
  by_email:
    'There were too many incorrect passwords for this account. If it is yours, open the link that we have sent to its email address, and sign in there.',
  password_needed:
    'This address was signed up with more than once. Enter the password that you chose the last time, to show that the last sign-up was yours.',
  not_confirmed: 'Confirm your email address first: we have sent you a new link.',
  bad_link: 'This link has expired or was already used. Request a new one.',
  signed_out: 'You are signed out. Sign in and try again.',
  not_possible: 'This is not possible.',
  step_expired: 'This sign-in has expired. Sign in again.',
  setup_expired: 'Setting up the authenticator app took longer than 15 minutes. Start again.',
  wrong_code:
    'This code is incorrect, or was used already. Wait for the next one of your authenticator app, and check the clock of its device.',
  wrong_recovery_code: 'This recovery code is incorrect, or was used already.',
  bad_passkey: 'The passkey could not be verified. Try again; a passkey works only on the site that it was created on.',
  busy: 'Too many people are signing in at the moment. Try again in a few seconds.',
  unavailable: 'Accounts are unavailable at the moment. Try again in a minute.',
};

export const done = <T>(value: T, cookies: readonly string[] = []): Result<T> => ({ done: true, value, cookies });

export const fail = (
  code: ErrorCode,
  error = sentences[code],
  retry_after: number | null = null,
): Extract<Result, { done: false }> => ({ done: false, code, error, retry_after });

/** The result of work on accounts that threw an error. One of the program is logged: the person only sees that it did not work. */
export function failureOf(error: unknown, log: Log): Extract<Result, { done: false }> {
  if (error instanceof Outdated) return fail('signed_out');
  if (error instanceof AccountProblem) return fail('not_possible', error.message);
  if (!(error instanceof StorageError)) log.error({ err: error }, 'an action on an account failed');
  return fail('unavailable');
}

/** The result of work, or the error with this code if what it requires has been changed meanwhile. */
export async function orElse<T>(code: ErrorCode, work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Outdated) return fail(code);
    throw error;
  }
}
