/** What a page says after something was done and the browser was led there. */
const notices = {
  confirmed: 'Your e-mail address is confirmed. Sign in to make your key.',
  password_set: 'Your new password is set, and every session has ended. Sign in with it.',
  password_changed: 'Your password is changed, and every other session has ended.',
  signed_out: 'You are signed out.',
  key_revoked: 'The key is revoked: requests with it are refused from now on.',
  session_ended: 'The session has ended.',
  sessions_ended: 'Every other session has ended.',
  deleted: 'Your account is deleted, with its keys, its usage and everything else that was stored of it.',
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
