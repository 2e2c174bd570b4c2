import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gcatOrbit, ORBIT_CATEGORIES } from '../../../pipeline/codes/gcat/gcat-orbit.ts';
import { gcatParent, gcatPlace } from '../../../pipeline/codes/gcat/gcat-place.ts';
import { gcatManeuvers, gcatResult, gcatStatus, STATUS_CODES } from '../../../pipeline/codes/gcat/gcat-status.ts';
import { gcatType } from '../../../pipeline/codes/gcat/gcat-type.ts';
import { ORBIT_TYPES, orbitType, UCS_ORBIT_TYPE } from '../../../pipeline/codes/orbit-type.ts';
import { CATEGORIES, gcatPurpose, gcatUsers } from '../../../pipeline/codes/purpose.ts';

test.each([
  ['S25730', 'S25730'],
  ['A05217', 'A05217'],
  ['R00123', 'R00123'],
  ['S25544  C9', 'S25544'],
  ['A01234*', 'A01234'],
  ['A01234* D9?', 'A01234'],
  ['S100012', 'S100012'],
  ['-', null],
  ['', null],
  ['ISS', undefined],
  ['25544', undefined],
])('reads the parent %j as %j', (text, id) => {
  expect(gcatParent(text)).toBe(id);
});

test.each([
  ['S', 'SUCCESS'],
  ['F', 'FAILURE'],
  ['U', null],
  ['N', null],
  ['-', null],
  ['', null],
  ['X', undefined],
  ['s', undefined],
])('reads the result %j as %j', (code, result) => {
  expect(gcatResult(code)).toBe(result);
});

test.each([
  ['M', 'MANEUVERS'],
  ['D', 'DEORBITS'],
  ['N', null],
  ['-', null],
  ['', null],
  ['m', undefined],
])('reads the maneuvers %j as %j', (code, capability) => {
  expect(gcatManeuvers(code)).toBe(capability);
});

test.each([
  ['KSC RW33', { place: 'KSC RW33', uncertain: false }],
  ['93W 9S', { place: '93W 9S', uncertain: false }],
  ['IOR?', { place: 'IOR', uncertain: true }],
  ['24N 155E ?', { place: '24N 155E', uncertain: true }],
  ['LEO', null],
  ['GEO/ID?', null],
  ['-', null],
  ['', null],
  ['?', null],
])('reads the place %j as %j', (dest, place) => {
  expect(gcatPlace(dest)).toEqual(place);
});

describe('gcatStatus', () => {
  test('decodes every code, with and without a question mark', () => {
    for (const code of Object.keys(STATUS_CODES)) {
      expect(gcatStatus(code)).toMatchObject({ code, uncertain: false });
      expect(gcatStatus(`${code}?`)).toMatchObject({ code, uncertain: true });
    }
  });

  test.each(['DK', 'GRP', 'ATT', 'TFR', 'E', 'C', 'N', 'NA', 'REL', 'UDK', 'DEP', 'EVA1', 'LEASE'])(
    '%s does not state the current disposition',
    (code) => {
      expect(gcatStatus(code)).toMatchObject({ disposition: null, ends: null });
    },
  );

  test('ends in a decay or landing only for objects that reentered, were deorbited or landed', () => {
    const decays = Object.keys(STATUS_CODES).filter((code) =>
      ['decay', 'landing'].includes(gcatStatus(code)?.ends ?? ''),
    );
    expect(decays.sort()).toEqual(['AF', 'AL', 'AL IN', 'AR', 'AR IN', 'AS', 'D', 'F', 'L', 'LF', 'R', 'S']);
    for (const code of decays) expect(['REENTERED', 'DEORBITED', 'LANDED']).toContain(gcatStatus(code)?.disposition);
  });

  test('decodes O as in orbit, OX as lost and ERR as not real; rejects unknown codes', () => {
    expect(gcatStatus('O')).toMatchObject({ disposition: 'IN_ORBIT', meaning: 'in orbit' });
    expect(gcatStatus('OX')).toMatchObject({ disposition: 'LOST' });
    expect(gcatStatus('ERR')).toMatchObject({ real: false, disposition: null });
    expect(gcatStatus('AR  IN')).toMatchObject({ code: 'AR IN' });
    expect(gcatStatus('-')).toBeNull();
    for (const code of ['QQ', 'toString', 'r', '?']) expect(gcatStatus(code)).toBeUndefined();
  });
});

describe('gcatType', () => {
  test.each([
    ['P', 'PAYLOAD', {}],
    ['PA', 'PAYLOAD', {}],
    ['P A', 'PAYLOAD', {}],
    ['PH H-S', 'PAYLOAD', {}],
    ['PP H', 'PAYLOAD', {}],
    ['PX-C---', null, {}],
    ['R2', 'ROCKET_BODY', { spurious: false }],
    ['C  M', null, {}],
    ['C -M-S- c', null, {}],
    ['C  F', 'DEBRIS', {}],
    ['D  P    ?', 'DEBRIS', { uncertain_identity: true }],
    ['Z  X', null, { spurious: true }],
  ])('%j', (text, object_class, rest) => expect(gcatType(text)).toMatchObject({ object_class, ...rest }));

  test('returns null for a missing type, undefined for an unknown one', () => {
    expect(gcatType('-')).toBeNull();
    for (const text of ['Q', 'P!', 'p', '1']) expect(gcatType(text)).toBeUndefined();
  });
});

describe('orbits', () => {
  test('decodes every category', () => {
    for (const [code, [orbit_class, orbit_type]] of Object.entries(ORBIT_CATEGORIES))
      expect(gcatOrbit(`${code} `)).toEqual({ orbit_class, orbit_type, uncertain: false });
    expect(gcatOrbit('GTO')).toMatchObject({ orbit_class: 'HEO', orbit_type: 'GEOSTATIONARY_TRANSFER' });
    expect(gcatOrbit('HEO/M?')).toMatchObject({ orbit_class: 'HEO', orbit_type: 'MOLNIYA', uncertain: true });
    expect(gcatOrbit('HCO')).toMatchObject({ orbit_class: 'DEEP_SPACE' });
    expect(gcatOrbit('-')).toBeNull();
    for (const code of ['LEO', 'GEO', 'XEO', 'constructor']) expect(gcatOrbit(code)).toBeUndefined();
  });

  test.each([
    ['ISS', 92.9, 0.0005, 51.6, 'INCLINED'],
    ['Landsat 9', 98.9, 0.0001, 98.2, 'SUN_SYNCHRONOUS'],
    ['Iridium', 100.4, 0.0002, 86.4, 'POLAR'],
    ['Ofeq', 93.9, 0.01, 141.9, 'RETROGRADE'],
    ['GPS', 717.9, 0.01, 55, 'INCLINED'],
    ['O3b', 287.9, 0.0004, 0.05, 'EQUATORIAL'],
    ['a television satellite', 1436.1, 0.0002, 0.05, 'GEOSTATIONARY'],
    ['drifting', 1440, 0.0002, 0.05, 'GEO_DRIFT'],
    ['drifting below the ring, inclined', 1420, 0.0002, 14, 'GEO_DRIFT'],
    ['moved to 300 km above the ring', 1451.5, 0.0002, 12, 'GEO_GRAVEYARD'],
    ['left 500 km above the ring, but reaching into it', 1461, 0.009, 3, 'GEO_DRIFT'],
    ['QZSS', 1436.1, 0.075, 41, 'INCLINED_GEOSYNCHRONOUS'],
    ['TDRS', 1436.1, 0.0002, 7.5, 'INCLINED_GEOSYNCHRONOUS'],
    ['Sirius', 1436.1, 0.27, 63, 'ELLIPTICAL'],
    ['low, over the poles, but not with the Sun', 100, 0.001, 103.9, 'POLAR'],
    ['Jason', 112.4, 0.0008, 66, 'INCLINED'],
    ['Molniya', 717.7, 0.74, 62.8, 'MOLNIYA'],
    ['Ariane stage', 630, 0.72, 6, 'GEOSTATIONARY_TRANSFER'],
    ['Chandra', 3809, 0.75, 70, 'DEEP_ELLIPTICAL'],
    ['TESS', 19_700, 0.55, 37, 'CISLUNAR'],
  ])('%s', (_, period_min, eccentricity, inclination_deg, type) => {
    expect(orbitType({ period_min, eccentricity, inclination_deg })).toBe(type);
  });

  test('every ellipse has an orbit type with a UCS term; other orbits have none', () => {
    const ellipse = fc.tuple(
      fc.double({ min: 80, max: 50_000, noNaN: true }),
      fc.double({ min: 0, max: 0.98, noNaN: true }),
      fc.double({ min: 0, max: 180, noNaN: true }),
    );
    fc.assert(
      fc.property(ellipse, ([period_min, eccentricity, inclination_deg]) => {
        const type = orbitType({ period_min, eccentricity, inclination_deg });
        expect(ORBIT_TYPES).toContain(type);
        expect(Object.keys(UCS_ORBIT_TYPE)).toContain(type);
      }),
    );
    expect(orbitType({ period_min: null, eccentricity: 0, inclination_deg: 0 })).toBeNull();
    expect(orbitType({ period_min: 90, eccentricity: 1, inclination_deg: 0 })).toBeNull();
  });
});

describe('purpose', () => {
  test('decodes users to UCS terms', () => {
    expect(gcatUsers('C')?.users).toEqual(['Government']);
    expect(gcatUsers('A')?.users).toEqual(['Civil']);
    expect(gcatUsers('CD')?.users).toEqual(['Government', 'Military']);
    expect(gcatUsers('-')).toBeNull();
    expect(gcatUsers('N')).toBeUndefined();
  });

  test('decodes single and combined categories', () => {
    for (const code of Object.keys(CATEGORIES))
      expect(gcatPurpose(`${code}?*`)).toMatchObject({ detailed: [CATEGORIES[code]![1]], uncertain: true });
    expect(gcatPurpose('COM/MET-RO')).toMatchObject({
      purposes: ['Communications', 'Earth Observation'],
      uncertain: false,
    });
    expect(gcatPurpose('IMG/IMG-R')).toMatchObject({
      purposes: ['Earth Observation'],
      detailed: ['Optical Imaging', 'Radar Imaging'],
    });
    expect(gcatPurpose('-')).toBeNull();
    for (const text of ['COM/XYZ', 'XYZ', '/']) expect(gcatPurpose(text)).toBeUndefined();
  });
});
