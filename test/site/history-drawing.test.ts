import { expect, test } from 'vitest';
import {
  drawingSizes,
  historyDrawing,
  historySummary,
  type Mark,
} from '../../src/features/history/components/history-drawing.ts';
import type { ObjectHistory } from '../../src/features/history/http/page-history.ts';

const DAY = 86_400_000;
const start = Date.parse('2026-05-24T00:00:00Z');
const point = (day: number, perigee_km: number, bstar = 0) => ({
  ...{
    time: start + day * DAY,
    perigee_km,
    apogee_km: perigee_km + 10,
    inclination_deg: 51.6,
    period_min: 92.9,
    bstar,
  },
});
const history = {
  range: '90d',
  shown: { from: start, to: start + 90 * DAY },
  gaps: [
    { from: start, to: start + 5 * DAY },
    { from: start + 6 * DAY, to: start + 40 * DAY },
  ],
  covered_days: 51,
  points: [point(5, 380), point(6, 379.5), point(40, 391), point(41, 390), point(90, 389)],
  total: 5,
  sources: [],
  maneuvers: [],
  changes: [],
} satisfies ObjectHistory;
const marks: Mark[] = [{ kind: 'event', from: start + 40.2 * DAY, to: start + 40.2 * DAY, words: 'Orbit change' }];

test('the axis is the whole range, and no line crosses a gap', () => {
  const { contents } = historyDrawing(history, [], drawingSizes.wide);
  const paths = [...contents.matchAll(/<path class="line [^"]+" d="(M[^"h]+)"/g)].map(([, path]) => path!);
  expect(paths).toHaveLength(4);
  for (const path of paths)
    expect(
      path
        .split('M')
        .slice(1)
        .map((part) => part.split('L').length),
    ).toEqual([2, 3]);
  expect(contents.match(/<rect class="gap"/g)).toHaveLength(2);
  expect(contents.match(/>no data</g)).toHaveLength(1);
  for (const day of ['2026-05-24', '2026-07-08', '2026-08-22']) expect(contents).toContain(`>${day}<`);
});

test('every panel has its unit, and a drag term of zeros has none', () => {
  const titles = (one: ObjectHistory) =>
    [...historyDrawing(one, [], drawingSizes.narrow).contents.matchAll(/<text class="panel"[^>]*>([^<]+)/g)].map(
      ([, title]) => title,
    );
  expect(titles(history)).toEqual(['Altitude, km', 'Inclination, degrees', 'Period, minutes']);
  expect(titles({ ...history, points: [...history.points, point(90, 389, 1e-4)] })).toEqual([
    ...['Altitude, km', 'Inclination, degrees', 'Period, minutes', 'Drag term B*, inverse Earth radii'],
  ]);
});

test.each(['wide', 'narrow'] as const)('%s: each part of the range says what is known of it', (size) => {
  const { texts, width } = historyDrawing(history, marks, drawingSizes[size]);
  const parts = [...texts.matchAll(/x="([\d.]+)"[^>]* width="([\d.]+)"[^>]*><title>([^<]*)/g)].map(
    ([, x, w, words]) => ({
      from: Number(x),
      to: Number(x) + Number(w),
      words: words!,
    }),
  );
  expect(parts.map(({ words }) => words)).toEqual([
    'No element sets from 2026-05-24 to 2026-05-29 UTC',
    '2026-05-29 UTC: 380 × 390 km, 51.600°, 92.90 min',
    '2026-05-30 UTC: 379.5 × 389.5 km, 51.600°, 92.90 min',
    'No element sets from 2026-05-30 to 2026-07-03 UTC',
    '2026-07-03 UTC: 391 × 401 km, 51.600°, 92.90 min · Orbit change',
    '2026-07-04 UTC: 390 × 400 km, 51.600°, 92.90 min',
    '2026-08-22 UTC: 389 × 399 km, 51.600°, 92.90 min',
  ]);
  expect(parts[0]!.from).toBe(drawingSizes[size].left);
  for (const [at, { from }] of parts.slice(1).entries()) expect(Math.abs(from - parts[at]!.to)).toBeLessThan(1.1);
  expect(parts.at(-1)!.to).toBeLessThan(width + 1);
});

test('the text names the lowest and highest values, gaps, and what is marked', () => {
  expect(historySummary(history, marks)).toBe(
    'Element sets from 2026-05-29 to 2026-08-22 UTC. Perigee 379.5 to 391.0 km, apogee 389.5 to 401.0 km, inclination 51.600 to 51.600 degrees, period 92.90 to 92.90 minutes, lowest to highest. No element sets from 2026-05-24 to 2026-05-29 UTC. No element sets from 2026-05-30 to 2026-07-03 UTC. Marked: 1 event.',
  );
});
