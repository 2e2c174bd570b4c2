import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from '../base62.ts';

const prefix = 'ow_';
/** 34 letters of 62 are 202 bits: nobody finds one by trying. */
const randomLength = 34;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** Nothing longer is ever hashed: a header may have 16 KB. */
const longest = prefix.length + randomLength + checksumLength;

/**
 * A new key, such as `ow_` and 40 letters and digits. The last six are the CRC-32 of all before them, so a key with a
 * letter lost or changed is told from one that was never given without asking the database.
 */
export function newKey(): string {
  const body = prefix + randomBase62(randomLength);
  return body + checksum(body);
}

/** Says whether a text can be a key: its form, and its checksum. */
export function isKeyShaped(text: string): boolean {
  if (text.length !== longest || !shape.test(text)) return false;
  return checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/**
 * What is stored and looked up instead of the key: its SHA-256, in hexadecimal. A key has 202 random bits, so it needs
 * no salt and no slow hash; and since the table is asked for a hash, how long the answer takes says nothing of a key.
 */
export const keyHash = (key: string): string => hash('sha256', key);

/** What a person may be shown of a key afterwards, to tell it from another: `ow_` and four letters. */
export const keyHint = (key: string): string => `${key.slice(0, prefix.length + 4)}…`;

const checksum = (body: string): string => base62(crc32(body), checksumLength);
