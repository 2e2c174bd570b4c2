import { tokenLifetimes } from '../../src/accounts/auth/email-token.ts';
import { sessionMilliseconds } from '../../src/accounts/auth/session-cookie.ts';
import { MAX_SIGN_IN_NETWORKS } from '../../src/accounts/auth/sign-in-throttle.ts';
import { MAX_NETWORKS } from '../../src/accounts/keys/key-networks.ts';
import { retentionDays } from '../../src/accounts/prune.ts';
import { table } from '../markdown.ts';

const days = (milliseconds: number) => milliseconds / 86_400_000;
const hours = (milliseconds: number) => milliseconds / 3_600_000;

/** The table of stored data in the docs; the periods come from the code. */
export const storedDataTable = (): string =>
  table(
    ['Data', 'Stored as', 'Kept for'],
    [
      [
        'email address',
        'text',
        `until the account is deleted; ${retentionDays.unconfirmed} days if it is never confirmed`,
      ],
      ['password', 'Argon2id hash', 'until it is changed or the account is deleted'],
      [
        'second factors',
        'authenticator apps: a random value that the secret is derived from, the period of the last code; passkeys: public key, identifier, counter; names, times of creation and last use',
        'until they are removed or the account is deleted',
      ],
      [
        'recovery codes',
        'SHA-256 hash (118 random bits)',
        'until they are used or replaced, or the last second factor is removed',
      ],
      [
        'API keys',
        'SHA-256 hash, the first characters, name, times of creation, expiry, and revocation',
        'until the account is deleted',
      ],
      [
        'requests per account and per key',
        'one count per UTC day, and the time of the last request',
        `${retentionDays.usage} days`,
      ],
      ['responses per key, route, and status', 'one count per UTC day', `${retentionDays.routes} days`],
      [
        'sessions',
        'SHA-256 hash of the token, IP address, browser (`User-Agent`), times',
        `${days(sessionMilliseconds)} days, or until the session is ended`,
      ],
      [
        'sign-ins, wrong passwords, keys used from a new network',
        'IP address (IPv6: its /64; for keys: the network below), browser, time',
        `${retentionDays.security} days`,
      ],
      [
        'password changes, keys created, rotated, and revoked',
        'key id, IP address (IPv6: its /64), browser, time',
        `${retentionDays.audit} days`,
      ],
      [
        'networks that the account was signed in from',
        `/24 (IPv4) or /48 (IPv6), at most ${MAX_SIGN_IN_NETWORKS}, and the time of the last sign-in`,
        `${retentionDays.networks} days after the last sign-in, or until the password is changed or reset`,
      ],
      [
        'networks that a key was used from',
        `/24 (IPv4) or /48 (IPv6), at most ${MAX_NETWORKS} per key`,
        'until the account is deleted',
      ],
      [
        'feeds',
        'SHA-256 hash of the token, its first characters, name, location and objects, time of creation, last use',
        'until they are revoked',
      ],
      [
        'objects, launches, groups, and operators that you follow, and your satellites if you are signed in',
        'identifier, name, time',
        'until they are removed or the account is deleted',
      ],
      [
        'email digest',
        'choice, day and release of the last one, SHA-256 hash of the token of its link to unsubscribe, a random value that the token is derived from',
        'until the account is deleted',
      ],
      [
        'webhooks',
        'URL, description, filters, a random value that the signing secret is derived from',
        'until they are deleted',
      ],
      [
        'messages of webhooks',
        'events until they are delivered; then time, status, and duration of each attempt',
        `${retentionDays.deliveries} days; pending ones until they are delivered`,
      ],
      [
        'links in emails',
        'SHA-256 hash of the token',
        `${hours(tokenLifetimes.confirm)} hours (confirmation), ${hours(tokenLifetimes.reset)} hour (password reset, sign-in)`,
      ],
      [
        'browser that signed up, until it confirms',
        'SHA-256 hash of the random value in its cookie',
        `${hours(tokenLifetimes['sign-up'])} hours`,
      ],
      [
        'emails, on a server without a mail server',
        'files in `outbox/`, readable only by the operator',
        'until the account is deleted or the operator removes them',
      ],
      [
        'IP addresses that send requests without a key',
        'keyed hash of the address (IPv6: of its /64), a count',
        'the UTC day',
      ],
      [
        'commands of the operator',
        'name of the operator, command, account',
        `${retentionDays.audit} days; without the email address once the account is deleted`,
      ],
    ],
  );
