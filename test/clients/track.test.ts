import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitAtDateLine } from '../../src/orbit/formats/track-files.ts';
import { type SampleServer, serveSample } from '../api/sample-server.ts';

/** Ground tracks as files for maps, read by GDAL, which QGIS reads them with. */
const OGRINFO = '/usr/bin/ogrinfo';
const has = existsSync(OGRINFO);
const run = promisify(execFile);
const path = '/api/v1/satellites/25544/track?from=2026-08-22T18:00:00Z&hours=3';

let server: SampleServer;
let folder: string;
beforeAll(async () => {
  server = await serveSample();
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-track-'));
});
afterAll(async () => {
  await server?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const read = async (format: string) => {
  const { status, headers, body } = await server.get(`${path}&format=${format}`);
  expect([format, status]).toEqual([format, 200]);
  return { type: headers['content-type'], text: body.toString() };
};

type Place = [lon: number, lat: number, meters: number];

describe('a track', () => {
  test('has the places of the ephemeris, and no line across the date line', async () => {
    const { features } = JSON.parse((await read('geojson')).text);
    const [{ geometry, properties }] = features;
    const lines = geometry.coordinates as Place[][];
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines)
      for (const [n, [lon]] of line.entries())
        if (n > 0) expect(Math.abs(lon - line[n - 1]![0])).toBeLessThanOrEqual(180);
    for (const line of lines.slice(0, -1)) expect(Math.abs(line.at(-1)![0])).toBe(180);
    for (const line of lines.slice(1)) expect(Math.abs(line[0]![0])).toBe(180);
    const { data } = (await server.get(path.replace('/track', '/ephemeris'))).json();
    const rows = data.rows as { at: string; latitude_deg: number; longitude_deg: number; altitude_km: number }[];
    const points = new Map(
      lines.flatMap((line, at) => line.map((place, n) => [Date.parse(properties.times[at][n]), place] as const)),
    );
    for (const { at, latitude_deg, longitude_deg, altitude_km } of rows) {
      const [lon, lat, meters] = points.get(Date.parse(at))!;
      expect(Math.abs(lon - longitude_deg)).toBeLessThan(1e-3);
      expect(Math.abs(lat - latitude_deg)).toBeLessThan(1e-3);
      expect(Math.abs(meters - altitude_km * 1000)).toBeLessThan(2);
    }
    expect(properties.elements_epoch).toBe(data.elements_epoch);
  });

  test('as CZML has a position for each step, Earth-fixed', async () => {
    const [head, object] = JSON.parse((await read('czml')).text);
    expect([head.id, head.version]).toEqual(['document', '1.0']);
    const { cartesian, referenceFrame, epoch } = object.position;
    expect([referenceFrame, epoch, cartesian.length]).toEqual(['FIXED', '2026-08-22T18:00:00Z', 181 * 4]);
    expect(cartesian[4]).toBe(60);
    const radius = Math.hypot(...cartesian.slice(1, 4));
    expect(radius).toBeGreaterThan(6.6e6);
    expect(radius).toBeLessThan(6.9e6);
  });

  test.each([
    ['step_s=1&days=2', 'step_s'],
    ['hours=0.01&step_s=3600', 'step_s'],
    ['format=shp', 'format'],
  ])('returns 400 for %s', async (query, parameter) => {
    const response = await server.get(`/api/v1/satellites/25544/track?from=2026-08-22T18:00:00Z&${query}`);
    expect([response.status, response.json().parameter]).toEqual([400, parameter]);
  });

  test('is split in either direction', () => {
    const at = (longitude_deg: number, latitude_deg: number) =>
      ({ at: latitude_deg * 1000, longitude_deg, latitude_deg, altitude_km: 1, position: [0, 0, 0] }) as const;
    for (const [from, to] of [
      [179, -178],
      [-179, 178],
    ] as const) {
      const [one, other] = splitAtDateLine([at(from, 0), at(to, 3)]);
      const side = Math.sign(from) * 180;
      expect(one!.map((point) => [point.longitude_deg, point.latitude_deg])).toEqual([
        [from, 0],
        [side, 1],
      ]);
      expect(other!.map((point) => [point.longitude_deg, point.latitude_deg])).toEqual([
        [-side, 1],
        [to, 3],
      ]);
    }
  });

  test.skipIf(!has)(has ? 'is read by GDAL' : 'is read by GDAL (skipped: apt-get install gdal-bin)', async () => {
    for (const [format, ending, type, geometry] of [
      ['geojson', 'geojson', 'application/geo+json', 'Multi Line String'],
      ['kml', 'kml', 'application/vnd.google-earth.kml+xml', ''],
      ['gpx', 'gpx', 'application/gpx+xml', 'Multi Line String'],
    ] as const) {
      const { type: sent, text } = await read(format);
      expect(sent).toContain(type);
      const file = join(folder, `track.${ending}`);
      await writeFile(file, text);
      const { stdout } = await run(OGRINFO, ['-ro', '-al', file, ...(format === 'gpx' ? ['tracks'] : [])]);
      expect(stdout).toMatch(/Feature Count: 1\b|ISS \(ZARYA\)/);
      expect(stdout).toMatch(/MULTILINESTRING|GEOMETRYCOLLECTION/);
      expect(stdout).toContain(geometry);
      expect(stdout).toContain('ISS (ZARYA)');
    }
  });
});
