import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../secret.ts';
import { tokenLifetimes } from './email-token.ts';

/** How long a session lasts, used or not. */
export const sessionMilliseconds = 7 * 86_400_000;

/** `__Host-` ties the cookie to this host and to TLS; browsers refuse it without TLS. */
const nameOf = (secure: boolean, name = 'session_token'): string => `${secure ? '__Host-' : ''}orbweaver.${name}`;
const signUpName = (secure: boolean): string => nameOf(secure, 'sign_up');

const attributes = (secure: boolean): string => `; Path=/; HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`;

/** The cookie with the session token, signed: changing the secret signs everyone out. */
export function sessionCookie(token: string, secret: string, secure: boolean): string {
  const value = encodeURIComponent(`${token}.${sign(token, secret)}`);
  return `${nameOf(secure)}=${value}; Max-Age=${sessionMilliseconds / 1000}${attributes(secure)}`;
}

/** The cookie that removes the session cookie. */
export const expiredCookie = (secure: boolean): string => `${nameOf(secure)}=; Max-Age=0${attributes(secure)}`;

/** The token in a `Cookie` header; null if it is missing or its signature is invalid. */
export function tokenOf(cookies: string | undefined, secret: string, secure: boolean): string | null {
  const match = /^([0-9A-Za-z]{32})\.([0-9A-Za-z+/]{43}=)$/.exec(decoded(cookieValue(cookies, nameOf(secure))));
  if (!match) return null;
  const [, token = '', signature = ''] = match;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(token, secret))) ? token : null;
}

/**
 * The cookie of a browser that opens the sign-up form: a person who confirms in the same browser does not have to enter the password again.
 * It is set before an address is entered, so that it does not reveal whether that has an account.
 */
export const newSignUpCookie = (secure: boolean): string =>
  `${signUpName(secure)}=${randomBase62(32)}; Max-Age=${tokenLifetimes['sign-up'] / 1000}${attributes(secure)}`;

/** The cookie that removes it. */
export const expiredSignUpCookie = (secure: boolean): string =>
  `${signUpName(secure)}=; Max-Age=0${attributes(secure)}`;

/** The token of the browser that opened the sign-up form; null if there is none. */
export const signUpTokenOf = (cookies: string | undefined, secure: boolean): string | null =>
  /^[0-9A-Za-z]{32}$/.exec(cookieValue(cookies, signUpName(secure)))?.[0] ?? null;

/** The value of a cookie; empty if it is missing. */
function cookieValue(cookies: string | undefined, name: string): string {
  for (const pair of cookies?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return '';
}

const sign = (token: string, secret: string): string => createHmac('sha256', secret).update(token).digest('base64');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
