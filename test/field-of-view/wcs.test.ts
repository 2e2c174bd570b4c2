import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Projection, readWcs } from '../../src/features/field-of-view/wcs.ts';
import { directionOfPlace, placeOfDirection } from '../../src/orbit/icrs.ts';

const cards = (text: Record<string, string | number>) =>
  Object.entries(text).map(([keyword, value]) =>
    `${keyword.padEnd(8)}= ${typeof value === 'number' ? String(value).padStart(20) : `'${value}'`} / a comment`.padEnd(
      80,
    ),
  );
const image = {
  SIMPLE: 'T',
  NAXIS1: 4656,
  NAXIS2: 3520,
  CTYPE1: 'RA---TAN-SIP',
  CTYPE2: 'DEC--TAN-SIP',
  CRVAL1: 359.95,
  CRVAL2: 88.2,
  CRPIX1: 2328.5,
  CRPIX2: 1760.5,
  CD1_1: -4.1e-4,
  CD1_2: 2.3e-5,
  CD2_1: 2.4e-5,
  CD2_2: 4.2e-4,
  A_ORDER: 3,
  A_2_0: 1.2e-6,
  A_1_1: -3e-7,
  A_0_3: 4e-11,
  B_ORDER: 2,
  B_0_2: -9e-7,
  B_2_0: 2e-7,
  'DATE-OBS': '2026-08-22T21:59:58.5',
  EXPTIME: 30,
};
const pixels = [
  [1, 1],
  [4656, 3520],
  [2328.5, 1760.5],
  [4000.25, 12],
  [0.5, 3520.5],
] as const;

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import astropy.wcs']).status === 0;
const script = `
import json, sys
from astropy.io.fits import Header
from astropy.wcs import WCS
request = json.load(sys.stdin)
wcs = WCS(Header.fromstring(request["header"]))
print(json.dumps(wcs.all_pix2world(request["pixels"], 1).tolist()))
`;

test.skipIf(!installed)('a TAN and SIP header gives the places of astropy, in both directions', () => {
  const header = [...cards(image), 'END'.padEnd(80)].join('');
  const { wcs, exposure } = readWcs(header);
  expect(exposure).toEqual({ from: Date.parse('2026-08-22T21:59:58.500Z'), exposure_s: 30 });
  const projection = new Projection(wcs);
  const run = spawnSync(python, ['-c', script], { input: JSON.stringify({ header, pixels }), encoding: 'utf8' });
  const places = JSON.parse(run.stdout) as [number, number][];
  expect(places).toHaveLength(pixels.length);
  for (const [n, [ra, dec]] of places.entries()) {
    const [x, y] = pixels[n]!;
    const { ra_deg, dec_deg } = placeOfDirection(projection.directionOf(x, y));
    expect(ra_deg).toBeCloseTo(ra, 8);
    expect(dec_deg).toBeCloseTo(dec, 9);
    const [backX, backY] = projection.pixelOf(directionOfPlace(ra, dec));
    expect(backX).toBeCloseTo(x, 4);
    expect(backY).toBeCloseTo(y, 4);
  }
});

test('cards may be one to a line, with CDELT and CROTA2', () => {
  const { CD1_1, CD1_2, CD2_1, CD2_2, A_ORDER, B_ORDER, ...rest } = image;
  const text = cards({ ...rest, CTYPE1: 'RA---TAN', CTYPE2: 'DEC--TAN', CDELT1: -0.001, CDELT2: 0.001, CROTA2: 90 });
  const { wcs } = readWcs(text.map((card) => card.trimEnd()).join('\n'));
  expect(wcs.sip).toBeNull();
  expect(wcs.matrix.map((value) => Number(value.toFixed(12)) + 0)).toEqual([0, -0.001, -0.001, 0]);
});

describe('a header that cannot be used is refused by the name of the keyword', () => {
  test.each([
    [{ CTYPE1: 'RA---SIN' }, 'CTYPE1'],
    [{ CTYPE2: 'GLAT-TAN' }, 'CTYPE2'],
    [{ EQUINOX: 1950 }, 'EQUINOX'],
    [{ RADESYS: 'FK4' }, 'RADESYS'],
    [{ LONPOLE: 90 }, 'LONPOLE'],
    [{ CUNIT1: 'rad' }, 'CUNIT1'],
    [{ NAXIS1: 0 }, 'NAXIS1'],
    [{ CRVAL2: 91 }, 'CRVAL2'],
    [{ CRPIX1: 'middle' }, 'CRPIX1'],
    [{ CD1_1: 0, CD1_2: 0 }, 'CD1_1'],
    [{ A_ORDER: 99 }, 'A_ORDER'],
    [{ 'DATE-OBS': '2026-02-30T00:00:00' }, 'DATE-OBS'],
    [{ 'DATE-OBS': '2026-08-22T24:00:00' }, 'DATE-OBS'],
  ])('%j', (change, keyword) => {
    expect(() => readWcs(cards({ ...image, ...change } as Record<string, string | number>).join('\n'))).toThrow(
      expect.objectContaining({ name: 'HeaderError', keyword }),
    );
  });

  test.each([
    ['CRVAL1', '1E400'],
    ['EXPTIME', '1D999'],
  ])('%s of %s', (keyword, value) => {
    const { [keyword as 'CRVAL1']: _replaced, ...rest } = image;
    expect(() => readWcs([...cards(rest), `${keyword.padEnd(8)}= ${value}`].join('\n'))).toThrow(
      expect.objectContaining({ keyword, message: `The number of ${keyword} is too large.` }),
    );
  });

  test('one without keywords', () => {
    expect(() => readWcs('hello')).toThrow(expect.objectContaining({ keyword: 'SIMPLE' }));
  });
});
