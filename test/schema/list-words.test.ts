import { expect, test } from 'vitest';
import { memberWords } from '../../src/components/lists/operator-words.ts';
import { statusFilterWords } from '../../src/components/lists/satellite-rows.ts';

test('members of a group whose operator is inferred are not counted as naming it', () => {
  expect(memberWords({ own: 10_975, inferred: 3420 }, 'SpaceX')).toBe(
    'of which 7,555 name SpaceX and 3,420 are inferred',
  );
  expect(memberWords({ own: 24, inferred: 0 }, 'CNSA')).toBe('of which 24 name CNSA');
});

test('the filter of an unknown status includes debris, of which none is expected', () =>
  expect(['UNKNOWN', 'DECAYED'].map(statusFilterWords)).toEqual(['Unknown or not applicable', 'Decayed']));
