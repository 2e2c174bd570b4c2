import { randomFillSync } from 'node:crypto';

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
