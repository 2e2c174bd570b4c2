import { expect, test } from 'vitest';
import { citationOf, frequency, modesOf, typeName } from '../../src/features/radio/components/radio-words.ts';
import { type Transmitter, useWords } from '../../src/schema/objects/transmitter.ts';

test.each([
  [145_800_000, null, '145.800'],
  [437_012_500, null, '437.0125'],
  [435_640_001, 435_640_001, '435.640001'],
  [145_925_000, 145_975_000, '145.925–145.975'],
  [26_250_000_000, null, '26250.000'],
  [null, 145_975_000, '—'],
])('formats %s to %s Hz as %s', (low, high, expected) => {
  expect(frequency(low, high)).toBe(expected);
});

test('names both modes if they differ', () => {
  expect(modesOf({ mode: 'FM', uplink_mode: null })).toBe('FM');
  expect(modesOf({ mode: 'FM', uplink_mode: 'FM' })).toBe('FM');
  expect(modesOf({ mode: 'USB', uplink_mode: 'LSB' })).toBe('LSB up, USB down');
  expect(modesOf({ mode: null, uplink_mode: null })).toBe('—');
});

test('names the type of a transmitter and whether it is inverting', () => {
  expect(typeName({ type: 'TRANSPONDER', inverting: true })).toBe('Inverting transponder');
  expect(typeName({ type: null, inverting: false })).toBe('Transmitter');
});

test.each([
  [null, null],
  ['CITATION NEEDED - https://xkcd.com/285/', null],
  ['na', null],
  ['Satellite decayed', { text: 'Satellite decayed', href: null }],
  ['https://www.amsat.org/a b', { text: 'https://www.amsat.org/a b', href: null }],
  ['javascript:alert(1)', { text: 'javascript:alert(1)', href: null }],
  ['https://www.amsat.org/status', { text: 'amsat.org', href: 'https://www.amsat.org/status' }],
])('parses the citation %s', (citation, expected) => {
  expect(citationOf(citation)).toEqual(expected);
});

test.each([
  [{ alive: true }, 'OPERATIONAL', 'In use'],
  [{ alive: true }, null, 'In use'],
  [{ alive: false }, 'NONOPERATIONAL', 'Not in use'],
  // SatNOGS DB lists transmitters of satellites of the 1960s as in use.
  [{ alive: true }, 'NONOPERATIONAL', 'In use by SatNOGS DB; its object counts as not operational'],
  [
    { alive: true, audible: false, disposition: 'REENTERED', decay_date: '2014-10-15' },
    'DECAYED',
    'In use by SatNOGS DB, but reentered 2014-10-15',
  ],
] as const)('the status of a transmitter %o of an object with the status %s is “%s”', (given, status, words) => {
  const one = { audible: true, unconfirmed: false, disposition: 'IN_ORBIT', decay_date: null, ...given };
  expect(useWords(one as unknown as Transmitter, status)).toBe(words);
});
