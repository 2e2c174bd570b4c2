import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serveSample } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const passes = (query: string, id = 25544) => server.get(`/api/v1/satellites/${id}/passes?${query}`);
const berlin = 'lat=52.5&lon=13.4&from=2026-08-22T00:00:00Z';

describe('passes over a place', () => {
  test('rise, highest point and set in order of time, within the window', async () => {
    const { status, body } = await passes(`${berlin}&days=2`);
    expect(status).toBe(200);
    const { data } = JSON.parse(body.toString());
    expect(data).toMatchObject({ norad_cat_id: 25544, state: 'rises_and_sets', time_uncertainty_s: null });
    expect(data.passes.length).toBeGreaterThan(4);
    let last = '2026-08-22T00:00:00Z';
    for (const { rise, culmination, set, duration_s } of data.passes) {
      for (const { at } of [rise, culmination, set]) {
        expect(at >= last).toBe(true);
        last = at;
      }
      expect(culmination.elevation_deg).toBeGreaterThanOrEqual(10);
      expect(duration_s).toBeLessThan(900);
    }
    expect(last < '2026-08-24T00:00:00Z').toBe(true);
  });

  test('visible=true leaves those that can be seen', async () => {
    const all = JSON.parse((await passes(`${berlin}&days=10`)).body.toString()).data.passes as { visible: unknown[] }[];
    const seen = JSON.parse((await passes(`${berlin}&days=10&visible=true`)).body.toString()).data.passes;
    expect(seen).toEqual(all.filter(({ visible }) => visible.length > 0));
  });

  test('a place is needed, and has to be on the Earth; a window is ten days at most', async () => {
    for (const query of ['lon=13.4', 'lat=91&lon=0', 'lat=1&lon=1&days=11', 'lat=1&lon=1&from=tomorrow'])
      expect([query, (await passes(query)).status]).toEqual([query, 400]);
  });

  test('elements far from the window are refused, unless that is wanted', async () => {
    const late = 'lat=52.5&lon=13.4&from=2026-12-01T00:00:00Z&days=1';
    const refused = await passes(late);
    expect([refused.status, refused.json().code]).toEqual([409, 'elements_too_old']);
    expect([200, 404]).toContain((await passes(`${late}&allow_old=true`)).status);
  });

  test('an object without elements, or that nobody knows', async () => {
    expect((await passes(berlin, 1)).json().code).toMatch(/no_elements|not_found/);
    expect((await passes(berlin, 999_999_999)).json().code).toBe('not_found');
  });
});
