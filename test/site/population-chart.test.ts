import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { barWords, chartCsv } from '../../src/components/charts/chart.ts';
import { chartImage, chartStyles, imageSize } from '../../src/components/charts/chart-svg.ts';
import {
  type Population,
  populationChart,
  populationQuery,
  populationQuestion,
} from '../../src/components/charts/population/population-chart.ts';

const series = (code: string, name: string, objects: number[], with_mass: number[], known_mass_kg: number[]) => ({
  by: 'country',
  code,
  name,
  kind: code === 'UNKNOWN' ? 'unknown' : 'state',
  object_class: 'PAYLOAD',
  first_year: 2024,
  objects,
  with_mass,
  known_mass_kg,
});
const population = {
  data: [
    { ...series('PAYLOAD', 'Payload', [119, 124], [], []), by: 'object_class' },
    ...['US', 'CN', 'RU', 'GB', 'JP', 'FR', 'IN', 'DE'].map((code, index) =>
      series(code, `State ${code}`, [20 - index, 20 - index], [20 - index, 2], [2000, 500.04]),
    ),
    series('UNKNOWN', 'Unknown', [3, 4], [3, 0], [6, 0]),
  ],
  meta: {
    last_year: 2025,
    generated_at: '2025-08-22T14:00:00Z',
    newest_separation: null,
    left_out: [
      { object_class: 'PAYLOAD', beyond_earth_orbit: 7, no_start_date: 1, no_decay_date: 2, dates_contradict: 0 },
    ],
  },
} as unknown as Population;
const chartOf = (query: string) => populationChart(population, populationQuestion(new URLSearchParams(query))!);

test('the seven largest values, all others, and those without one are drawn, and add up', () => {
  const chart = chartOf('')!;
  expect(chart.series).toEqual([
    ...['US', 'CN', 'RU', 'GB', 'JP', 'FR', 'IN'].map((code) => `State ${code}`),
    'all others',
    'no owner known',
  ]);
  expect(chart.bars.map(({ counts }) => counts.reduce((sum, one) => sum + one, 0))).toEqual([135, 136]);
  expect(chart.bars.map(({ partial }) => partial)).toEqual([false, true]);
  expect(barWords(chart, chart.bars[1]!)).toMatch(
    /^2025 \(to 2025-08-22\): State US 20, State CN 19, .*, all others 13, no owner known 4$/,
  );
});

test('the note says what is left out, what is not known, and that the last year is incomplete', () => {
  const { note } = chartOf('')!;
  expect(note).toContain('3 without these dates are left out, as are 7 beyond Earth orbit.');
  expect(note).toContain('For 4 of 124 in orbit, there is no owner known.');
  expect(note).toContain('2025 is incomplete: it ends on 2025-08-22.');
  expect(chartImage(chartOf('')!, 'source').replaceAll(/<\/text><text x="16" y="\d+">/g, ' ')).toContain(note!);
});

test('chosen values are drawn alone, and the note says of how many', () => {
  const chart = chartOf('pick=DE&pick=US')!;
  expect(chart.series).toEqual(['State DE', 'State US']);
  expect(chart.note).toContain('Shown: 2 of 8 owners.');
  expect(chart.query).toBe('?pick=DE&pick=US');
  expect(chartOf('pick=XX')).toBeNull();
  // The form sends empty values; a value may have no objects of a class.
  expect(chartOf('of=DEBRIS&show=&pick=US')!.bars.at(-1)!.counts).toEqual([0]);
});

test('a sum of masses has its coverage in the text, the table, and the CSV, and is pale if it is incomplete', () => {
  const chart = chartOf('show=mass')!;
  expect(chart.title).toMatch(/^Known launch mass of payloads/);
  expect(chart.bars.map(({ partial, also }) => [partial, also])).toEqual([
    [false, [135, 135]],
    [true, [136, 16]],
  ]);
  expect(chart.note).toContain('the launch mass of 16 of 136 payloads (12 %) is known');
  expect(barWords(chart, chart.bars[0]!)).toMatch(/State US 2 t, .*; 135 payloads; 135 payloads with known mass$/);
  const [head, first] = chartCsv(chart, 'source').split('\r\n');
  expect(head).toMatch(/^year,State_US_t,.*,payloads,payloads_with_known_mass,source,note$/);
  expect(first).toMatch(/^2024,2,2,2,.*,135,135,source,/);
});

test('a query is read back from its address; unknown and unsuitable ones are refused', () => {
  for (const query of ['', '?by=operator', '?of=DEBRIS', '?show=mass', '?by=purpose&pick=Communications'])
    expect(populationQuery(populationQuestion(new URLSearchParams(query))!)).toBe(query);
  for (const query of [
    'by=color',
    'of=payload',
    'show=volume',
    'by=operator&of=DEBRIS',
    'of=DEBRIS&show=mass',
    'year=2020',
    [...'ABCDEFGH'].map((one) => `pick=${one}`).join('&'),
  ])
    expect([query, populationQuestion(new URLSearchParams(query))]).toEqual([query, null]);
});

test('the image is as high as its legend and its note', () => {
  const chart = chartOf('')!;
  const image = chartImage(chart, 'source');
  const places = [...image.matchAll(/<text[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(Math.max(...places)).toBeLessThan(imageSize(chart, 'source').height);
  const right = [...image.matchAll(/<text x="([\d.]+)" y="\d+">(State [A-Z]{2}|all others|no owner known)</g)];
  expect(right).toHaveLength(9);
  for (const [, x, name] of right) expect(Number(x) + 6.1 * name!.length).toBeLessThan(520);
});

test('images have the colors of the site', () => {
  const css = readFileSync(new URL('../../src/styles/plots.css', import.meta.url), 'utf8');
  const [light, dark] = chartStyles.split('@media');
  for (const name of [
    'part-0',
    'part-1',
    'part-2',
    'part-3',
    'part-4',
    'part-5',
    'part-6',
    'part-others',
    'state-0',
    'state-1',
    'state-2',
    'kind-1',
    'kind-2',
    'kind-3',
  ]) {
    const [, ...colors] = new RegExp(`\\.${name} \\{\\s+color: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)!;
    const inImage = [light, dark].map((part) => new RegExp(`\\.${name}\\{fill:(#\\w+)\\}`).exec(part!)![1]);
    expect([name, ...inImage]).toEqual([name, ...colors]);
  }
});
