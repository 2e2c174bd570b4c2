import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are read here as a client does
type Data = any;

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const path = '/api/v1/sightings?lat=52.5&lon=13.4';
const seen = 'at=2026-08-22T20:00:00Z';
const data = async (query: string) => {
  const response = await server.get(`${path}&${query}`);
  expect([response.status, response.status === 200 ? '' : response.body.toString()]).toEqual([200, '']);
  return (response.json() as { data: Data }).data;
};
const compass = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
const word = (azimuth: number) => compass[Math.round(azimuth / 45) % 8];

test('what is described is among three candidates, with reasons and alternatives', async () => {
  const open = await data(`${seen}&time_error_min=30`);
  expect(open.candidates.length).toBeGreaterThan(0);
  expect(open.candidates.length).toBeLessThanOrEqual(3);
  expect(open.searched.fitting).toBeGreaterThanOrEqual(open.candidates.length);
  for (const one of open.candidates) {
    const described = await data(
      `at=${one.at}&time_error_min=1&azimuth_deg=${one.azimuth_deg}&elevation_deg=${one.elevation_deg}`,
    );
    const found = described.candidates.find(({ norad_cat_id }: Data) => norad_cat_id === one.norad_cat_id);
    expect(found).toMatchObject({ name: one.name, object_class: one.object_class });
    expect(found.reasons.map(({ about }: Data) => about)).toEqual([
      'time',
      'direction',
      'height',
      'brightness',
      'speed',
      'heading',
    ]);
    expect(found.reasons.find(({ about }: Data) => about === 'direction').agrees).toBe(true);
    const opposite = await data(
      `at=${one.at}&time_error_min=1&direction=${word(one.azimuth_deg + 180)}&height=low&speed=still`,
    );
    if (one.angular_speed_deg_s > 0.1)
      expect(opposite.candidates.map(({ norad_cat_id }: Data) => norad_cat_id)).not.toContain(one.norad_cat_id);
  }
});

test('says what else it may have been, also if nothing fits', async () => {
  const noon = await data('at=2026-08-22T11:00:00Z');
  expect(noon).toMatchObject({ candidates: [], faintest_magnitude: -4 });
  expect(noon.alternatives.join()).toMatch(/aircraft.*balloon.*meteor.*planet/i);
});

describe('refuses', () => {
  test.each([
    ['', 'at'],
    [`${seen}&direction=SW&azimuth_deg=3`, 'direction'],
    [`${seen}&height=low&elevation_deg=3`, 'height'],
    [`${seen}&direction=up`, 'direction'],
    [`${seen}&time_error_min=31`, 'time_error_min'],
    [`${seen}&brightness=5`, 'brightness'],
  ])('%s by the name of the parameter', async (query, parameter) => {
    const response = await server.get(`${path}&${query}`.replace(/&$/, ''));
    expect([response.status, (response.json() as Data).parameter]).toEqual([400, parameter]);
  });
});
