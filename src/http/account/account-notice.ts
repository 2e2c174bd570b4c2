/** What a page says after something was done and the browser was led there. */
const notices = {
  confirmed: 'Your email address is confirmed. Sign in to create your key.',
  password_set: 'Your new password is set and you are signed out everywhere. Sign in with it.',
  password_changed: 'Your password was changed and every other session was ended.',
  signed_out: 'You are signed out.',
  key_revoked: 'The key is revoked: requests with it are refused from now on.',
  session_ended: 'The session was ended.',
  sessions_ended: 'All other sessions were ended.',
  deleted: 'Your account was deleted with everything we stored about it.',
} as const;

export type Notice = keyof typeof notices;

/** A cookie and no parameter of the address: it is said once, and no link can make a page say it. */
const name = 'orbweaver-notice';

const attributes = (secure: boolean) => `; Path=/account; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The cookie that has the next page say something. */
export const sayNext = (notice: Notice, secure: boolean): string =>
  `${name}=${notice}; Max-Age=60${attributes(secure)}`;

/** The cookie that has it said no more. */
export const saidIt = (secure: boolean): string => `${name}=; Max-Age=0${attributes(secure)}`;

/** What is to be said now, in a sentence; null for nothing. */
export function noticeOf(cookies: string | undefined): string | null {
  const value = cookies
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return value !== undefined && Object.hasOwn(notices, value) ? notices[value as Notice] : null;
}
