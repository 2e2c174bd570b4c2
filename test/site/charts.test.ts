import { expect, test } from 'vitest';
import { barWords, chartCsv, chartsOf } from '../../src/components/charts.ts';

const plots = {
  launched: [
    { bin: 2024, object_class: 'PAYLOAD', objects: 1500 },
    { bin: 2025, object_class: 'DEBRIS', objects: 2 },
  ],
  decayed: [{ bin: 2025, object_class: 'PAYLOAD', objects: 1 }],
  altitude: [{ bin: 540, object_class: 'PAYLOAD', objects: 7 }],
  inclination: [{ bin: 52, object_class: 'PAYLOAD', objects: 7 }],
  age: [{ bin: 72, object_class: 'ALL', objects: 3 }],
} as unknown as Parameters<typeof chartsOf>[0];

test('a chart says, tables and exports the same numbers', () => {
  const [growth, altitude, , age] = chartsOf(plots, '2025-08-22T14:00:00Z');
  expect(chartCsv(growth!)).toBe(
    'year,payloads,rocket_bodies,debris,unknown\r\n2024,1500,0,0,0\r\n2025,1499,0,2,0\r\n',
  );
  expect(growth!.bars.map((bar) => barWords(growth!, bar))).toEqual([
    '2024: 1,500 payloads',
    '2025: 1,499 payloads, 2 debris',
  ]);
  const fullest = altitude!.bars.find(({ bin }) => bin === 540)!;
  expect(barWords(altitude!, fullest)).toBe('540–560 km: 7 payloads');
  expect(barWords(altitude!, altitude!.bars[0]!)).toBe('100–120 km: none');
  expect(barWords(age!, age!.bars.at(-1)!)).toBe('72 h and older: 3 element sets');
});
