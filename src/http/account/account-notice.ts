/** Notices on the page after a redirect. */
const notices = {
  confirmed: 'Your email address is confirmed.',
  password_set:
    'Your new password is set, you are signed out everywhere, and the keys and feeds that you did not keep are revoked. Sign in with it.',
  password_changed: 'Your password was changed and every other session was ended.',
  factor_added: 'The second factor was added: signing in requires it from now on. Every other session was ended.',
  factor_removed: 'The second factor was removed.',
  signed_out: 'You are signed out.',
  key_revoked: 'The key is revoked: requests with it are refused from now on.',
  feed_revoked: 'The feed is revoked: its address answers 404 from now on.',
  session_ended: 'The session was ended.',
  sessions_ended: 'All other sessions were ended.',
  webhook_changed: 'The webhook was changed.',
  webhook_tested: 'A test was attempted: the log of the webhook shows the result.',
  webhook_enabled: 'The webhook is enabled: what is pending is sent now.',
  webhook_disabled: 'The webhook is disabled: nothing is sent until you enable it.',
  webhook_deleted: 'The webhook was deleted.',
  digest_chosen: 'Your choice of emails was saved.',
  followed: 'You follow it: its changes are in your daily email from now on.',
  unfollowed: 'You no longer follow it.',
  unsubscribed: 'You are unsubscribed: no more digests are sent. What you follow is kept.',
  deleted: 'Your account was deleted with everything we stored about it.',
} as const;

export type Notice = keyof typeof notices;

/** A cookie instead of a URL parameter: it is shown once, and a link cannot trigger a notice. */
const name = 'orbweaver-notice';

const attributes = (secure: boolean) => `; Path=/account; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The cookie that makes the next page show a notice. */
export const setNotice = (notice: Notice, secure: boolean): string =>
  `${name}=${notice}; Max-Age=60${attributes(secure)}`;

/** The cookie that clears it. */
export const clearNotice = (secure: boolean): string => `${name}=; Max-Age=0${attributes(secure)}`;

/** The notice to show; null for none. */
export function noticeOf(cookies: string | undefined): string | null {
  const value = cookies
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return value !== undefined && Object.hasOwn(notices, value) ? notices[value as Notice] : null;
}
