import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPERATORS } from '../../../pipeline/codes/operator-spellings.ts';
import { type GcatOrg, gcatOperators, gcatOwners, operator, slug } from '../../../pipeline/codes/operators.ts';

const org = (row: Partial<GcatOrg> & { Code: string }): GcatOrg => ({
  UCode: row.Code,
  StateCode: 'US',
  Type: 'O',
  TStart: '-',
  TStop: '-',
  Name: row.Code,
  EName: '-',
  Parent: '-',
  ...row,
});

describe('slugs', () => {
  test.each([
    ['SpaceX', 'spacex'],
    ['Space Exploration Technologies Corp.', 'spacex'],
    ['SES S.A.', 'ses'],
    ['AT&T Inc.', 'at-and-t'],
    ['Planet Labs, Inc', 'planet-labs'],
    ['ICEYE Oy', 'iceye'],
    ['Société Européenne des Satellites', 'ses'],
    ['The Aerospace Corp.', 'aerospace-corporation'],
  ])('%s has the slug %s', (name, expected) => expect(operator(name)?.slug ?? null).toBe(expected));

  test.each(['None', '', '-', null, undefined, 'Unknown', 'X', 'Unknown US operator', 'Czech Republic', 'France'])(
    'not an operator: %j',
    (name) => expect(operator(name)).toBeNull(),
  );

  test('every spelling is a slug, and belongs to one operator', () => {
    const spellings = Object.entries(OPERATORS).flatMap(([key, [, more]]) => `${key} ${more}`.trim().split(' '));
    expect(spellings.length).toBe(new Set(spellings).size);
    for (const spelling of spellings) expect(spelling).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const key of Object.keys(OPERATORS)) expect(operator(key)?.slug).toBe(key);
  });

  test('a slug has no stray hyphens or whitespace, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(slug(name)).not.toMatch(/^-|-$|--|\s/);
        expect(slug(slug(name))).toBe(slug(name));
      }),
    );
  });
});

describe('gcatOperators', () => {
  const operators = gcatOperators([
    org({ Code: 'SPX', Name: 'SpaceX' }),
    org({ Code: 'SPXS', Name: 'SpaceX (Seattle)' }),
    org({ Code: 'NASDA', UCode: 'NASDA', EName: 'National Space Development Agency', TStop: '2003 Oct  1' }),
    org({ Code: 'JAXA', UCode: 'NASDA', EName: 'Japan Aerospace Exploration Agency', TStart: '2003 Oct  1' }),
    org({ Code: 'US', Type: 'CY', Name: 'USA' }),
    org({ Code: 'NASA', Name: 'National Aeronautics and Space Administration', Parent: 'US' }),
    org({ Code: 'GSFC', Name: 'Goddard', Parent: 'NASA' }),
    org({ Code: 'LUND1', Name: 'Lund University', StateCode: 'S' }),
    org({ Code: 'LUND2', Name: 'Lund University', StateCode: 'S' }),
    org({ Code: 'PLAN', Name: 'Planet Labs, Inc' }),
  ]);
  const get = (code: string) => operators.get(code);

  test('a renamed organization keeps its slug', () => {
    expect(get('NASDA')).toMatchObject({ slug: 'jaxa', name: 'National Space Development Agency' });
    expect(get('JAXA')).toMatchObject({ slug: 'jaxa' });
  });

  test('a branch is an operator of its own and links to its parent organization', () => {
    // A location in brackets is the same company; GCAT gives it no Parent.
    expect(get('SPXS')).toMatchObject({ slug: 'spacex', branch_of: null });
    expect(get('GSFC')).toMatchObject({ branch_of: 'nasa' });
    expect(get('NASA')).toMatchObject({ branch_of: null });
    expect(operator('NASA')).toMatchObject({ slug: 'nasa' });
    expect(operator('Space Exploration Technologies')).toMatchObject({ slug: get('SPX')!.slug });
  });

  test('a former public body keeps its slug and links to its successor; a renamed company does not', () => {
    const former = gcatOperators([
      org({
        Code: 'NASDA',
        UCode: 'N',
        Class: 'C',
        TStart: '1969 Oct',
        TStop: '2003 Oct  1',
        EName: 'National Space Development Adminstration',
      }),
      org({ Code: 'JAXA', UCode: 'N', Class: 'C', TStart: '2003 Oct  1', EName: 'Japan Aerospace Exploration Agency' }),
      org({ Code: 'NANSFI', UCode: 'S', Class: 'B', TStart: '2011', TStop: '2014', EName: 'Small Sats' }),
      org({ Code: 'SPI', UCode: 'S', Class: 'B', TStart: '2014', EName: 'Bigger Sats' }),
      org({ Code: 'X', Type: 'CY' }),
    ]);
    expect(former.get('NASDA')).toMatchObject({ slug: 'nasda', successor: 'jaxa' });
    expect(former.get('JAXA')).toMatchObject({ slug: 'jaxa', successor: null });
    expect(former.get('NANSFI')).toMatchObject({ slug: 'bigger-sats', successor: null });
    expect(gcatOwners('X/JAXA', former)?.operators.map(({ code }) => code)).toEqual(['JAXA']);
  });

  test('two organizations with the same name have different slugs', () => {
    expect(get('LUND1')?.slug).toBe('lund-university');
    expect(get('LUND2')?.slug).toBe('lund-university-s');
  });

  test('decodes joint, uncertain and unlisted owners', () => {
    expect(gcatOwners('NASA/GSFC', operators)?.operators.map((o) => o.code)).toEqual(['NASA', 'GSFC']);
    expect(gcatOwners('NASA?', operators)).toMatchObject({ uncertain: true, unknown: [] });
    expect(gcatOwners('PLANET', operators)).toMatchObject({ operators: [], unknown: ['PLANET'] });
    expect(gcatOwners('NEWCO', operators)).toMatchObject({ operators: [], unknown: ['NEWCO'] });
    expect(gcatOwners('-', operators)).toBeNull();
  });
});
