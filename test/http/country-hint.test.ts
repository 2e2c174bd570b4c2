import { expect, test } from 'vitest';
import { unknownCountry } from '../../src/http/api/lists/release-values.ts';

const codes = ['CH', 'CN', 'DE', 'GB', 'GR', 'UA', 'US', 'ESA'];
test.each([
  ['USA', 'US (United States)'],
  ['chn', 'CN (China)'],
  ['GBR', 'GB (United Kingdom)'],
  ['UKR', 'UA (Ukraine)'],
])('%s means %s, and no other code that its letters contain', (given, meant) => {
  expect(unknownCountry(given, codes, '').facts.hint).toBe(`Did you mean ${meant}? "allowed" has every code.`);
});
test('a code of a state that is not in the release suggests none', () =>
  expect(unknownCountry('GRD', codes, '').facts.hint).not.toContain('Did you mean'));
