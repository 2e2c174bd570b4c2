import { describe, expect, test } from 'vitest';
import { countdown, heightWords, passWords, timeWords } from '../../src/features/sky/page/pass-words.ts';
import { labelPlace } from '../../src/features/sky/page/passes/pass-chart.ts';
import { emptyWords, noOrbitWords } from '../../src/features/sky/page/passes/section-words.ts';
import { onPolar, polarPath } from '../../src/features/sky/page/polar.ts';
import { countBrightness, countWords, isMarked } from '../../src/orbit/observation/pass-brightness.ts';
import { compassPoint } from '../../src/orbit/observation/pass-calendar.ts';
import type { Pass, PassMoment } from '../../src/orbit/observation/passes.ts';

const RISE = Date.parse('2026-08-22T18:15:30.400Z');
const moment = (seconds: number, azimuth_deg: number, elevation_deg: number): PassMoment => ({
  at: RISE + seconds * 1000,
  azimuth_deg,
  elevation_deg,
  range_km: 1000,
  range_rate_km_s: 0,
});
const pass = (more: Partial<Pass> = {}): Pass => ({
  rise: moment(0, 292, 10),
  culmination: moment(180, 181, 64.4),
  culminations: [],
  set: moment(360, 88, 10),
  in_progress: false,
  visible: [],
  eclipse: [],
  magnitude: null,
  ...more,
});
const window = { from: RISE - 1, to: RISE + 1e9 };

describe('directions as text', () => {
  test('rounds an azimuth to the nearest of 16 compass points', () => {
    expect([0, 11.2, 11.3, 90, 180, 270, 337.6, 348.8, 360].map(compassPoint)).toEqual([
      'N',
      'N',
      'NNE',
      'E',
      'S',
      'W',
      'NNW',
      'N',
      'N',
    ]);
  });

  test('describes rise, culmination and set of a pass', () => {
    expect(passWords(pass(), window)).toBe('rises WNW, highest 64° in the S, sets E');
  });

  test('does not report rise and set of a pass that extends beyond the window', () => {
    const { rise, set } = pass();
    expect(passWords(pass(), { from: rise.at, to: set.at })).toBe(
      'already up in the WNW, highest 64° in the S, still up at the end',
    );
  });

  test('marks passes that are visible and known to be bright enough', () => {
    const visible = [{ from: RISE, to: RISE + 1000 }];
    const isPassMarked = ([visible, magnitude]: [Pass['visible'], number | null]) =>
      isMarked(pass({ visible, magnitude }));
    const passes: [Pass['visible'], number | null][] = [
      [visible, -2],
      [visible, null],
      [visible, 6],
      [visible, 6.1],
      [[], null],
    ];
    expect(passes.map(isPassMarked)).toEqual([true, false, true, false, false]);
  });

  test('counts visible passes by what the eye may see of them', () => {
    const visible = [{ from: RISE, to: RISE + 1000 }];
    const passes = [
      ...[-1, null, null, 7, 8, 9.3].map((magnitude) => pass({ visible, magnitude })),
      ...Array.from({ length: 1000 }, () => pass()),
    ];
    const counts = countBrightness(passes);
    expect(counts).toEqual({ unlit: 1000, unknown: 2, faint: 3, bright: 1 });
    const kinds = '(sunlit against a dark sky): 1 of magnitude 6 or brighter, 3 fainter, 2 of unknown magnitude';
    expect(countWords(counts, true, 10)).toBe(`6 visible passes above 10° ${kinds}`);
    expect(countWords(counts, false, 10)).toBe(`1,006 passes above 10°, 6 of them visible ${kinds}`);
    expect(countWords(countBrightness([]), true, 0)).toBe('0 visible passes above 0°');
    expect(countWords(countBrightness([pass({ visible, magnitude: 8 })]), true, 20)).toBe(
      '1 visible pass above 20° (sunlit against a dark sky): 0 of magnitude 6 or brighter, 1 fainter',
    );
  });

  test('says that fainter passes are not counted if the list has none', () => {
    const visible = [{ from: RISE, to: RISE + 1000 }];
    const counts = countBrightness([pass({ visible, magnitude: 3 })]);
    expect(countWords(counts, true, 10, 4)).toBe(
      '1 visible pass above 10° (sunlit against a dark sky): only those of magnitude 4 or brighter are counted',
    );
    expect(countWords(countBrightness([]), true, 10, 4)).toBe(
      '0 visible passes above 10°: only those of magnitude 4 or brighter are counted',
    );
  });

  test('gives no direction for an object overhead', () => {
    expect(heightWords({ azimuth_deg: 10, elevation_deg: 88.2 })).toBe('88°, overhead');
  });
});

describe('labels of the chart', () => {
  const RADIUS = 130;
  test.each([0, 10, 20])('do not cover a letter of the compass, at %d°', (elevation) => {
    for (let azimuth = 0; azimuth < 360; azimuth += 3)
      for (const height of [20, 50, 85]) {
        const point = onPolar(azimuth, elevation, RADIUS);
        const { x, y, anchor } = labelPlace(point, onPolar(azimuth + 90, height, RADIUS));
        const left = x - (anchor === 'end' ? 28 : anchor === 'middle' ? 14 : 0);
        for (const at of [0, 90, 180, 270]) {
          const letter = onPolar(at, -9, RADIUS);
          const [wide, high] = [
            left < letter.x + 6 && left + 28 > letter.x - 6,
            y > letter.y - 5 && y - 8 < letter.y + 5,
          ];
          expect(wide && high, `${azimuth} covers ${at}`).toBe(false);
        }
      }
  });
});

describe('times as text', () => {
  test('are rounded to the nearest second, in UTC', () => {
    const words = timeWords(true);
    expect([words.zone, words.time(RISE), words.day(RISE)]).toEqual(['UTC', '18:15:30', 'Saturday 22 August']);
    expect(words.time(Date.parse('2026-08-22T23:59:59.700Z'))).toBe('00:00:00');
  });

  test('formats countdowns', () => {
    expect([0, 999, 65_000, 3_725_000, 97_445_000].map(countdown)).toEqual([
      '0 s',
      '1 s',
      '1 min 05 s',
      '1 h 02 min',
      '1 d 3 h',
    ]);
  });
});

describe('a pass on the polar chart', () => {
  test('has north at the top, east at the right, and the zenith in the center', () => {
    const { x, y } = onPolar(90, 0, 130);
    expect([x, Math.round(y) + 0]).toEqual([130, 0]);
    expect(onPolar(0, 45, 130).y).toBeCloseTo(-65);
    expect(onPolar(200, 90, 130).x).toBeCloseTo(0);
  });

  test('is divided where the light changes, into segments that share their end points', () => {
    const path = [0, 10, 20, 30, 40].map((seconds) => moment(seconds, seconds, 20));
    const segments = polarPath(
      path,
      { visible: [{ from: RISE + 10_000, to: RISE + 20_000 }], eclipse: [{ from: RISE + 20_000, to: RISE + 40_000 }] },
      130,
    );
    expect(segments.map(({ light }) => light)).toEqual(['daylight', 'visible', 'shadow']);
    expect(segments[0]!.d.split('L').at(-1)).toBe(segments[1]!.d.slice(1).split('L')[0]);
    expect(segments[2]!.d.split('L')).toHaveLength(3);
  });
});

test('one pass and one day are singular', () => {
  const found = (passes: number) =>
    ({ state: 'rises_and_sets', passes: Array.from({ length: passes }, () => pass()) }) as never;
  expect(emptyWords(found(1), [], 10)).toMatch(/^The only pass of the next five days is not visible: it is in/);
  expect(emptyWords(found(2), [], 10)).toMatch(/^None of the 2 passes of the next five days is visible: each is in/);
  expect(noOrbitWords('decayed', { days: 1.2, meaning: '', noOrbit: null })).toMatch(
    /^The newest elements are 1 day old\./,
  );
  expect(noOrbitWords('decayed', { days: -2, meaning: '', noOrbit: null })).toMatch(
    /^The newest elements are 2 days ahead\./,
  );
});
