import { done } from '../../accounts/auth/result.ts';
import { digestActions } from '../../features/digest/digest-actions.ts';
import { feedActions } from '../../features/feeds/feed-actions.ts';
import { type AccountAction, overlapOf, withCookies } from './account-action.ts';
import { factorActions } from './factor-actions.ts';
import { webhookActions } from './webhook-actions.ts';

/** The name of the key that is created with the account. */
const firstKeyName = 'first key';

const emailAndPassword = { weak_password: 'password', bad_email: 'email', wrong_credentials: 'password' } as const;

/** Every form of the account pages, by the path that it is sent to. */
export const accountActions: Readonly<Record<string, AccountAction>> = {
  '/account/sign-up': {
    page: '/account/sign-up',
    run: ({ people }, visitor, field) => people.signUp(visitor, field('email'), field('password')),
    to: '/account/check-email?for=confirm',
    refill: ['email'],
    fieldOf: emailAndPassword,
  },
  '/account/confirm': {
    page: '/account/confirm',
    run: async ({ people, own }, visitor, field) => {
      const confirmed = await people.confirm(visitor, field('token'), field('password'));
      if (!confirmed.done || confirmed.cookies.length === 0) return confirmed;
      const made = await own.createKey(withCookies(visitor, confirmed.cookies), firstKeyName);
      return made.done ? done(made.value, confirmed.cookies) : confirmed;
    },
    shownOn: '/account/keys',
    to: '/account/keys',
    notice: 'confirmed',
    refill: ['token'],
    fieldOf: { wrong_credentials: 'password' },
    messages: { wrong_credentials: 'This is not the password that was chosen at the last sign-up.' },
  },
  '/account/confirm/again': {
    page: '/account/check-email',
    run: ({ people }, visitor, field) => people.sendConfirmation(visitor, field('email')),
    to: '/account/check-email?for=confirm',
    refill: ['email'],
    fieldOf: emailAndPassword,
  },
  '/account/sign-in': {
    page: '/account/sign-in',
    run: ({ people }, visitor, field) => people.signIn(visitor, field('email'), field('password'), field('token')),
    to: '/account',
    followsNext: true,
    refill: ['email', 'next', 'token'],
    fieldOf: emailAndPassword,
  },
  '/account/sign-out': {
    page: '/account',
    run: ({ people }, visitor) => people.signOut(visitor),
    to: '/account/sign-in',
    notice: 'signed_out',
  },
  '/account/forgot': {
    page: '/account/forgot',
    run: ({ people }, visitor, field) => people.requestReset(visitor, field('email')),
    to: '/account/check-email?for=reset',
    refill: ['email'],
    fieldOf: emailAndPassword,
  },
  '/account/reset': {
    page: '/account/reset',
    run: ({ people }, visitor, field) =>
      people.resetPassword(visitor, field('token'), field('password'), (id) => field(`keep_${id}`) === 'on'),
    to: '/account/sign-in',
    notice: 'password_set',
    refill: ['token'],
    fieldOf: emailAndPassword,
  },
  '/account/keys': {
    page: '/account/keys',
    run: ({ own }, visitor, field) => own.createKey(visitor, field('name')),
    to: '/account/keys',
    refill: ['name'],
    fieldOf: { not_possible: 'name' },
  },
  '/account/keys/rotate': {
    page: '/account/keys',
    run: ({ own }, visitor, field) => own.rotateKey(visitor, field('key_id'), overlapOf(field)),
    to: '/account/keys',
  },
  '/account/keys/revoke': {
    page: '/account/keys',
    run: ({ own }, visitor, field) => own.revokeKey(visitor, field('key_id')),
    to: '/account/keys',
    notice: 'key_revoked',
  },
  ...feedActions,
  ...digestActions,
  ...webhookActions,
  ...factorActions,
  '/account/sessions/end': {
    page: '/account/sessions',
    // A form without an id ends no session; ending sessions without one would end all others.
    run: ({ own }, visitor, field) => own.endSessions(visitor, field('session_id') || 'none'),
    to: '/account/sessions',
    notice: 'session_ended',
  },
  '/account/sessions/end-others': {
    page: '/account/sessions',
    run: ({ own }, visitor) => own.endSessions(visitor, null),
    to: '/account/sessions',
    notice: 'sessions_ended',
  },
  '/account/settings/password': {
    page: '/account/settings',
    run: ({ people }, visitor, field) => people.changePassword(visitor, field('current'), field('password')),
    to: '/account/settings',
    notice: 'password_changed',
    fieldOf: { weak_password: 'password', wrong_credentials: 'current' },
    messages: { wrong_credentials: 'Incorrect current password, so nothing was changed.' },
  },
  '/account/settings/delete': {
    page: '/account/settings',
    run: async ({ own, people }, visitor, field) => {
      const outcome = await own.delete(visitor, field('current'));
      // The session has ended; this also removes its cookie.
      return outcome.done ? people.signOut(visitor).then((left) => (left.done ? left : outcome)) : outcome;
    },
    to: '/account/sign-in',
    notice: 'deleted',
    fieldOf: { not_possible: 'current' },
  },
};
