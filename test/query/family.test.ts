import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';

/** Parents and fragments of an object: the sample has four fragments of COSMOS 2251. */
let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

interface Relative {
  readonly relation: string;
  readonly norad_cat_id: number;
  readonly name: string;
}
const family = async (path: string) => {
  const response = await server.get(`/api/v1/satellites/${path}`);
  expect(response.status, response.body.toString()).toBe(200);
  const { data, meta } = response.json() as unknown as {
    data: Relative[];
    meta: { total: number; next: string | null };
  };
  return { data, meta, rows: data.map(({ relation, norad_cat_id }) => `${relation} ${norad_cat_id}`) };
};
const fragments = [33757, 33758, 33759, 33760];

test('an object has its fragments, a fragment its parent and the others, each as a summary', async () => {
  const parent = await family('22675/family');
  expect(parent.rows).toEqual(fragments.map((id) => `child ${id}`));
  const fragment = await family('33758/family');
  expect(fragment.rows).toEqual(['parent 22675', 'sibling 33757', 'sibling 33759', 'sibling 33760']);
  const [summary] = (await family('33758/family?relation=parent')).data;
  const { json } = await server.get('/api/v1/satellites?ids=22675');
  expect({ ...summary, relation: undefined }).toEqual({
    ...(json() as { data: object[] }).data[0],
    relation: undefined,
  });
});

test('the family is paged, and filtered by relation', async () => {
  const page = await family('33757/family?limit=2&offset=1');
  expect([page.rows, page.meta.total]).toEqual([['sibling 33758', 'sibling 33759'], 4]);
  expect(page.meta.next).toContain('offset=3');
  expect((await family('33757/family?relation=child')).rows).toEqual([]);
});

test('an object without a known parent has no family, not that of all others without one', async () => {
  expect((await family('20580/family')).meta.total).toBe(0);
});

test('refuses unknown objects and relations with what they may be', async () => {
  const missing = await server.get('/api/v1/satellites/999999/family');
  expect([missing.status, missing.json()]).toMatchObject([404, { code: 'not_found' }]);
  const wrong = await server.get('/api/v1/satellites/33757/family?relation=cousin');
  expect([wrong.status, wrong.json()]).toMatchObject([
    400,
    { parameter: 'relation', allowed: ['parent', 'child', 'sibling'] },
  ]);
});

test('a record says when an object separated and from what, with a claim of GCAT', async () => {
  const response = await server.get('/api/v1/satellites/33757');
  const { data } = response.json() as unknown as {
    data: Record<string, unknown> & { claims: Record<string, unknown>[] };
  };
  expect(data).toMatchObject({
    launch_date: '1993-06-16',
    separation_date: '2009-02-10',
    parent_gcat_id: 'S22675',
  });
  expect(data.claims.find(({ field }) => field === 'separation_date')).toMatchObject({
    raw: '2009 Feb 10 1656',
    confidence: 'HIGH',
    source: { slug: 'gcat' },
  });
  const payload = (await server.get('/api/v1/satellites/190001')).json() as unknown as { data: object };
  expect(payload.data).toMatchObject({ bus: 'Sample Bus', shape: 'Box + 2 Pan', separation_date: '2025-02-11' });
});

test('SatNOGS’s date of deployment is a claim about the separation; a day apart is not a contradiction', async () => {
  const { data } = (await server.get('/api/v1/satellites/190225')).json() as unknown as {
    data: { separation_date: string; claims: Record<string, unknown>[]; provenance: { fields: { field: string }[] } };
  };
  expect(data.separation_date).toBe('2026-06-03');
  const claims = data.claims.filter(({ field }) => field === 'separation_date');
  expect(claims.map(({ source, value_date, selected }) => [source, value_date, selected])).toMatchObject([
    [{ slug: 'gcat' }, '2026-06-03', true],
    [{ slug: 'satnogs' }, '2026-06-04', false],
  ]);
  expect(data.provenance.fields.find(({ field }) => field === 'separation_date')).toMatchObject({
    confidence: 'CONFIRMED',
    sources: ['gcat', 'satnogs'],
  });
});
