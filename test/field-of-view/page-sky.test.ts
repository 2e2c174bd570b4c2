import { afterAll, beforeAll, expect, test } from 'vitest';
import { explained } from '../../src/features/field-of-view/explain-sighting.ts';
import type { StarPlace } from '../../src/features/field-of-view/field.ts';
import { findTracks } from '../../src/features/field-of-view/find-tracks.ts';
import { pageObjects } from '../../src/features/field-of-view/http/sky-of.ts';
import { candidatesOf, searchOf } from '../../src/features/field-of-view/identified.ts';
import { nearStreak } from '../../src/features/field-of-view/identify.ts';
import { type ElementsFile, PageSky } from '../../src/features/field-of-view/page/page-sky.ts';
import { valuesOf } from '../../src/features/field-of-view/sighting-words.ts';
import { findSightings } from '../../src/features/field-of-view/sightings.ts';
import { openWithCatalog } from '../../src/http/opened-release.ts';
import { measuredErrors } from '../../src/orbit/position-error.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { type SampleServer, serveSample } from '../api/sample-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are read here as a client does
type Data = any;

let server: SampleServer;
let sky: PageSky;
beforeAll(async () => {
  server = await serveSample();
  const json = async (path: string) => (await server.get(path)).json() as Data;
  const { catalog } = await openWithCatalog(server.home, (await currentReleaseId(server.home))!, false);
  const objects = await pageObjects(catalog);
  catalog.close();
  const elements = (await json('/api/v1/elements/all')) as ElementsFile;
  sky = new PageSky(elements, objects, measuredErrors(await json('/api/v1/accuracy')));
});
afterAll(() => server?.remove());

const FROM = Date.parse('2026-08-22T18:00:00Z');
const observer = { lat: 52.5, lon: 13.4, alt_m: 0 };
const data = async (path: string) => ((await server.get(path)).json() as { data: Data }).data;

test('what the page computes of a field is what the API responds', async () => {
  const center: StarPlace = [0, 90];
  const { tracks, tooOld, withoutPosition } = await findTracks(sky, {
    shape: { kind: 'circle', center, radius_deg: 60 },
    observer,
    from: FROM,
    to: FROM + 10_000,
    step: 1000,
    refraction: false,
    minElevation: 0,
    allowOld: false,
    rows: null,
  });
  const expected = await data(
    '/api/v1/fov?lat=52.5&lon=13.4&from=2026-08-22T18:00:00Z&exposure_s=10&ra_deg=0&dec_deg=90&radius_deg=60',
  );
  expect(tracks.length).toBeGreaterThan(5);
  const ours = tracks.map(({ row, sights }) => [sky.at(row).id, Number(sights[0]!.ra_deg.toFixed(6)), sights.length]);
  const theirs = expected.tracks.map((one: Data) => [one.norad_cat_id, one.entry.ra_deg, one.positions.length]);
  expect(ours.sort()).toEqual(theirs.sort());
  expect([tooOld.length, withoutPosition.length]).toEqual([
    expected.omitted.elements_too_old,
    expected.omitted.no_position,
  ]);
});

test('and of a streak', async () => {
  const { tracks } = await data(
    '/api/v1/fov?lat=52.5&lon=13.4&from=2026-08-22T18:00:00Z&exposure_s=2&ra_deg=0&dec_deg=90&radius_deg=60',
  );
  const { entry, exit } = tracks.find((one: Data) => one.in_field_at_start && one.in_field_at_end && one.sunlit);
  const ends = `ra1=${entry.ra_deg}&dec1=${entry.dec_deg}&ra2=${exit.ra_deg}&dec2=${exit.dec_deg}`;
  const expected = await data(
    `/api/v1/identify?lat=52.5&lon=13.4&t1=2026-08-22T18:00:00Z&t2=2026-08-22T18:00:02Z&${ends}&place_error_arcsec=9000`,
  );
  const search = searchOf({ timed: true, inStars: true, place_error_arcsec: 9000 });
  const at = FROM + 1000;
  const found = await nearStreak(sky, {
    observer,
    ends: [entry, exit],
    at,
    duration: 2000,
    window: search.window_s * 1000,
    radius_deg: search.radius_deg,
    refraction: false,
    allowOld: false,
  });
  const { candidates, none } = candidatesOf(found, search, (row) => sky.known(row, at));
  expect(candidates.length).toBeGreaterThan(0);
  expect(none).toBeCloseTo(expected.none_probability, 4);
  expect(
    candidates.map(({ near, probability, facts, magnitude }) => [
      sky.at(near.row).id,
      Number(probability.toFixed(4)),
      facts.age_days,
      magnitude === null ? null : Number(magnitude.toFixed(1)),
    ]),
  ).toEqual(expected.candidates.map((one: Data) => [one.norad_cat_id, one.probability, one.age_days, one.magnitude]));
});

test('and of a sighting', async () => {
  const stated = { direction: 'S', light: 'steady' } as const;
  const at = Date.parse('2026-08-22T20:00:00Z');
  const found = await findSightings(sky, {
    observer,
    at,
    within: 1_800_000,
    ...valuesOf(stated),
    standard: sky.standards,
    allowOld: false,
  });
  const expected = await data(
    '/api/v1/sightings?lat=52.5&lon=13.4&at=2026-08-22T20:00:00Z&time_error_min=30&direction=S&light=steady',
  );
  const ranked = explained(found, stated, at, (row) => sky.at(row));
  expect(ranked.length).toBe(expected.searched.fitting);
  expect(ranked.length).toBeGreaterThan(0);
  expect(
    ranked.slice(0, 3).map(({ row, mismatch, reasons, docked }) => ({
      norad_cat_id: sky.at(row).id,
      mismatch: Number(mismatch.toFixed(2)),
      reasons,
      docked: docked.map((other) => ({ norad_cat_id: sky.at(other).id, name: sky.at(other).name })),
    })),
  ).toEqual(
    expected.candidates.map(({ norad_cat_id, mismatch, reasons, docked }: Data) => ({
      norad_cat_id,
      mismatch,
      reasons,
      docked,
    })),
  );
  expect(found.planets.map(({ name, fits }) => [name, fits])).toEqual(
    expected.planets.map(({ name, fits }: Data) => [name, fits]),
  );
});
