import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { czmlDocument, GROUP_HOURS, pathOf } from '../../src/orbit/formats/czml.ts';
import { Satellite } from '../../src/orbit/observer.ts';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { seeded } from '../seeded.ts';
import { randomElements } from '../truth/random-elements.ts';

/** CZML as Cesium itself reads it: its entities, and their positions between the points of the file. */

// Cesium asks of each value whether it is an image of a browser.
Object.assign(globalThis, { Image: class {} });
const { CzmlDataSource, JulianDate } = await import('@cesium/engine');

const HOUR = 3_600_000;

async function opened(document: object[]) {
  const source = await CzmlDataSource.load(document);
  const date = (at: number) => JulianDate.fromDate(new Date(at));
  return {
    clock: source.clock,
    entities: source.entities.values.map((entity) => ({
      id: Number(entity.id),
      name: entity.name,
      label: entity.label!.text!.getValue(date(0)) as string,
      isShown: (at: number) => entity.isAvailable(date(at)),
      /** Meters, Earth-fixed; null if Cesium has no position then. */
      positionAt: (at: number) => {
        const found = entity.position!.getValue(date(at));
        return found ? ([found.x, found.y, found.z] as const) : null;
      },
    })),
  };
}

/** Kilometers between a position of Cesium and one of ours. */
const apart = (meters: readonly number[], km: readonly number[]) =>
  Math.hypot(...meters.map((value, axis) => value / 1000 - km[axis]!));

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

interface File {
  readonly format: string;
  readonly url: string;
  readonly omitted: number;
}
interface Group {
  readonly slug: string;
  readonly objects: number;
  readonly files: readonly File[];
}

test('every group of up to 500 objects is opened by Cesium, and is where /position says', async () => {
  const { data: groups, meta } = (await server.get('/api/v1/groups')).json() as {
    data: Group[];
    meta: { generated_at?: string };
  };
  expect(meta).toBeDefined();
  expect(groups.length).toBeGreaterThan(3);
  const start = Date.parse('2026-08-22T14:00:00Z');
  let [shown, compared, worst] = [0, 0, 0];
  for (const { slug, objects, files } of groups) {
    const file = files.find(({ format }) => format === 'czml');
    expect([slug, file !== undefined]).toEqual([slug, objects > 0 && objects <= 500]);
    if (!file) continue;
    const response = await server.get(new URL(file.url, server.base).pathname);
    expect([slug, response.status, response.headers['content-type']]).toEqual([
      slug,
      200,
      'application/json; charset=utf-8',
    ]);
    const { clock, entities } = await opened(response.json() as object[]);
    expect(JulianDate.toDate(clock!.startTime).getTime()).toBe(start);
    expect(JulianDate.toDate(clock!.stopTime).getTime()).toBe(start + GROUP_HOURS * HOUR);
    expect(entities.length + file.omitted).toBe(objects);
    expect(Number(response.headers['x-elements-omitted'] ?? 0)).toBe(file.omitted);
    shown += entities.length;
    for (const { id, name, label, isShown, positionAt } of entities.slice(0, 2)) {
      expect(name).toBe(label);
      const at = start + ((3 * HOUR + id * 1000) % (5 * HOUR));
      expect([id, isShown(at)]).toEqual([id, true]);
      const { data } = (
        await server.get(`/api/v1/satellites/${id}/position?at=${new Date(at).toISOString()}`)
      ).json() as { data: { itrf: { position_km: number[] } } };
      worst = Math.max(worst, apart(positionAt(at)!, data.itrf.position_km));
      compared++;
    }
  }
  expect(shown).toBeGreaterThan(10);
  expect(compared).toBeGreaterThan(10);
  expect(worst).toBeLessThan(0.15);
});

test('a ground track is opened by Cesium', async () => {
  const from = Date.parse('2026-08-22T18:00:00Z');
  const response = await server.get('/api/v1/satellites/25544/track?from=2026-08-22T18:00:00Z&hours=3&format=czml');
  const { entities } = await opened(response.json() as object[]);
  expect(entities.map(({ id, name }) => [id, name])).toEqual([[25544, 'ISS (ZARYA)']]);
  const [{ isShown, positionAt }] = entities as [(typeof entities)[0]];
  expect([isShown(from), isShown(from + 3 * HOUR + 1000), positionAt(from + 3 * HOUR + 1000)]).toEqual([
    true,
    false,
    null,
  ]);
  expect(Math.hypot(...positionAt(from + HOUR)!)).toBeGreaterThan(6.6e6);
});

test.each([
  ['/api/v1/elements/stations', 'czml'],
  ['/api/v1/dataset/transmitters', 'trsp.tar'],
])('a format that only some resources have is selected by the ending and by `format`: %s %s', async (path, form) => {
  const [byEnding, byFormat] = [await server.get(`${path}.${form}`), await server.get(`${path}?format=${form}`)];
  expect([byEnding.status, byFormat.status]).toEqual([200, 200]);
  expect(byFormat.headers['content-type']).toBe(byEnding.headers['content-type']);
  expect(byFormat.headers.etag).toBe(byEnding.headers.etag);
  expect(byFormat.body.equals(byEnding.body)).toBe(true);
  expect(byFormat.body.length).toBeGreaterThan(500);
});

test.each([
  ['/api/v1/elements/all.czml', 404],
  ['/api/v1/elements/all?format=czml', 400],
])('larger sets have no CZML, and the error names the formats that there are: %s', async (path, status) => {
  const response = await server.get(path);
  expect(response.status).toBe(status);
  const { allowed } = response.json() as { allowed: string[] };
  expect(allowed).toContain('csv');
  expect(allowed).not.toContain('czml');
});

describe('positions between the points', () => {
  const from = Date.parse('2026-08-22T00:00:00Z');
  const to = from + GROUP_HOURS * HOUR;
  const documentOf = (points: NonNullable<ReturnType<typeof pathOf>>) =>
    czmlDocument({ name: 'A', from, to }, [{ norad_cat_id: 1, name: 'A', description: '', points }]);

  test('are within 0.15 km of SGP4 in every kind of orbit, and 0.7 km at both ends', { timeout: 60_000 }, async () => {
    const random = seeded(40);
    let [inside, atEnds, count] = [0, 0, 0];
    for (let n = 0; n < 120; n++) {
      const set = randomElements(random);
      const points = pathOf(set, {}, from, to);
      if (!points) continue;
      const { entities } = await opened(documentOf(points));
      const satellite = new Satellite(set);
      for (let m = 0; m < 200; m++) {
        const at = from + Math.floor(random() * (points.at(-1)!.at - from));
        const off = apart(entities[0]!.positionAt(at)!, satellite.itrf(at).position);
        // Polynomials have as many points on one side as on the other.
        if (at > points[3]!.at && at < points.at(-4)!.at) inside = Math.max(inside, off);
        else atEnds = Math.max(atEnds, off);
        count++;
      }
    }
    if (process.env.ORBWEAVER_TRUTH_PAIRS)
      console.log(JSON.stringify({ count, inside_km: inside, at_ends_km: atEnds }));
    expect(count).toBeGreaterThan(15_000);
    expect(inside).toBeLessThan(0.15);
    expect(atEnds).toBeLessThan(0.7);
  });

  const set = { ...randomElements(seeded(1)), mean_motion: '15.5', eccentricity: '0.0005', bstar: '0.0001' };
  test.each([
    ['the elements are 30 days old', { ...set, epoch: '2026-07-23T06:00:00.000000' }, {}],
    ['SGP4 lets the object decay', { ...set, mean_motion: '16.3', bstar: '0.003' }, {}],
    ['a reentry is expected', set, { until: from + 5 * HOUR }],
  ])('end if %s', async (_reason, elements, limits) => {
    const { validity } = new Satellite(elements, limits);
    expect(validity!.to).toBeGreaterThan(from);
    expect(validity!.to).toBeLessThan(to);
    const points = pathOf(elements, limits, from, to)!;
    expect(points.at(-1)!.at).toBe(validity!.to);
    const { entities } = await opened(documentOf(points));
    const [{ isShown, positionAt }] = entities as [(typeof entities)[0]];
    expect([isShown(validity!.to - 1000), isShown(validity!.to + 1000)]).toEqual([true, false]);
    expect(positionAt(validity!.to - 1000)).not.toBeNull();
    expect(positionAt(validity!.to + 1000)).toBeNull();
  });

  test('are not written if the elements are no orbit at any of these times', () => {
    expect(pathOf({ ...set, epoch: '2026-05-01T00:00:00.000000' }, {}, from, to)).toBeNull();
    expect(pathOf({ ...set, epoch: '2026-10-15T00:00:00.000000' }, {}, from, to)).toBeNull();
    expect(pathOf({ ...set, ephemeris_type: 4 }, {}, from, to)).toBeNull();
    expect(pathOf(set, { until: from - HOUR }, from, to)).toBeNull();
  });
});
