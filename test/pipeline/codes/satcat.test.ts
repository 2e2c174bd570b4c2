import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as satcat from '../../../pipeline/codes/satcat.ts';
import { type Disposition, dispositionKeys } from '../../../pipeline/codes/satcat.ts';
import { activeStatuses } from '../../../src/schema/vocabulary.ts';
import { keysAgree } from './keys-agree.ts';

describe('SATCAT codes', () => {
  test('decodes operational and blank statuses; six codes are active', () => {
    expect(satcat.operationalStatus('+')).toBe('OPERATIONAL');
    expect(satcat.operationalStatus('')).toBe('UNKNOWN');
    const isActive = (code: string) => (activeStatuses as readonly string[]).includes(satcat.OPS_STATUS_CODES[code]!);
    const active = Object.keys(satcat.OPS_STATUS_CODES).filter(isActive);
    expect(active.sort()).toEqual(['+', 'B', 'P', 'S', 'U', 'X']);
  });

  test('decodes an orbit center that is a body, a point, or the object docked to', () => {
    expect(satcat.orbitCenter('')).toMatchObject({ code: 'EA', earth: true });
    expect(satcat.orbitCenter('EL2')).toMatchObject({ earth: false, orbit_type: null });
    expect(satcat.orbitCenter('25544')).toMatchObject({ code: '25544', earth: true });
    expect(satcat.orbitCenter('100961')).toMatchObject({ code: '100961', earth: true });
  });

  test.each([
    ['EA', 'ORB', '', 'IN_ORBIT'],
    ['EA', 'IMP', '2020-01-01', 'REENTERED'],
    ['25544', 'DOC', '', 'IN_ORBIT'],
    ['EA', 'R/T', '2011-07-21', 'LANDED'],
    ['MO', 'IMP', '1969-07-20', 'LANDED'],
    ['MO', 'ORB', '', 'IN_ORBIT'],
    ['SU', 'ORB', '', 'ESCAPED'],
    ['VE', 'IMP', '1970-12-15', 'ESCAPED'],
    ['XX', 'ORB', '', undefined],
  ])('decodes %s %s %s as %s', (orbit_center, orbit_type, decay_date, disposition) => {
    expect(satcat.satcatDisposition({ orbit_center, orbit_type, decay_date })).toBe(disposition);
  });

  test('an object that has decayed by its status is not in orbit, with or without a date', () => {
    const row = { orbit_center: 'EA', orbit_type: 'ORB', decay_date: '' };
    expect(satcat.satcatDisposition({ ...row, decayed: true })).toBe('REENTERED');
    expect(satcat.satcatDisposition({ ...row, orbit_center: '25544', orbit_type: 'DOC', decayed: true })).toBe(
      'REENTERED',
    );
    expect(satcat.satcatDisposition({ ...row, orbit_center: 'SU', decayed: true })).toBe('ESCAPED');
  });

  test('decodes any unknown code as undefined', () => {
    const known = new Set([
      ...Object.keys(satcat.OBJECT_TYPES),
      ...Object.keys(satcat.OPS_STATUS_CODES),
      ...satcat.DATA_STATUS_CODES,
      ...satcat.ORBIT_TYPES,
    ]);
    const unknown = fc
      .oneof(fc.string(), fc.constantFrom('toString', 'constructor', '__proto__'))
      .filter((code) => !known.has(code.trim()));
    fc.assert(
      fc.property(unknown, (code) => {
        for (const decode of [satcat.objectClass, satcat.operationalStatus, satcat.dataStatus, satcat.satcatOrbitType])
          expect(decode(code)).toBeUndefined();
      }),
    );
  });
});

const agree = (a: Disposition, b: Disposition) => {
  const compared = (one: Disposition) => ({ keys: dispositionKeys(one), spaces: one === 'UNKNOWN' ? [] : ['fate'] });
  return keysAgree(compared(a), compared(b));
};

describe('dispositions', () => {
  test('DEORBITED and LANDED agree with REENTERED, because SATCAT does not distinguish them', () => {
    expect(agree('REENTERED', 'DEORBITED')).toBe('agree');
    expect(agree('REENTERED', 'LANDED')).toBe('agree');
    expect(agree('IN_ORBIT', 'LOST')).toBe('agree');
    expect(agree('IN_ORBIT', 'REENTERED')).toBe('disagree');
    expect(agree('UNKNOWN', 'REENTERED')).toBe('incomparable');
  });
});
