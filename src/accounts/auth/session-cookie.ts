import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a session lasts, used or not. */
export const sessionMilliseconds = 7 * 86_400_000;

/** `__Host-` ties the cookie to this host and to TLS; browsers refuse it without TLS. */
const nameOf = (secure: boolean): string => `${secure ? '__Host-' : ''}orbweaver.session_token`;

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
  const name = nameOf(secure);
  for (const pair of cookies?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() !== name) continue;
    const match = /^([0-9A-Za-z]{32})\.([0-9A-Za-z+/]{43}=)$/.exec(decoded(pair.slice(at + 1).trim()));
    if (!match) return null;
    const [, token = '', signature = ''] = match;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(token, secret))) ? token : null;
  }
  return null;
}

const sign = (token: string, secret: string): string => createHmac('sha256', secret).update(token).digest('base64');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
