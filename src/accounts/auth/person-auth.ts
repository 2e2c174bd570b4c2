import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { Tries } from '../limits/fixed-window-limiter.ts';
import { changedLetter, confirmLetter, existingLetter, resetLetter } from '../mail/emails.ts';
import type { Mailer } from '../mail/mailer.ts';
import { addressHeader, authPath, linksHeader } from './auth-request.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { longestPassword, passwordProblem, shortestPassword } from './password-rule.ts';
import { type PersonDatabase, personModels } from './person-tables.ts';

/** How often an address may ask, in how many seconds. */
const rules = {
  '/sign-in/email': { max: 10, window: 60 },
  '/sign-up/email': { max: 10, window: 3600 },
  '/request-password-reset': { max: 5, window: 900 },
  '/send-verification-email': { max: 5, window: 900 },
  '/reset-password': { max: 10, window: 900 },
  '/change-password': { max: 10, window: 900 },
  '/verify-email': { max: 30, window: 900 },
} as const;

/** Wrong passwords for one account in an hour, from wherever they come. */
const wrongPasswords = { most: 50, milliseconds: 3_600_000 };

/** What a sign-in may answer to anybody: anything else that better-auth offers is not there. */
const closed = [
  '/sign-in/social',
  '/callback/:id',
  '/link-social',
  '/unlink-account',
  '/list-accounts',
  '/account-info',
  '/get-access-token',
  '/refresh-token',
  '/update-user',
  '/update-session',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/verify-password',
  '/set-password',
  '/error',
  '/reset-password/:token',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
];

interface AuthParts {
  readonly database: PersonDatabase;
  readonly secret: string;
  /** The site's origin as letters and cookies know it. */
  readonly base: string;
  readonly mailer: Mailer;
  readonly now: () => number;
}

/** What answers below `/account/auth`. */
export type PersonAuth = Pick<ReturnType<typeof openPersonAuth>, 'handler'>;

/**
 * better-auth, set up: e-mail and password, confirmed before the first sign-in; sessions of a week, in cookies that
 * scripts can't read. Its own clock is the machine's. Its counts of tries are this process's, in bounded memory.
 */
export function openPersonAuth({ database, secret, base, mailer, now }: AuthParts) {
  const secure = base.startsWith('https:');
  const wrong = new Tries(wrongPasswords.most, wrongPasswords.milliseconds);
  const linksOf = (request: Request | undefined) => request?.headers.get(linksHeader) ?? base;
  return betterAuth({
    appName: 'Orbweaver',
    baseURL: base,
    basePath: authPath,
    secret,
    database,
    ...personModels,
    session: { ...personModels.session, expiresIn: 7 * 86_400, disableSessionRefresh: true },
    verification: { ...personModels.verification, storeIdentifier: 'hashed' },
    trustedOrigins: [base],
    disabledPaths: closed,
    telemetry: { enabled: false },
    // It would log addresses; what goes wrong comes to us as an answer.
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
      sendResetPassword: async ({ user, token }, request) =>
        mailer.send(user.email, resetLetter(`${linksOf(request)}/account/reset?token=${token}`)),
      onPasswordReset: async ({ user }, request) =>
        mailer.send(user.email, changedLetter(`${linksOf(request)}/account/forgot`)),
      onExistingUserSignUp: async ({ user }, request) =>
        mailer.send(user.email, existingLetter(`${linksOf(request)}/account/forgot`)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: 86_400,
      sendVerificationEmail: async ({ user, token }, request) =>
        mailer.send(user.email, confirmLetter(`${linksOf(request)}/account/confirm?token=${token}`)),
    },
    rateLimit: {
      enabled: true,
      window: 60,
      max: 120,
      customRules: { ...rules, '/get-session': false },
      customStorage: counted(now),
    },
    advanced: {
      cookiePrefix: secure ? '__Host-orbweaver' : 'orbweaver',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 64 },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        const { email, password, newPassword } = (body ?? {}) as Readonly<Record<string, unknown>>;
        const chosen = path === '/sign-up/email' ? password : newPassword;
        if (typeof chosen === 'string' && ['/sign-up/email', '/reset-password', '/change-password'].includes(path)) {
          const problem = passwordProblem(chosen, typeof email === 'string' ? email : '');
          if (problem) throw new APIError('BAD_REQUEST', { code: 'WEAK_PASSWORD', message: problem });
        }
        if (path !== '/sign-in/email' || typeof email !== 'string') return;
        const wait = wrong.wait(email.toLowerCase(), now());
        if (wait > 0)
          throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_TRIES' }, { 'X-Retry-After': String(wait) });
      }),
      after: createAuthMiddleware(async ({ path, body, context, request }) => {
        const { returned } = context;
        if (path === '/change-password' && !(returned instanceof APIError)) {
          const { email } = (returned as { user: { email: string } }).user;
          mailer.send(email, changedLetter(`${linksOf(request)}/account/forgot`));
        }
        if (path !== '/sign-in/email') return;
        const email = String((body as { email?: unknown }).email).toLowerCase();
        if (returned instanceof APIError && returned.statusCode === 401) wrong.count(email, now());
        else if (!(returned instanceof APIError)) wrong.forget(email);
      }),
    },
  });
}

/** Counts tries in memory, by the clock that is handed in. */
function counted(now: () => number) {
  const kept = new Map<string, Tries>();
  return {
    async consume(key: string, { window, max }: { window: number; max: number }) {
      const rule = `${window} ${max}`;
      const tries = kept.get(rule) ?? new Tries(max, window * 1000);
      kept.set(rule, tries);
      const wait = tries.wait(key, now());
      if (wait > 0) return { allowed: false, retryAfter: wait };
      tries.count(key, now());
      return { allowed: true, retryAfter: null };
    },
  };
}
