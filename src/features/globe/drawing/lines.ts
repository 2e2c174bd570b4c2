import type { Revolution } from '../../../orbit/formats/bulk.ts';
import { siderealAngle } from '../../../orbit/observation/sky.ts';
import { earthFixed } from '../motion.ts';
import { upAt, type Vector } from './camera.ts';

/** Just above the surface, so that the sphere's flat faces do not hide parts of lines. */
const lift = 1.0015;

/**
 * Whether a side of a ring is an edge of the map, not a coast: Antarctica is closed along the date line and the pole.
 */
function isEdge(a: readonly number[], b: readonly number[]): boolean {
  return (Math.abs(a[0]!) > 179.9 && Math.abs(b[0]!) > 179.9) || a[1]! < -89.9 || b[1]! < -89.9;
}

/** Coasts from the rings of the land, as tracks. */
export function coasts(rings: readonly (readonly (readonly number[])[])[]): number[][][] {
  return rings.flatMap((ring) =>
    ring.slice(1).flatMap((b, index) => (isEdge(ring[index]!, b) ? [] : [[[...ring[index]!], [...b]]])),
  );
}

/** Lines on the globe from rings or tracks of [longitude, latitude]: pairs of points, x, y, z in Earth radii. */
export function segments(tracks: readonly (readonly (readonly number[])[])[]): Float32Array<ArrayBuffer> {
  const points: number[] = [];
  for (const track of tracks)
    for (let index = 1; index < track.length; index += 1) {
      const [a, b] = [track[index - 1]!, track[index]!];
      for (const [longitude, latitude] of [a, b])
        for (const part of upAt(longitude!, latitude!)) points.push(part * lift);
    }
  return Float32Array.from(points);
}

/** The ground track of a revolution: points, x, y, z in Earth radii. */
export function groundTrack({ places, times }: Revolution): Float32Array<ArrayBuffer> {
  const track = new Float32Array(places.length);
  for (const [point, time] of times.entries()) {
    const [x, y, z] = places.subarray(point * 3, point * 3 + 3) as unknown as Vector;
    const above = lift / Math.hypot(x, y, z);
    track.set(
      earthFixed([x, y, z], siderealAngle(time)).map((part) => part * above),
      point * 3,
    );
  }
  return track;
}

/** Parallels and meridians, as tracks of [longitude, latitude]. */
export function graticule(every: number): number[][][] {
  const tracks: number[][][] = [];
  const along = (from: number, to: number) =>
    Array.from({ length: (to - from) / 6 + 1 }, (_, index) => from + index * 6);
  for (let longitude = -180; longitude < 180; longitude += every)
    tracks.push(along(-90 + every, 90 - every).map((latitude) => [longitude, latitude]));
  for (let latitude = -90 + every; latitude < 90; latitude += every)
    tracks.push(along(-180, 180).map((longitude) => [longitude, latitude]));
  return tracks;
}
