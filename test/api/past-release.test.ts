import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localArchive } from '../../pipeline/mirror/archive.ts';
import { orbitFields } from '../../src/schema/release/archive.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { type SampleServer, serve, serveSample } from './sample-server.ts';

/** Two servers: one has the first release of the sample, the other only its archive. */
let kept: SampleServer;
let archived: SampleServer;
const AT = '2026-08-22T12:00:00Z';

beforeAll(async () => {
  kept = await serveSample();
  const home = await copySample();
  const { snapshots } = (await localArchive(home))!;
  await rm(join(home, 'releases', snapshots[0]!.release!), { recursive: true });
  archived = await serve(home);
});
afterAll(() => Promise.all([kept, archived].map((server) => server?.remove())));

const both = async (path: string) => {
  const [one, other] = await Promise.all(
    [kept, archived].map((server) => server.get(`/api/v1${path}${path.includes('?') ? '&' : '?'}as_of=${AT}`)),
  );
  return [one!, other!] as const;
};
const jsonOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString());

test('returns the same lists, searches and statistics for a deleted release as for a kept one', async () => {
  const paths = [
    '/satellites?limit=100',
    '/satellites?limit=100&offset=100',
    '/satellites?orbit_class=LEO&active=true&sort=-apogee_km',
    '/satellites?group=stations',
    '/satellites?launched_after=2020-01-01&sort=-launch_date&limit=100',
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
      'x-as-of-groups',
      'x-catalog-release',
      'last-modified',
    ])
      expect([path, name, other.headers[name]]).toEqual([path, name, one.headers[name]]);
  }
});

test('returns the same evidence to an MCP search for a deleted release', async () => {
  const args = { q: 'starlink', limit: 3, as_of: AT };
  const [one, other] = await Promise.all([kept, archived].map(({ base }) => callTool(base, 'search_objects', args)));
  const facts = ({ structuredContent: { total, objects } }: NonNullable<typeof one>) => ({
    total,
    objects: objects.map(({ facts: all, ...object }: { facts: Record<string, unknown>[] }) => ({
      ...object,
      facts: all.map(({ field, value, confidence, sources }) => ({ field, value, confidence, sources })),
    })),
  });
  expect(facts(other!)).toEqual(facts(one!));
  expect(facts(one!).objects).toHaveLength(3);
});

test('counts a request for a deleted release as ten', async () => {
  const before = archived.charged.length;
  await archived.get(`/api/v1/stats?as_of=${AT}`);
  await archived.get('/api/v1/stats?as_of=2026-08-22T16:00:00Z');
  expect(archived.charged.slice(before)).toEqual([9]);
});

test('paginates a deleted release by as_of, without the release parameter', async () => {
  const [, { body }] = await both('/satellites?limit=50');
  const next = new URL(JSON.parse(body.toString()).meta.next);
  expect(next.searchParams.get('release')).toBeNull();
  const page = await archived.get(`${next.pathname}${next.search}`);
  expect(jsonOf(page).meta).toMatchObject({ offset: 50 });
});

test.each(['tle', 'csv', 'kvn'])('returns the same element sets of a list as %s', async (form) => {
  const [one, other] = await both(`/satellites?orbit_class=MEO,GEO&format=${form}`);
  expect(other.body.toString()).toBe(one.body.toString());
  expect(one.body.length).toBeGreaterThan(500);
});

test('returns the same record for each object, except for claims derived from elements and for its predicted reentry', async () => {
  const ids: number[] = [];
  for (let offset = 0; ; offset += 100) {
    const { data } = jsonOf((await both(`/satellites?fields=norad_cat_id&limit=100&offset=${offset}`))[0]);
    ids.push(...data.map((one: { norad_cat_id: number }) => one.norad_cat_id));
    if (data.length < 100) break;
  }
  const differing: unknown[] = [];
  for (const id of ids.filter((_id, at) => at % 7 === 0)) {
    const [one, other] = await both(`/satellites/${id}`);
    const [expected, found] = [jsonOf(one).data, jsonOf(other).data];
    const { claims, provenance, ...record } = found;
    const {
      claims: allClaims,
      provenance: wholeProvenance,
      reentry_prediction: _notArchived,
      ...wholeRecord
    } = expected;
    expect(record).toEqual(wholeRecord);
    expect(record).not.toHaveProperty('reentry_prediction');
    expect(provenance.missing).toEqual(wholeProvenance.missing);
    for (const [at, entry] of provenance.fields.entries())
      if (entry.field !== 'norad_cat_id') expect(entry).toEqual(wholeProvenance.fields[at]);
    const derived = ['orbit_class', 'orbit_type', ...orbitFields];
    const key = (claim: Record<string, unknown>) => JSON.stringify({ ...claim, observed_at: null });
    const archivedClaims = new Set(claims.map(key));
    const missing = allClaims.filter(
      (claim: { field: string }) => !archivedClaims.has(key(claim)) && !derived.includes(claim.field),
    );
    if (missing.length > 0 || claims.length > allClaims.length) differing.push([id, missing[0]]);
  }
  expect(differing).toEqual([]);
  expect((await both('/satellites/999999999'))[1].status).toBe(404);
});

describe('the elements of a set as of a time', () => {
  test.each(['all', 'leo', 'stations', 'active', 'payloads', 'debris', 'launched-1998'])(
    'of %s are the file of the release, kept or deleted',
    async (set) => {
      const folder = (await readdir(join(kept.home, 'releases'))).sort()[0]!;
      for (const ending of ['.json', '.tle', '.csv', '.kvn']) {
        const packed = await readFile(join(kept.home, 'releases', folder, `public/api/v1/elements/${set}${ending}.gz`));
        const [one, other] = await both(`/elements/${set}${ending}`);
        const published = gunzipSync(packed).toString();
        const [first, second] = [one, other].map(({ body }) => body.toString());
        expect([set, ending, one.status, first === published]).toEqual([set, ending, 200, true]);
        // The archive does not store trailing zeros of numbers in JSON.
        const same =
          ending === '.json' ? isDeepStrictEqual(JSON.parse(second!), JSON.parse(published)) : second === published;
        expect([set, ending, same]).toEqual([set, ending, true]);
        expect(other.headers['x-as-of-release']).toBe(folder);
      }
    },
  );

  test('require a key, accept a format, and list the available sets', async () => {
    expect((await archived.get(`/api/v1/elements/all?as_of=${AT}`, { authorization: '' })).status).toBe(401);
    expect((await archived.get('/api/v1/elements/all')).status).toBe(200);
    const [, tle] = await both('/elements/stations?format=tle');
    expect(tle.body.toString()).toMatch(/^ISS \(ZARYA\) {13}\r\n1 25544U/);
    const [, unknown] = await both('/elements/nothing');
    expect([unknown.status, jsonOf(unknown).allowed]).toEqual([404, expect.arrayContaining(['all', 'stations'])]);
    expect((await both('/elements/all.parquet'))[1].status).toBe(404);
    expect((await archived.get('/api/v1/elements/all?as_of=2030-01-01')).status).toBe(400);
  });

  test('before the first release depend only on the elements', async () => {
    const early = async (set: string) => archived.get(`/api/v1/elements/${set}?as_of=2026-08-21T20:00:00Z`);
    const all = jsonOf(await early('all'));
    expect(all.data.norad_cat_id.length).toBeGreaterThan(100);
    expect(all.data.epoch.every((epoch: string) => epoch <= '2026-08-21T20:00:00')).toBe(true);
    const leo = jsonOf(await early('leo'));
    expect(new Set(leo.data.orbit_class)).toEqual(new Set(['LEO']));
    expect(all.meta.release).toBeNull();
    const group = await early('stations');
    expect([group.status, jsonOf(group).error]).toEqual([
      404,
      expect.stringMatching(/only element sets are available/),
    ]);
    expect((await early('all')).headers).toMatchObject({ 'x-as-of-release': 'none', 'x-as-of-complete': 'unknown' });
  });
});
