import type { AccountAction } from './account-action.ts';

const page = '/account/second-factor';
const messages = { wrong_credentials: 'Incorrect password, so nothing was changed.' } as const;
const fieldOf = { wrong_credentials: 'current', wrong_code: 'code' } as const;

/** The forms of the page of second factors, and of the second step of a sign-in. */
export const factorActions: Readonly<Record<string, AccountAction>> = {
  '/account/sign-in/second': {
    page: '/account/second-step',
    run: ({ factors }, visitor, field) =>
      factors.signIn(visitor, field('step'), {
        code: field('code'),
        recovery: field('recovery'),
        passkey: field('passkey'),
      }),
    to: '/account',
    followsNext: true,
    refill: ['step', 'next'],
    fieldOf: { wrong_code: 'code', wrong_recovery_code: 'recovery' },
  },
  [`${page}/totp`]: {
    page,
    run: ({ factors }, visitor, field) => factors.startTotp(visitor, field('current')),
    to: page,
    fieldOf,
    messages,
  },
  [`${page}/totp/confirm`]: {
    page,
    run: ({ factors }, visitor, field) => factors.confirmTotp(visitor, field('code')),
    to: page,
    notice: 'factor_added',
    fieldOf,
  },
  [`${page}/passkey`]: {
    page,
    run: ({ factors }, visitor, field) =>
      factors.addPasskey(visitor, field('current'), field('name'), field('passkey')),
    to: page,
    notice: 'factor_added',
    refill: ['name'],
    fieldOf,
    messages,
  },
  [`${page}/remove`]: {
    page,
    run: ({ factors }, visitor, field) => factors.remove(visitor, field('current'), field('factor_id')),
    to: page,
    notice: 'factor_removed',
    messages,
  },
  [`${page}/codes`]: {
    page,
    run: ({ factors }, visitor, field) => factors.newRecoveryCodes(visitor, field('current')),
    to: page,
    fieldOf,
    messages,
  },
};
