import { expect, test } from 'vitest';
import { barWords, chartCsv, chartSource } from '../../src/components/charts/chart.ts';
import { chartImage } from '../../src/components/charts/chart-svg.ts';
import { chartsOf } from '../../src/components/charts/charts.ts';

const plots = {
  population: {
    data: [
      { by: 'object_class', object_class: 'PAYLOAD', first_year: 2024, objects: [1500, 1499] },
      { by: 'object_class', object_class: 'DEBRIS', first_year: 2025, objects: [2] },
    ],
    meta: {
      last_year: 2025,
      newest_separation: '2025-03-01',
      left_out: [
        { object_class: 'PAYLOAD', no_start_date: 3, no_decay_date: 0, dates_contradict: 1 },
        { object_class: 'DEBRIS', no_start_date: 12, no_decay_date: 0, dates_contradict: 0 },
      ],
    },
  },
  altitude: [{ bin: 540, object_class: 'PAYLOAD', objects: 7 }],
  inclination: [{ bin: 52, object_class: 'PAYLOAD', objects: 7 }],
  age: [{ bin: 72, object_class: 'ALL', objects: 3 }],
  releases: [],
} as unknown as Parameters<typeof chartsOf>[0];

test('a chart has the same numbers in its descriptions and its CSV export', () => {
  const [growth, altitude, , age] = chartsOf(plots, '2025-08-22T14:00:00Z');
  const note =
    '"Debris counts from its separation (GCAT), everything else from its launch. 12 pieces of debris without that date are left out. The newest separation is of 2025-03-01: later debris is missing. 4 other objects without the years that this needs are left out. The last bar is 2025-08-22."';
  expect(chartCsv(growth!, 'Orbweaver')).toBe(
    `year,payloads,rocket_bodies,debris,unknown,source,note\r\n2024,1500,0,0,0,Orbweaver,${note}\r\n2025,1499,0,2,0,Orbweaver,${note}\r\n`,
  );
  expect(growth!.bars.map((bar) => barWords(growth!, bar))).toEqual([
    '2024: 1,500 payloads',
    '2025 (to 2025-08-22): 1,499 payloads, 2 debris',
  ]);
  const fullest = altitude!.bars.find(({ bin }) => bin === 540)!;
  expect(barWords(altitude!, fullest)).toBe('540–560 km: 7 payloads');
  expect(barWords(altitude!, altitude!.bars[0]!)).toBe('100–120 km: none');
  expect(barWords(age!, age!.bars.at(-1)!)).toBe('72 h and older: 3 element sets');
});

test('one omitted object is singular', () => {
  const counted = (object_class: string) => ({ object_class, no_start_date: 1, no_decay_date: 0, dates_contradict: 0 });
  const { data, meta } = plots.population!;
  const population = { data, meta: { ...meta, left_out: [counted('PAYLOAD'), counted('DEBRIS')] as never } };
  const [growth] = chartsOf({ ...plots, population }, '2025-08-22T14:00:00Z');
  expect(growth!.note).toContain('1 piece of debris without that date is left out.');
  expect(growth!.note).toContain('1 other object without the years that this needs is left out.');
});

test('the releases chart has one bar per day with a release, or per several days in a long history', () => {
  const size = (at: string, objects: number) => ({ at, objects, on_orbit: objects - 10, active: 5 });
  const chartOf = (...releases: ReturnType<typeof size>[]) =>
    chartsOf({ ...plots, releases }, '2025-08-22T14:00:00Z').find(({ slug }) => slug === 'releases');
  expect(chartOf(size('2025-08-20T18:00:00Z', 20))).toBeUndefined();
  const chart = chartOf(size('2025-08-20T18:00:00Z', 20), size('2025-08-22T06:00:00Z', 22))!;
  expect(chartCsv(chart, 'Orbweaver, x.example')).toBe(
    `day,active,other_in_orbit,decayed,source,note\r\n2025-08-20,5,5,10,"Orbweaver, x.example","${chart.note}"\r\n2025-08-22,5,7,10,"Orbweaver, x.example","${chart.note}"\r\n`,
  );
  expect(barWords(chart, chart.bars[1]!)).toBe('2025-08-22: 5 active, 7 other in orbit, 10 decayed');
  expect(chart.words).toMatch(
    /20 objects, 10 in orbit, 5 active on 2025-08-20; 22 objects, 12 in orbit, 5 active on 2025-08-22/,
  );
  const days = Array.from({ length: 365 }, (_, day) =>
    size(new Date(Date.UTC(2025, 0, 1 + day, 18)).toISOString(), day),
  );
  const long = chartOf(...days)!;
  expect(long.bars.length).toBeLessThanOrEqual(120);
  expect(long.bars[0]!.counts[2]).toBe(10);
  expect(long.bars.at(-1)!.counts[1]).toBe(364 - 10 - 5);
});

test('the image of a chart carries its note and its source, and is as high as they need', () => {
  const growth = chartsOf(plots, '2025-08-22T14:00:00Z')[0]!;
  const image = chartImage(
    growth,
    chartSource('https://orbweaver.example', '2025-08-22T14:00:00Z', ['CelesTrak', 'GCAT']),
  );
  const lines = [...image.matchAll(/<text x="16" y="\d+">([^<]*)<\/text>/g)].map(([, line]) => line!);
  expect(lines.slice(0, -1).join(' ')).toBe(growth.note);
  expect(lines.at(-1)).toBe('Orbweaver, orbweaver.example, from CelesTrak, GCAT, release of 2025-08-22, ODbL 1.0');
  expect(lines.every((line) => line.length <= 96)).toBe(true);
  expect(image).toContain(`viewBox="0 0 520 ${290 + 14 * (lines.length - 1)}"`);
});
