import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fold,
  gcatAltNames,
  isPlaceholder,
  isSerial,
  nameKeys,
  nameParts,
  nameSeries,
  SPELLINGS,
} from '../../../pipeline/codes/names.ts';
import { keysAgree } from './keys-agree.ts';

const compared = (name: string) => ({ keys: nameKeys(name), spaces: nameSeries(name) });
const verdict = (a: string, b: string) => keysAgree(compared(a), compared(b));

describe('names', () => {
  test.each([
    ['COSMOS 2251', 'Kosmos-2251'],
    ['STARLINK-1007', 'Starlink 1007'],
    ['BRITE-PL2 (HEWELIUSZ)', 'BRITE-PL-2 "Heweliusz"'],
    ['HEWELIUSZ', 'BRITE-PL-2 "Heweliusz"'],
    ['GOSAT (IBUKI)', 'GOSAT "IBUKI"'],
    ['STARLINK-11534 [DTC]', 'Starlink-11534'],
    ['FENGYUN 1C', 'FY-1C'],
    ['GPS BIIF-1 (USA 213)', 'USA 213'],
    ['GEMINI 4', 'Gemini IV'],
    ['KUIPER-00011', 'Kuiper 11'],
    ['SENTINEL-3A', 'Séntinel 3a'],
    ['TURKMENALEM52E/MONACOSAT', 'TurkmenÄlem 52E'],
    ['RESURS P2', 'Resurs-P No. 2'],
  ])('%s agrees with %s', (a, b) => expect(verdict(a, b)).toBe('agree'));

  test.each([
    ['CENTAURI-1', 'Centauri-2'],
    ['O3B FM9', 'O3b FM12'],
    ['KINEIS-5C', 'Kineis-5D'],
    ['IRIDIUM 46', 'Iridium 24'],
    ['SAT 1-23', 'SAT 12-3'],
  ])('%s disagrees with %s', (a, b) => expect(verdict(a, b)).toBe('disagree'));

  test.each([
    ['ONEWEB-0266', 'OWLID000236'],
    ['SSOT', 'FASAT-C'],
    ['MOLNIYA 1-25', 'Molniya-1'],
    ['GONETS-M 4', 'Gonets-M No. 15'],
    ['OBJECT E', 'Delfi-PQ'],
    ['ARCSAT-1', 'ARCSAT'],
  ])('%s and %s are not comparable', (a, b) => expect(verdict(a, b)).toBe('incomparable'));

  test.each([
    'OBJECT E',
    'OBJECT ABC',
    'GUOWANG 24 OBJECT J',
    'TBA - TO BE ASSIGNED',
    'UNKNOWN',
    'CIS UNKNOWN 1',
    '2024-123C',
    '-',
    '',
    '?',
  ])('placeholder: %j', (name) => {
    expect(isPlaceholder(name)).toBe(true);
    expect(nameKeys(name)).toEqual([]);
    expect(nameSeries(name)).toEqual([]);
  });

  test.each(['OBJECTIVE 1', 'MUSKETBALL', 'UNKNOWABLE', 'TBAT', '1KUNS-PF'])('not a placeholder: %s', (name) =>
    expect(isPlaceholder(name)).toBe(false),
  );

  test('recognizes serial names, and splits a name into its parts', () => {
    expect(isSerial('OWLID 00015 / SL0026')).toBe(true);
    expect(isSerial('NOAA 15')).toBe(false);
    expect(nameParts('ISS (ZARYA) [STATION]')).toEqual({ name: 'ISS', aliases: ['ZARYA'] });
    expect(nameParts('[ODERACS E]')).toEqual({ name: 'ODERACS E', aliases: [] });
  });

  test('decodes AltNames of GCAT', () => {
    expect(gcatAltNames(':C,:CC,NRO Mission 1042:CM,CORONA 118:CA')).toEqual(['NRO Mission 1042', 'CORONA 118']);
    expect(gcatAltNames('-')).toEqual([]);
    expect(gcatAltNames(':RE,:RC')).toEqual([]);
  });

  test('folding is idempotent, and keys ignore case and punctuation', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)));
    const word = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 1, maxLength: 8 });
    // A name of digits only may look like a designator, so the first part is a word.
    const part = fc.oneof(word, fc.integer({ min: 0, max: 9999 }).map(String));
    const name = fc.tuple(word, fc.array(part, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]);
    fc.assert(
      fc.property(name, (words) => {
        expect(nameKeys(words.join('-').toLowerCase())).toEqual(nameKeys(words.join('  ')));
      }),
    );
  });

  test('spellings are folded, and lead directly to the final one', () => {
    for (const [from, to] of Object.entries(SPELLINGS)) {
      expect([fold(from), fold(to)]).toEqual([from, to]);
      expect(SPELLINGS[to] ?? to).toBe(to);
    }
  });
});
