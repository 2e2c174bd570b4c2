import { describe, expect, test } from 'vitest';
import { type Country, countryKeys, isoCountries, isoCountry } from '../../../pipeline/codes/country.ts';
import { GCAT_STATES, gcatState } from '../../../pipeline/codes/gcat/gcat-states.ts';
import { SATCAT_OWNERS, satcatOwner } from '../../../pipeline/codes/satcat-owners.ts';
import { keysAgree } from './keys-agree.ts';

const owner = (code: string): Country => satcatOwner(code) as Country;
const state = (code: string): Country => gcatState(code)?.country as Country;
const compared = countryKeys;
const all = [...Object.values(SATCAT_OWNERS), ...Object.values(GCAT_STATES)];

describe('tables', () => {
  test('every entry has a name, a valid code and known members', () => {
    for (const country of all) {
      expect(country.name).not.toBe('');
      expect(country.code).toMatch(/^[A-Z0-9+-]+$/);
      expect(country.members.length + country.organizations.length > 0).toBe(country.kind !== 'unknown');
      for (const member of country.members) expect(isoCountry(member)).toBeDefined();
    }
  });

  test('every code has one name', () => {
    const names = new Map<string, string>();
    for (const { code, name } of all) {
      expect(names.get(code) ?? name).toBe(name);
      names.set(code, name);
    }
  });

  test.each([
    ['US', 'US'],
    ['UK', 'GB'],
    ['PRC', 'CN'],
    ['SPN', 'ES'],
    ['MA', 'MA'],
    ['IM', 'INMARSAT'],
    ['CA', 'CA'],
    ['AC', 'ASIASAT'],
    ['TBD', 'UNKNOWN'],
    ['', 'UNKNOWN'],
    ['CHBZ', 'CHBZ'],
  ])('decodes SATCAT owner %s as %s', (code, expected) => expect(owner(code).code).toBe(expected));

  test.each([
    ['D', 'DE'],
    ['NI', 'GB'],
    ['ZR', 'CD'],
    ['S', 'SE'],
    ['SA', 'SA'],
    ['SU', 'RU'],
    ['DD', 'DE'],
    ['CSSR', 'CZ'],
    ['I-ESA', 'ESA'],
    ['X', 'UNKNOWN'],
  ])('decodes GCAT state %s as %s', (code, expected) => expect(state(code).code).toBe(expected));

  test('decodes brackets and asterisks of GCAT states', () => {
    expect(gcatState('US')).toMatchObject({ registered: true, by_other: false });
    expect(gcatState('[US]')).toMatchObject({ registered: false, by_other: false });
    expect(gcatState('F*')).toMatchObject({ registered: true, by_other: true, country: { code: 'FR' } });
    expect(gcatState('[I-ESA]*')).toMatchObject({ registered: false, by_other: true, country: { code: 'ESA' } });
    expect(gcatState('-')).toBeNull();
    for (const text of ['[US', 'US]', 'QQ', '[]', 'toString']) expect(gcatState(text)).toBeUndefined();
  });

  test('decodes lists of ISO alpha-2 codes', () => {
    expect(isoCountries('GB')).toMatchObject({ code: 'GB', kind: 'state' });
    expect(isoCountries('BR,CN')).toMatchObject({ code: 'BR+CN', name: 'Brazil/China', kind: 'joint' });
    expect(isoCountries('')).toBeNull();
    expect(isoCountries('US,QQ')).toBeUndefined();
    expect(satcatOwner('QQ')).toBeUndefined();
  });
});

describe('keys of countries', () => {
  test.each([
    ['CIS', 'RU', 'wider'],
    ['CIS', 'SU', 'wider'],
    ['CIS', 'UA', 'wider'],
    ['CIS', 'KZ', 'wider'],
    ['CIS', 'US', 'disagree'],
    ['UKR', 'RU', 'disagree'],
    ['UKR', 'SU', 'wider'],
    ['CZCH', 'CSSR', 'agree'],
    ['CHBZ', 'CN', 'wider'],
    ['CHBZ', 'BR', 'wider'],
    ['CHBZ', 'US', 'disagree'],
    ['ESRO', 'I-ESA', 'agree'],
    ['ESA', 'I-EUM', 'disagree'],
    ['ITSO', 'US', 'incomparable'],
    ['TBD', 'US', 'incomparable'],
    ['PRES', 'CN', 'wider'],
    ['PRES', 'I-ESA', 'wider'],
    ['PRC', 'HK', 'wider'],
  ])('%s and %s %s', (a, b, verdict) => expect(keysAgree(compared(owner(a)), compared(state(b)))).toBe(verdict));
});
