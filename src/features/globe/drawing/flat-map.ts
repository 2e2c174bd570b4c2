import { siderealAngle, sunDirection } from '../../../orbit/observation/sky.ts';
import { earthFixed, placeOn } from '../motion.ts';
import { upAt } from './camera.ts';

const DEGREES = 180 / Math.PI;

/** A place on the map: degrees, longitude from -180 to 180. */
interface MapPlace {
  readonly latitude_deg: number;
  readonly longitude_deg: number;
}

const fixed = (value: number) => String(Math.round(value * 100) / 100);

/** Position of a place on the flat map, 360 wide and 180 high, north up, Greenwich in the middle. */
export const onMap = ({ latitude_deg, longitude_deg }: MapPlace) => ({
  x: longitude_deg + 180,
  y: 90 - latitude_deg,
});

/** A track over the flat map as SVG path data, split when it crosses the date line. */
export function trackPath(places: readonly MapPlace[]): string {
  let data = '';
  for (const [index, place] of places.entries()) {
    const { x, y } = onMap(place);
    const last = index > 0 ? onMap(places[index - 1]!) : null;
    if (last && Math.abs(x - last.x) > 180) {
      const east = last.x > x;
      const [edge, other] = east ? [360, 0] : [0, 360];
      const whole = east ? x + 360 - last.x : x - 360 - last.x;
      const crossing = last.y + (whole === 0 ? 0 : ((edge - last.x) / whole) * (y - last.y));
      data += `L${edge} ${fixed(crossing)}M${other} ${fixed(crossing)}`;
    }
    data += `${last ? 'L' : 'M'}${fixed(x)} ${fixed(y)}`;
  }
  return data;
}

/** A place at a time, milliseconds. */
interface TimedPlace extends MapPlace {
  readonly time: number;
}

/**
 * The place at a time, given places in the order of their times: on the straight line from one to the next, seen from the Earth's center.
 */
export function placeAlong(places: readonly TimedPlace[], time: number): MapPlace {
  const [index, part] = stepAt(places, time);
  const [before, after] = [places[index]!, places[Math.min(index + 1, places.length - 1)]!];
  const from = upAt(before.longitude_deg, before.latitude_deg);
  const to = upAt(after.longitude_deg, after.latitude_deg);
  const [x, y, z] = from.map((value, axis) => (1 - part) * value + part * to[axis]!) as [number, number, number];
  return { latitude_deg: Math.atan2(z, Math.hypot(x, y)) * DEGREES, longitude_deg: Math.atan2(y, x) * DEGREES };
}

/** The step of a sorted list of times that contains a time: index of the last one before it, and the share of the way to the next. */
export function stepAt(
  places: readonly { readonly time: number }[],
  time: number,
): readonly [index: number, part: number] {
  const last = places.length - 1;
  const next = places.findIndex((place) => place.time > time);
  if (next === 0) return [0, 0];
  if (next < 0) return [last, 0];
  const [from, to] = [places[next - 1]!.time, places[next]!.time];
  return [next - 1, (time - from) / (to - from)];
}

/** The place below the Sun at a time (milliseconds, UTC). */
export function sunPlace(time: number): MapPlace {
  return placeOn(earthFixed(sunDirection(time), siderealAngle(time)));
}

/** The night side as SVG path data over the flat map; `sun` is the place below the Sun. */
export function nightPath(sun: MapPlace): string {
  // At an equinox the line is vertical: a hundredth of a degree away draws the same.
  const declination = Math.abs(sun.latitude_deg) < 0.01 ? 0.01 : sun.latitude_deg;
  const edge = Array.from({ length: 73 }, (_, step) => {
    const longitude = step * 5 - 180;
    const hour = (longitude - sun.longitude_deg) / DEGREES;
    const latitude = Math.atan(-Math.cos(hour) / Math.tan(declination / DEGREES)) * DEGREES;
    return `${step * 5} ${fixed(90 - latitude)}`;
  });
  const pole = declination > 0 ? 180 : 0;
  return `M0 ${pole}L${edge.join('L')}L360 ${pole}Z`;
}

/** A ring with continuous longitudes across the date line; a ring around a pole is closed along the pole. */
function unrolled(ring: readonly (readonly number[])[]): [number, number][] {
  const points: [number, number][] = [];
  let turns = 0;
  for (const [index, [longitude, latitude]] of ring.entries()) {
    const across = index > 0 ? longitude! - ring[index - 1]![0]! : 0;
    if (across > 180) turns -= 1;
    if (across < -180) turns += 1;
    points.push([longitude! + 360 * turns, latitude!]);
  }
  const [first, last] = [points[0]!, points.at(-1)!];
  const pole = last[1] < 0 ? -90 : 90;
  if (Math.abs(last[0] - first[0]) > 180) points.push([last[0], pole], [first[0], pole]);
  return points;
}

/** The land on the flat map as SVG path data, to a fifth of a degree. Land that crosses an edge is drawn on both sides. */
export function landPath(rings: readonly (readonly (readonly number[])[])[]): string {
  const round = (value: number) => String(Math.round(value * 5) / 5);
  let data = '';
  for (const ring of rings.map(unrolled)) {
    const longitudes = ring.map(([longitude]) => longitude);
    const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
    for (const shift of [-360, 0, 360]) {
      if (east + shift <= -180 || west + shift >= 180) continue;
      const points = ring.map(([longitude, latitude]) => `${round(longitude + shift + 180)} ${round(90 - latitude)}`);
      data += `M${points.filter((point, index) => point !== points[index - 1]).join('L')}Z`;
    }
  }
  return data;
}
