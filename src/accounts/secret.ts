import { randomBytes, randomFillSync } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A shorter secret could be guessed. */
const shortestSecret = 32;

/**
 * The secret that signs session cookies: `ORBWEAVER_SECRET`, or else `accounts/secret` in the home folder, generated on
 * the first start. Throws if the file is empty or too short, or missing although there are accounts: a new secret would
 * end every session, which the operator must decide.
 */
export function readSecret(home: string, setting: string | undefined): string {
  if (setting !== undefined) return setting;
  const folder = join(home, 'accounts');
  const path = join(folder, 'secret');
  if (!existsSync(path)) {
    if (existsSync(join(folder, 'accounts.sqlite')))
      throw new Error(`${path} is missing: put it back, or set ORBWEAVER_SECRET (a new one signs everybody out)`);
    make(folder, path);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < shortestSecret) throw new Error(`${path} is too short: it needs ${shortestSecret} characters`);
  return secret;
}

/** Creates the file atomically; if two processes create it, the first one's stays. */
function make(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * The largest multiple of 62 in a byte: higher bytes are drawn again, because they would favor the first characters.
 */
const fair = 248;

/** Letters and digits from the operating system's randomness, each of the 62 as likely as any other. */
export function randomBase62(length: number): string {
  let text = '';
  const bytes = new Uint8Array(length * 2);
  while (text.length < length) {
    randomFillSync(bytes);
    for (const byte of bytes) if (byte < fair && text.length < length) text += digits[byte % 62];
  }
  return text;
}

/** A whole number of 0 or more in base 62, with zeros before it up to `length`. */
export function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text.padStart(length, '0');
}
