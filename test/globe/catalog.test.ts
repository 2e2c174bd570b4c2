import { expect, test } from 'vitest';
import { colorings, medianEpoch, seriesOf } from '../../src/features/globe/catalog.ts';
import { byOperator, otherColor } from '../../src/features/globe/coloring.ts';
import { ageWords, offsetWords } from '../../src/features/globe/controls.ts';
import { graticule, segments } from '../../src/features/globe/drawing/lines.ts';
import { colorOf } from '../../src/features/globe/drawing/palette.ts';
import { stillGlobe } from '../../src/features/globe/drawing/still.ts';

const generated = Date.parse('2026-08-22T14:00:00Z');
const hoursAgo = (age: number) => generated - age * 3_600_000;
const catalog = {
  ids: Int32Array.of(1, 2, 3, 4),
  names: ['STARLINK-1007', 'STARLINK-30', 'ISS (ZARYA)', 'HST'],
  classes: ['LEO', 'LEO', 'GEO', 'DEEP_SPACE'] as const,
  regimes: ['leo_400_600', 'leo_400_600', 'meo', 'geo'] as const,
  epochs: Float64Array.of(hoursAgo(1), hoursAgo(13), hoursAgo(30), hoursAgo(100)),
  generated,
};

test.each([
  ['STARLINK-1007', 'STARLINK'],
  ['GPS BIII-1  (PRN 04)', 'GPS BIII'],
  ['ONEWEB-0012', 'ONEWEB'],
  ['FLOCK 4P-3', 'FLOCK'],
  ['COSMOS 2251', 'COSMOS'],
  ['ISS (ZARYA)', 'ISS (ZARYA)'],
  ['2023-001A', '2023-001A'],
])('the series of %s is %s', (name, series) => {
  expect(seriesOf(name)).toBe(series);
});

test('counts every object once in every coloring', () => {
  for (const color of Object.values(colorings)) {
    const { groups, groupOf } = color(catalog);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    for (const [group, { count }] of groups.entries())
      expect([...groupOf].filter((index) => index === group)).toHaveLength(count);
  }
  expect(colorings.age(catalog).groups.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  expect(colorings.series(catalog).groups[0]).toEqual({ label: 'STARLINK', color: 0, count: 2 });
  expect(medianEpoch(catalog)).toBe(hoursAgo(13));
});

test('gives each operator its own color, and all other objects a common one', () => {
  const largest = [
    { name: 'SpaceX', norad_cat_id: [1, 2, 77] },
    { name: 'NASA', norad_cat_id: [4] },
  ];
  const { groups, groupOf } = byOperator(catalog, largest);
  expect([...groupOf]).toEqual([0, 0, 2, 1]);
  expect(groups).toEqual([
    { label: 'SpaceX', color: 0, count: 2 },
    { label: 'NASA', color: 1, count: 1 },
    { label: 'Other or unknown', color: otherColor, count: 1 },
  ]);
});

test('formats time offsets and ages of elements', () => {
  expect(offsetWords(20_000)).toBe('now');
  expect(offsetWords(-3_600_000)).toBe('1 h ago');
  expect(offsetWords(15_120_000)).toBe('4 h 12 min ahead');
  expect(ageWords(2.9)).toBeNull();
  expect(ageWords(91.2)).toContain('91 days');
});

test('parses computed colors in each CSS notation', () => {
  expect(colorOf('rgb(255, 0, 51)')).toEqual([1, 0, 0.2, 1]);
  expect(colorOf('rgba(0, 0, 0, 0.5)')).toEqual([0, 0, 0, 0.5]);
  expect(colorOf('color(srgb 0.25 0.5 1 / 0.75)')).toEqual([0.25, 0.5, 1, 0.75]);
});

test('draws lines just above the surface', () => {
  const points = segments(graticule(30));
  expect(points.length % 6).toBe(0);
  for (let offset = 0; offset < points.length; offset += 3)
    expect(Math.hypot(points[offset]!, points[offset + 1]!, points[offset + 2]!)).toBeCloseTo(1.0015, 5);
});

test('draws each position on the near side once in the static globe', () => {
  const here = { orbit_class: 'LEO', latitude_deg: 24, longitude_deg: 12, altitude_km: 500 } as const;
  const svg = stillGlobe([here, here, { ...here, latitude_deg: -24, longitude_deg: -168 }]);
  expect(/<path class="d LEO" d="([^"]*)"/.exec(svg)?.[1]).toBe('m500 320h0');
  expect(svg).not.toMatch(/NaN|undefined/);
});
