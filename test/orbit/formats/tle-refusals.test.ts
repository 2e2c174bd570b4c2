import { expect, test } from 'vitest';
import { writeTle } from '../../../src/orbit/formats/tle.ts';
import type { ElementSet } from '../../../src/schema/objects/elements.ts';
import { vanguard } from './element-sets.ts';

const refusals: [Partial<ElementSet>, string][] = [
  [
    { norad_cat_id: 345_678 },
    'Catalog number 345678 is above 339999, the last that Alpha-5 can write in five columns.',
  ],
  [
    { norad_cat_id: 340_000 },
    'Catalog number 340000 is above 339999, the last that Alpha-5 can write in five columns.',
  ],
  [
    { epoch: '1956-12-31T23:59:59.9' },
    'Epoch 1956-12-31T23:59:59.9 is outside the years 1957 to 2056, which a TLE writes in two digits.',
  ],
  [
    { epoch: '2057-01-01T00:00:00' },
    'Epoch 2057-01-01T00:00:00 is outside the years 1957 to 2056, which a TLE writes in two digits.',
  ],
  [
    { epoch: '2056-12-31T23:59:59.9999' },
    'Epoch 2056-12-31T23:59:59.9999 is outside the years 1957 to 2056, which a TLE writes in two digits.',
  ],
  [{ epoch: '2026-02-29T00:00:00' }, 'Epoch "2026-02-29T00:00:00" is not a moment in UTC that can be read.'],
  [{ epoch: '2026-13-01T00:00:00' }, 'Epoch "2026-13-01T00:00:00" is not a moment in UTC that can be read.'],
  [{ epoch: '2026-01-01T24:00:00' }, 'Epoch "2026-01-01T24:00:00" is not a moment in UTC that can be read.'],
  [{ epoch: '2026-01-01T00:60:00' }, 'Epoch "2026-01-01T00:60:00" is not a moment in UTC that can be read.'],
  [{ epoch: '2026-01-01T00:00:60' }, 'Epoch "2026-01-01T00:00:60" is not a moment in UTC that can be read.'],
  [{ epoch: 'today' }, 'Epoch "today" is not a moment in UTC that can be read.'],
  [
    { object_id: '2026-1000A' },
    'International designator "2026-1000A" has a launch number above 999, the last of three columns.',
  ],
  [
    { object_id: '2026-001ABCD' },
    'International designator "2026-001ABCD" has a piece of more than three letters, one for each column.',
  ],
  [
    { object_id: '1956-001A' },
    'International designator "1956-001A" is of a year outside 1957 to 2056, which a TLE writes in two digits.',
  ],
  [
    { object_id: '2057-001A' },
    'International designator "2057-001A" is of a year outside 1957 to 2056, which a TLE writes in two digits.',
  ],
  [
    { object_id: '1998-67A' },
    'International designator "1998-67A" is not of the form 1998-067A, the only one that a TLE can write.',
  ],
  [
    { object_id: '1998-067' },
    'International designator "1998-067" is not of the form 1998-067A, the only one that a TLE can write.',
  ],
  [{ classification_type: 'u' }, 'Classification "u" is not the one capital letter that a TLE has room for.'],
  [{ classification_type: '7' }, 'Classification "7" is not the one capital letter that a TLE has room for.'],
  [{ classification_type: '\n' }, 'Classification "\\n" is not the one capital letter that a TLE has room for.'],
  [{ ephemeris_type: 10 }, 'Ephemeris type 10 has more digits than the one column of a TLE.'],
  [{ element_set_no: 10_000 }, 'Element set number 10000 has more digits than the 4 columns of a TLE.'],
  [{ rev_at_epoch: 100_000 }, 'Revolution number at epoch 100000 has more digits than the 5 columns of a TLE.'],
  [
    { mean_motion_dot: '0.999999995' },
    'Derivative of mean motion 0.999999995 is 1 or more in size when rounded to the eight decimals of a TLE.',
  ],
  [
    { mean_motion_dot: '-1' },
    'Derivative of mean motion -1 is 1 or more in size when rounded to the eight decimals of a TLE.',
  ],
  [
    { bstar: '999995000' },
    'B* 999995000 is 1e9 or more in size when rounded to five digits: a TLE writes one digit of exponent.',
  ],
  [
    { bstar: '-1e9' },
    'B* -1e9 is 1e9 or more in size when rounded to five digits: a TLE writes one digit of exponent.',
  ],
  [
    { mean_motion_ddot: '1e999999999999' },
    'Second derivative of mean motion 1e999999999999 is 1e9 or more in size when rounded to five digits: a TLE writes one digit of exponent.',
  ],
  [{ eccentricity: '1' }, 'Eccentricity 1 is 1 or more, and a TLE has only the digits behind the point.'],
  [
    { eccentricity: '1e999999999999' },
    'Eccentricity 1e999999999999 is 1 or more, and a TLE has only the digits behind the point.',
  ],
  [{ eccentricity: '-0.01' }, 'Eccentricity -0.01 is negative, and a TLE has no column for its sign.'],
  [{ mean_motion: '100' }, 'Mean motion 100 is 100 or more when rounded to the eight decimals of a TLE.'],
  [
    { mean_motion: '99.999999995' },
    'Mean motion 99.999999995 is 100 or more when rounded to the eight decimals of a TLE.',
  ],
  [
    { mean_motion: '0.000000004' },
    'Mean motion 0.000000004 is not above zero when rounded to the eight decimals of a TLE.',
  ],
  [{ mean_motion: '-1' }, 'Mean motion -1 is not above zero when rounded to the eight decimals of a TLE.'],
  [{ mean_motion: 'x' }, 'Mean motion "x" is not a decimal number.'],
  [{ inclination: '180.00005' }, 'Inclination 180.00005 is not within 0 to 180 degrees.'],
  [{ inclination: '-0.00005' }, 'Inclination -0.00005 is not within 0 to 180 degrees.'],
  [{ ra_of_asc_node: '360.0001' }, 'Right ascension of the ascending node 360.0001 is not within 0 to 360 degrees.'],
  [{ arg_of_pericenter: '-1' }, 'Argument of pericenter -1 is not within 0 to 360 degrees.'],
  [{ mean_anomaly: '1e3' }, 'Mean anomaly 1e3 is not within 0 to 360 degrees.'],
];

test.each(refusals)('writes no TLE for %o', (change, reason) => {
  expect(writeTle({ ...vanguard, ...change }, 'X')).toEqual({ ok: false, reason });
});

test('explains every refusal in one sentence', () => {
  for (const [, reason] of refusals) expect(reason).toMatch(/^[A-Z][ -~]+\.$/);
});

test('throws if called without an element set', () => {
  expect(() => writeTle(null as unknown as ElementSet, 'X')).toThrow(TypeError);
});
