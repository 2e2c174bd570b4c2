import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKeyShaped, keyHash, keyHint, malformed, newKey, presentedKey } from '../../src/accounts/keys/key.ts';
import { base62, randomBase62 } from '../../src/accounts/secret.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key is ow_, 34 random characters and a six-character checksum, and keys are unique', () => {
  const keys = Array.from({ length: 1000 }, newKey);
  for (const key of keys) {
    expect(key).toMatch(/^ow_[0-9A-Za-z]{40}$/);
    expect(isKeyShaped(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(1000);
  expect(new Set(keys.map(keyHash)).size).toBe(1000);
  expect(keyHash(keys[0]!)).toMatch(/^[0-9a-f]{64}$/);
  expect(keyHint(keys[0]!)).toBe(`${keys[0]!.slice(0, 7)}…`);
});

test('the checksum detects any single character changed, removed, added or swapped with the next', () => {
  fc.assert(
    fc.property(fc.nat(39), fc.constantFrom(...alphabet), (offset, character) => {
      const key = newKey();
      const index = offset + 3;
      const changed = key.slice(0, index) + character + key.slice(index + 1);
      expect(isKeyShaped(changed)).toBe(changed === key);
      expect(isKeyShaped(key.slice(0, index) + key.slice(index + 1))).toBe(false);
      expect(isKeyShaped(key.slice(0, index) + character + key.slice(index))).toBe(false);
      const swapped = key.slice(0, index) + (key[index + 1] ?? '') + key[index] + key.slice(index + 2);
      expect(isKeyShaped(swapped)).toBe(swapped === key);
    }),
    { numRuns: 500 },
  );
});

test('arbitrary text is not recognized as a key', () => {
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => !isKeyShaped(text) && !isKeyShaped(`ow_${text}`)));
});

test('characters are distributed uniformly', () => {
  const counts = new Map<string, number>();
  for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // Each is expected 1,000 times; six standard deviations are 190.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
});

test('base 62 numbers are padded with zeros', () => {
  expect([base62(0, 3), base62(61, 3), base62(62, 3), base62(0xffffffff, 6)]).toEqual(['000', '00z', '010', '4gfFC3']);
});

test.each([
  ['neither header', undefined, undefined, null],
  ['a bearer token', 'Bearer ow_a', undefined, 'ow_a'],
  ['a bearer token with a lower-case scheme and spaces', 'bearer   ow_a ', undefined, 'ow_a'],
  ['X-API-Key', undefined, ' ow_a ', 'ow_a'],
  ['the same key in both headers', 'Bearer ow_a', 'ow_a', 'ow_a'],
  ['different keys in both headers', 'Bearer ow_a', 'ow_b', malformed],
  ['HTTP Basic with the key as user name', `Basic ${btoa('ow_a:')}`, undefined, 'ow_a'],
  ['different keys in HTTP Basic and X-API-Key', `Basic ${btoa('ow_a:')}`, 'ow_b', malformed],
  ['HTTP Basic with a password', `Basic ${btoa('ow_a:x')}`, undefined, malformed],
  ['HTTP Basic without a key', 'Basic b3c6', undefined, malformed],
  ['HTTP Basic without a key, and X-API-Key', 'Basic b3c6', 'ow_a', 'ow_a'],
  ['a key without a scheme', 'ow_a', undefined, malformed],
  ['an empty bearer token', 'Bearer ', undefined, malformed],
  ['an empty bearer token, and X-API-Key', 'Bearer ', 'ow_a', malformed],
  ['two keys in one bearer token', 'Bearer ow_a ow_b', undefined, malformed],
  ['an empty Authorization header', '', undefined, malformed],
])('reads the key of a request with %s', (_name, authorization, apiKey, expected) => {
  expect(presentedKey(authorization, apiKey)).toBe(expected);
});
