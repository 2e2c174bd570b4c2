import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localArchive } from '../../pipeline/mirror/archive.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { type SampleServer, serve, serveSample } from './sample-server.ts';

/** Two servers: one keeps the first release of the sample, the other has its archive alone. */
let kept: SampleServer;
let gone: SampleServer;
const AT = '2026-08-22T12:00:00Z';

beforeAll(async () => {
  kept = await serveSample();
  const home = await copySample();
  const { snapshots } = (await localArchive(home))!;
  await rm(join(home, 'releases', snapshots[0]!.release!), { recursive: true });
  gone = await serve(home);
});
afterAll(() => Promise.all([kept, gone].map((server) => server?.remove())));

const both = async (path: string) => {
  const [one, other] = await Promise.all(
    [kept, gone].map((server) => server.get(`/api/v1${path}${path.includes('?') ? '&' : '?'}as_of=${AT}`)),
  );
  return [one!, other!] as const;
};
const jsonOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString());

test('lists, searches and numbers of a release that is kept no more are those that it had', async () => {
  const paths = [
    '/satellites?limit=100',
    '/satellites?limit=100&offset=100',
    '/satellites?orbit_class=LEO&active=true&sort=-apogee_km',
    '/satellites?group=stations',
    '/satellites?conflicting=true',
    '/satellites?confidence=launch_date:CONFIRMED',
    '/satellites?country=US&min_perigee_km=400&fields=name,perigee_km,alt_names,launch_mass_kg,decay_date',
    '/satellites?ids=25544,999999999',
    '/search?q=hubbel',
    '/search?q=starlink&limit=100',
    '/stats',
  ];
  for (const path of paths) {
    const [one, other] = await both(path);
    expect([path, other.status, one.status]).toEqual([path, 200, 200]);
    const [expected, found] = [jsonOf(one), jsonOf(other)];
    expect([path, found.data]).toEqual([path, expected.data]);
    if (found.meta)
      expect(found.meta).toMatchObject({ ...expected.meta, next: found.meta.next, prev: found.meta.prev });
    for (const name of [
      'x-as-of-release',
      'x-as-of-next',
      'x-as-of-complete',
      'x-as-of-snapshots',
      'x-catalog-release',
      'last-modified',
    ])
      expect([path, name, other.headers[name]]).toEqual([path, name, one.headers[name]]);
  }
});

test('its pages follow each other by as_of alone', async () => {
  const [, { body }] = await both('/satellites?limit=50');
  const next = new URL(JSON.parse(body.toString()).meta.next);
  expect(next.searchParams.get('release')).toBeNull();
  const page = await gone.get(`${next.pathname}${next.search}`);
  expect(jsonOf(page).meta).toMatchObject({ offset: 50 });
});

test.each(['tle', 'csv', 'kvn'])('element sets of its lists as %s', async (form) => {
  const [one, other] = await both(`/satellites?orbit_class=MEO,GEO&format=${form}`);
  expect(other.body.toString()).toBe(one.body.toString());
  expect(one.body.length).toBeGreaterThan(500);
});

test('the record of each object is the one that it had, but for claims about what follows from elements', async () => {
  const ids: number[] = [];
  for (let offset = 0; ; offset += 100) {
    const { data } = jsonOf((await both(`/satellites?fields=norad_cat_id&limit=100&offset=${offset}`))[0]);
    ids.push(...data.map((one: { norad_cat_id: number }) => one.norad_cat_id));
    if (data.length < 100) break;
  }
  const wrong: unknown[] = [];
  for (const id of ids.filter((_id, at) => at % 7 === 0)) {
    const [one, other] = await both(`/satellites/${id}`);
    const [expected, found] = [jsonOf(one).data, jsonOf(other).data];
    const { claims, provenance, ...record } = found;
    const { claims: allClaims, provenance: wholeProvenance, ...wholeRecord } = expected;
    expect(record).toEqual(wholeRecord);
    expect(provenance.missing).toEqual(wholeProvenance.missing);
    for (const [at, entry] of provenance.fields.entries())
      if (entry.field !== 'norad_cat_id') expect(entry).toEqual(wholeProvenance.fields[at]);
    const derived = [
      'orbit_class',
      'orbit_type',
      'period_min',
      'inclination_deg',
      'apogee_km',
      'perigee_km',
      'eccentricity',
      'geo_longitude_deg',
      'elements_epoch',
    ];
    const key = (claim: Record<string, unknown>) => JSON.stringify({ ...claim, observed_at: null });
    const archived = new Set(claims.map(key));
    const lost = allClaims.filter(
      (claim: { field: string }) => !archived.has(key(claim)) && !derived.includes(claim.field),
    );
    if (lost.length > 0 || claims.length > allClaims.length) wrong.push([id, lost[0]]);
  }
  expect(wrong).toEqual([]);
  expect((await both('/satellites/999999999'))[1].status).toBe(404);
});
