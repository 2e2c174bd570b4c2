import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** How long a browser may take for a passkey, ms. */
const CHALLENGE_MILLISECONDS = 300_000;

/** A passkey as stored. */
export interface StoredPasskey {
  readonly credential_id: string;
  /** COSE, Base64url. */
  readonly public_key: string;
  readonly counter: number;
}

/** The host that passkeys of a site are bound to; null if browsers allow none there: they need TLS and a name. */
function passkeyHost(origin: string): string | null {
  const { protocol, hostname } = new URL(origin);
  if (hostname === 'localhost') return hostname;
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null;
}

/** A challenge that is valid for five minutes and one subject (a session or a sign-in). Nothing is stored: it is signed. */
function newChallenge(secret: string, subject: string, now: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(24);
  randomBytes(16).copy(head);
  head.writeBigUInt64BE(BigInt(now), 16);
  return new Uint8Array(Buffer.concat([head, signature(secret, subject, head)]));
}

function isChallenge(text: string, secret: string, subject: string, now: number): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 56) return false;
  const head = bytes.subarray(0, 24);
  const age = now - Number(head.readBigUInt64BE(16));
  return (
    age >= 0 && age <= CHALLENGE_MILLISECONDS && timingSafeEqual(bytes.subarray(24), signature(secret, subject, head))
  );
}

const signature = (secret: string, subject: string, head: Buffer): Buffer =>
  createHmac('sha256', secret).update(`passkey challenge\n${subject}\n`).update(head).digest();

interface Ceremony {
  /** The service's own secret. */
  readonly secret: string;
  readonly subject: string;
  readonly origin: string;
  readonly now: number;
}

/** Options with which a browser creates a passkey, as JSON; null if this address does not allow passkeys. */
export async function creationOptions(
  { secret, subject, origin, now }: Ceremony,
  person: { readonly id: string; readonly email: string },
  existing: readonly string[],
): Promise<string | null> {
  const host = passkeyHost(origin);
  if (host === null) return null;
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Orbweaver',
    rpID: host,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    challenge: newChallenge(secret, subject, now),
    excludeCredentials: existing.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestationType: 'none',
    timeout: CHALLENGE_MILLISECONDS,
  });
  return JSON.stringify(options);
}

/** The passkey that a browser created; null if its response is invalid. */
export async function createdPasskey(
  { secret, subject, origin, now }: Ceremony,
  response: string,
): Promise<StoredPasskey | null> {
  const host = passkeyHost(origin);
  if (host === null) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(response) as RegistrationResponseJSON,
      expectedChallenge: (challenge) => isChallenge(challenge, secret, subject, now),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    return null;
  }
}

/** Options with which a browser uses one of these passkeys, as JSON; null if there are none or the address does not allow any. */
export async function requestOptions(
  { secret, subject, origin, now }: Ceremony,
  credentialIds: readonly string[],
): Promise<string | null> {
  const host = passkeyHost(origin);
  if (host === null || credentialIds.length === 0) return null;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: host,
    allowCredentials: credentialIds.map((id) => ({ id })),
    challenge: newChallenge(secret, subject, now),
    userVerification: 'preferred',
    timeout: CHALLENGE_MILLISECONDS,
  });
  return JSON.stringify(options);
}

/** The passkey of a browser's response, with its new counter; null if the response is invalid. */
export async function usedPasskey(
  { secret, subject, origin, now }: Ceremony,
  response: string,
  passkeys: readonly StoredPasskey[],
): Promise<StoredPasskey | null> {
  const host = passkeyHost(origin);
  if (host === null) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const given = JSON.parse(response) as AuthenticationResponseJSON;
    const passkey = passkeys.find(({ credential_id }) => credential_id === given.id);
    if (!passkey) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: (challenge) => isChallenge(challenge, secret, subject, now),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? { ...passkey, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}
