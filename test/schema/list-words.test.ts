import { expect, test } from 'vitest';
import { withTimes } from '../../src/components/format.ts';
import { memberWords } from '../../src/components/lists/operator-words.ts';
import { statusFilterWords } from '../../src/components/lists/satellite-rows.ts';

test('a time in a sentence keeps its time of day, also at midnight', () => {
  expect(withTimes('A refresh was due at 2026-08-22T00:00:00Z, and at 2026-08-22T06:30:00.000Z.')).toBe(
    'A refresh was due at 2026-08-22 00:00 UTC, and at 2026-08-22 06:30 UTC.',
  );
});

test('members of a group whose operator is inferred are not counted as naming it', () => {
  expect(memberWords({ own: 10_975, inferred: 3420 }, 'SpaceX')).toBe(
    'of which 7,555 name SpaceX and 3,420 are inferred',
  );
  expect(memberWords({ own: 24, inferred: 0 }, 'CNSA')).toBe('of which 24 name CNSA');
});

test('the filter of an unknown status includes debris, of which none is expected', () =>
  expect(['UNKNOWN', 'DECAYED'].map(statusFilterWords)).toEqual(['Unknown or not applicable', 'Decayed']));
