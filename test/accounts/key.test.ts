import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62, randomBase62 } from '../../src/accounts/base62.ts';
import { isKeyShaped, keyHash, keyHint, newKey } from '../../src/accounts/keys/key.ts';
import { malformed, presentedKey } from '../../src/accounts/keys/presented-key.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key is ow_, 34 letters and a checksum of six, and no two are alike', () => {
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

test('any one letter changed, lost, added or swapped is noticed without a lookup', () => {
  fc.assert(
    fc.property(fc.nat(39), fc.constantFrom(...letters), (at, letter) => {
      const key = newKey();
      const place = at + 3;
      const changed = key.slice(0, place) + letter + key.slice(place + 1);
      expect(isKeyShaped(changed)).toBe(changed === key);
      expect(isKeyShaped(key.slice(0, place) + key.slice(place + 1))).toBe(false);
      expect(isKeyShaped(key.slice(0, place) + letter + key.slice(place))).toBe(false);
      const swapped = key.slice(0, place) + (key[place + 1] ?? '') + key[place] + key.slice(place + 2);
      expect(isKeyShaped(swapped)).toBe(swapped === key);
    }),
    { numRuns: 500 },
  );
});

test('no text is taken for a key by chance', () => {
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => !isKeyShaped(text) && !isKeyShaped(`ow_${text}`)));
});

test('letters are drawn evenly', () => {
  const counts = new Map<string, number>();
  for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 1,000 expected of each; six standard deviations are 190.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
});

test('numbers are written in base 62, filled up with zeros', () => {
  expect([base62(0, 3), base62(61, 3), base62(62, 3), base62(0xffffffff, 6)]).toEqual(['000', '00z', '010', '4gfFC3']);
});

test.each([
  ['neither header', undefined, undefined, null],
  ['a bearer', 'Bearer ow_a', undefined, 'ow_a'],
  ['a bearer in another case, with spaces', 'bearer   ow_a ', undefined, 'ow_a'],
  ['the other header', undefined, ' ow_a ', 'ow_a'],
  ['both, alike', 'Bearer ow_a', 'ow_a', 'ow_a'],
  ['both, different', 'Bearer ow_a', 'ow_b', malformed],
  ['HTTP Basic, as the user name', `Basic ${btoa('ow_a:')}`, undefined, 'ow_a'],
  ['HTTP Basic and the other header, different', `Basic ${btoa('ow_a:')}`, 'ow_b', malformed],
  ['HTTP Basic with a password', `Basic ${btoa('ow_a:x')}`, undefined, malformed],
  ['a scheme of its own', 'Basic b3c6', undefined, malformed],
  ["a proxy's scheme beside a key", 'Basic b3c6', 'ow_a', 'ow_a'],
  ['a key without its scheme', 'ow_a', undefined, malformed],
  ['an empty bearer', 'Bearer ', undefined, malformed],
  ['an empty bearer beside a key', 'Bearer ', 'ow_a', malformed],
  ['two words', 'Bearer ow_a ow_b', undefined, malformed],
  ['an empty header', '', undefined, malformed],
])('presented by %s', (_what, authorization, apiKey, expected) => {
  expect(presentedKey(authorization, apiKey)).toBe(expected);
});
