import { describe, expect, test } from 'vitest';
import {
  GCAT_SITES,
  gcatSite,
  type LaunchSite,
  SATCAT_SITES,
  SITES,
  satcatSite,
} from '../../../pipeline/codes/launch-sites.ts';
import { keysAgree } from './keys-agree.ts';

const compared = ({ keys, known }: LaunchSite) => ({ keys, spaces: known ? ['site'] : [] });
const verdict = (satcat: string, gcat: string, ascent?: string): string =>
  keysAgree(compared(satcatSite(satcat)!), compared(gcatSite(gcat, ascent)!));

describe('launch sites', () => {
  test('no code is used for two sites', () => {
    for (const [column, index] of [
      [1, SATCAT_SITES],
      [2, GCAT_SITES],
    ] as const) {
      const codes = Object.values(SITES).flatMap((row) => row[column].split(' ').filter((code) => code !== ''));
      expect(codes.length).toBe(new Set(codes).size);
      expect(Object.keys(index).sort()).toEqual(codes.sort());
    }
  });

  test.each([
    ['AFETR', 'CC', undefined, 'agree'],
    ['AFETR', 'KSC', undefined, 'agree'],
    ['AFWTR', 'VSFBS', undefined, 'agree'],
    ['AFWTR', 'CC', undefined, 'disagree'],
    ['TYMSC', 'NIIP-5', undefined, 'agree'],
    ['TYMSC', 'NIIP-53', undefined, 'disagree'],
    ['PLMSC', 'GNIIPV', undefined, 'agree'],
    ['VOSTO', 'GIK-2', undefined, 'disagree'],
    ['WRAS', 'V', 'WTR', 'agree'],
    ['AFWTR', 'EAFB', 'WTR', 'agree'],
    ['ERAS', 'WIMB', 'WI', 'agree'],
    ['ERAS', 'CC', '-', 'disagree'],
    ['ERAS', 'CC', 'ETR', 'agree'],
    ['SEAL', 'HHAI', undefined, 'agree'],
    ['AFETR', 'NEVER-HEARD-OF', undefined, 'incomparable'],
  ])('%s and %s from %s %s', (satcat, gcat, ascent, expected) => expect(verdict(satcat, gcat, ascent)).toBe(expected));

  test('decodes missing, unknown and uncertain codes', () => {
    for (const code of ['', 'UNK']) expect(satcatSite(code)).toBeNull();
    for (const code of ['QQQ', 'toString']) expect(satcatSite(code)).toBeUndefined();
    expect(gcatSite('-')).toBeNull();
    expect(gcatSite('XYZ', '-', 'Somewhere')).toMatchObject({ key: 'gcat:XYZ', name: 'Somewhere', known: false });
    expect(gcatSite('TYSC?')).toMatchObject({ key: 'taiyuan', uncertain: true });
  });
});
