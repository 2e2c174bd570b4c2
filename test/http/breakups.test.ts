import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY, type SampleServer, serveSample } from '../api/sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const page = async (url: string) => {
  const response = await server.get(url);
  expect(response.status, `${url}: ${response.body.toString().slice(0, 200)}`).toBe(200);
  return response.json();
};

test('a break-up has the pieces that separated from its object on that day', async () => {
  const { data, meta } = await page('/api/v1/breakups');
  expect(meta.total).toBe(data.length);
  const [listed] = data;
  expect(listed).toMatchObject({ id: 'S190066-2024-03-05', norad_cat_id: 190_066, separation_date: '2024-03-05' });
  expect(listed.separation_precision).toBe('day');
  const one = await page(`/api/v1/breakups/${listed.id}?limit=100`);
  const { satellites, ...facts } = one.data;
  expect(facts).toEqual(listed);
  expect([one.meta.total, satellites.length]).toEqual([listed.pieces, listed.pieces]);
  const family = await page('/api/v1/satellites/190066/family?relation=child&limit=100');
  // Ten more pieces separated from it on another day, and have the designator of another launch.
  const debris = family.data.filter(
    ({ object_class, launch_id }: { object_class: string; launch_id: string }) =>
      object_class === 'DEBRIS' && launch_id === '2024-801',
  );
  // Debris of the launch without a parent may be of the break-up too.
  const ofLaunch = (
    await page(
      '/api/v1/satellites?launch_id=2024-801&object_class=DEBRIS&limit=100&fields=parent_gcat_id,operational_status',
    )
  ).data as {
    parent_gcat_id: string | null;
    operational_status: string;
  }[];
  const orphans = ofLaunch.filter(({ parent_gcat_id }) => parent_gcat_id === null);
  expect([listed.without_parent, listed.decayed_without_parent]).toEqual([
    orphans.length,
    orphans.filter(({ operational_status }) => operational_status === 'DECAYED').length,
  ]);
  const numbers = (list: { norad_cat_id: number }[]) => list.map(({ norad_cat_id }) => norad_cat_id).sort();
  expect(numbers(satellites)).toEqual(numbers(debris));
});

test('its pieces are paged', async () => {
  const path = '/api/v1/breakups/S190066-2024-03-05';
  const { data, meta } = await page(`${path}?limit=5&offset=5`);
  const all = (await page(`${path}?limit=100`)).data.satellites;
  expect(data.satellites).toEqual(all.slice(5, 10));
  expect(meta.next).toContain('offset=10');
  expect(meta.prev).toContain('offset=0');
});

test('requires a key; an unknown one is a 404 that names the list', async () => {
  expect((await server.get('/api/v1/breakups', { authorization: '' })).status).toBe(401);
  const unknown = await server.get('/api/v1/breakups/S190066-2024-03-06', { authorization: `Bearer ${KEY}` });
  expect([unknown.status, unknown.json().code]).toEqual([404, 'not_found']);
  expect(unknown.json().hint).toContain('/api/v1/breakups');
  expect((await server.get('/api/v1/breakups/22675')).json()).toMatchObject({
    code: 'invalid_parameter',
    parameter: 'id',
  });
});
