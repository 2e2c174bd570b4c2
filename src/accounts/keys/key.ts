import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from '../secret.ts';

const prefix = 'ow_';
/** 34 characters of 62 are 202 bits, which cannot be guessed. */
const randomLength = 34;
const checksumLength = 6;
/** Characters after the prefix. */
export const secretLength = randomLength + checksumLength;

/**
 * A new secret: its prefix, and 40 letters and digits. The last six are the CRC-32 of everything before, so that a
 * mistyped secret is detected without a database lookup.
 */
export function newSecret(begin: string): string {
  const body = begin + randomBase62(randomLength);
  return body + checksum(body);
}

/**
 * True if a text has the prefix, length, characters and checksum of a secret. Longer texts, up to the 16 KB of a header, are never hashed.
 */
export function isSecret(text: string, begin: string): boolean {
  if (text.length !== begin.length + secretLength || !text.startsWith(begin)) return false;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(begin.length))) return false;
  return checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** A new key, such as `ow_` and 40 letters and digits. */
export const newKey = (): string => newSecret(prefix);

/** True if a text has the format and the checksum of a key. */
export const isKeyShaped = (text: string): boolean => isSecret(text, prefix);

/**
 * The stored hash of a key: SHA-256, hexadecimal. A key has 202 random bits, so it needs no salt and no slow hash;
 * lookup by hash also means that response times reveal nothing about a key.
 */
export const keyHash = (key: string): string => hash('sha256', key);

/** The part of a key shown afterwards to identify it: `ow_` and four characters. */
export const keyHint = (key: string): string => `${key.slice(0, prefix.length + 4)}…`;

const checksum = (body: string): string => base62(crc32(body), checksumLength);

/** A header without a valid key, or two headers with different keys. */
export const malformed = Symbol('malformed');

/**
 * The key of a request: `Authorization: Bearer`, HTTP Basic with the key as user name and no password (as sent by `curl
 * -u KEY:`), or `X-API-Key`; if both are sent, they must match. Another kind of `Authorization` (such as a proxy's) is
 * ignored if there is an `X-API-Key`, and malformed otherwise. Null without either header.
 */
export function presentedKey(
  authorization: string | undefined,
  apiKey: string | undefined,
): string | typeof malformed | null {
  const header = apiKey?.trim();
  if (authorization === undefined) return header ?? null;
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? basicUser(authorization);
  if (header === undefined) return token ?? malformed;
  if (token === null) return /^Bearer\b/i.test(authorization) ? malformed : header;
  return token === header ? header : malformed;
}

/** A key that is the user name of HTTP Basic, without a password; null for anything else, such as a proxy's own user. */
function basicUser(authorization: string): string | null {
  const credentials = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  if (credentials === undefined) return null;
  return /^(ow_[^:]*):$/.exec(Buffer.from(credentials, 'base64').toString('latin1'))?.[1] ?? null;
}
