import { hash, hkdfSync } from 'node:crypto';

/**
 * The token of the link that unsubscribes an account without signing in. It is derived from the service's own secret and
 * a random salt, so that every email can contain it although only its hash is stored.
 */
export const unsubscribeToken = (serviceSecret: string, accountId: string, salt: string): string =>
  Buffer.from(hkdfSync('sha256', serviceSecret, salt, `unsubscribe ${accountId}`, 24)).toString('base64url');

export const unsubscribeHash = (token: string): string => hash('sha256', token);
