import { describe, expect, test } from 'vitest';
import { InvalidQuery, readForm, readSelection, upperCaseParameters } from '../../src/schema/celestrak-query.ts';
import { groupDefinitions } from '../../src/schema/objects/group.ts';

const parameters = (query: string) => upperCaseParameters(new URLSearchParams(query));
const selection = (query: string) => readSelection(parameters(query), ['FORMAT', 'ALPHA5']);
const format = (query: string) => readForm(parameters(query));

describe('valid queries', () => {
  test.each([
    ['CATNR=25544', { kind: 'CATNR', norad_cat_id: 25544 }],
    ['CATNR=00005', { kind: 'CATNR', norad_cat_id: 5 }],
    ['INTDES=1998-067', { kind: 'INTDES', prefix: '1998-067', whole: false }],
    ['INTDES=2022-001a', { kind: 'INTDES', prefix: '2022-001A', whole: true }],
    ['INTDES=1957', { kind: 'INTDES', prefix: '1957-', whole: false }],
    ['GROUP=STARLINK&FORMAT=tle', { kind: 'GROUP', slug: 'starlink' }],
    ['group=iridium-next', { kind: 'GROUP', slug: 'iridium-NEXT' }],
    ['GROUP=1999-025', { kind: 'GROUP', slug: 'fengyun-1c-debris' }],
    ['GROUP=molniya', { kind: 'NAME', part: 'MOLNIYA' }],
    ['GROUP=iridium', { kind: 'NAME', part: 'IRIDIUM', except: ' DEB\\b|IRIDIUM 1\\d\\d$' }],
    ['NAME=R%2FB', { kind: 'NAME', part: 'R/B' }],
    ['SPECIAL=gpz-plus', { kind: 'SPECIAL', slug: 'special-gpz-plus' }],
  ])('%s is parsed', (query, expected) => {
    expect(selection(query)).toEqual(expected);
  });

  test('every group is accepted in upper case', () => {
    for (const { slug } of groupDefinitions)
      expect(selection(`GROUP=${slug.toUpperCase()}`)).toEqual({ kind: 'GROUP', slug });
  });

  test.each([
    ['CATNR=1', 'csv'],
    ['FORMAT=tle', '5-digit.tle'],
    ['FORMAT=tlet', '5-digit.tle'],
    ['FORMAT=3LE', '5-digit.tle'],
    ['FORMAT=TLE&ALPHA5=1', 'tle'],
    ['FORMAT=2le', '5-digit.2le'],
    ['FORMAT=2LE&ALPHA5=1', '2le'],
    ['FORMAT=omm', 'csv'],
    ['FORMAt=kvn', 'gp.kvn'],
    ['FORMAT=json', 'omm.json'],
    ['FORMAT=JSON-PRETTY', 'pretty.json'],
    ['FORMAT=xml', 'gp.xml'],
  ])('%s selects the format %s', (query, expected) => {
    expect(format(query)).toBe(expected);
  });
});

describe('invalid queries', () => {
  test.each([
    '',
    'FORMAT=tle',
    'CATNR=0',
    'CATNR=abc',
    'CATNR=1234567890',
    'CATNR=1&NAME=x',
    'INTDES=98067A',
    'INTDES=1998-67',
    'GROUP=nonsense',
    'GROUP=__proto__',
    'GROUP=constructor',
    'GROUP=',
    'NAME=',
    'SPECIAL=x',
    'CATNR=1&LIMIT=2',
  ])('%s is rejected', (query) => {
    expect(() => selection(query)).toThrow(InvalidQuery);
  });

  test.each(['FORMAT=pdf', 'FORMAT=', 'ALPHA5=yes'])('%s is rejected', (query) => {
    expect(() => format(query)).toThrow(InvalidQuery);
  });

  test('a repeated parameter is rejected', () => {
    expect(() => parameters('CATNR=1&catnr=2')).toThrow(InvalidQuery);
  });
});
