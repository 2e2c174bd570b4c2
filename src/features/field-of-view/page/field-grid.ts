import { directionOfPlace } from '../../../orbit/icrs.ts';
import type { Vector } from '../../../orbit/vector.ts';
import { withMinus } from '../../../schema/plain-text.ts';
import type { StarPlace } from '../field.ts';
import { Projection } from '../wcs.ts';

const DEGREES = 180 / Math.PI;
/** Number of points of a line of the grid. */
const POINTS = 60;
/** Directions farther from the center than this cosine are not drawn. */
const LEAST_COSINE = 0.05;
/** Distances between lines that are easy to read, degrees. */
const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45];
/** Approximate number of lines across a field. */
const LINES = 4;

/** A square part of the sky on a drawing: north up, east left. */
export class Frame {
  readonly size: number;
  readonly center: StarPlace;
  /** Degrees from the center to an edge. */
  readonly radius_deg: number;
  readonly #projection: Projection;

  constructor(center: StarPlace, radius_deg: number, size: number) {
    this.size = size;
    this.center = center;
    this.radius_deg = radius_deg;
    const scale = (2 * Math.tan(radius_deg / DEGREES) * DEGREES) / size;
    this.#projection = new Projection({
      width: size,
      height: size,
      reference_pixel: [size / 2, size / 2],
      reference_ra_deg: center[0],
      reference_dec_deg: center[1],
      matrix: [-scale, 0, 0, scale],
      sip: null,
    });
  }

  /** The point of a direction; null if it is far outside. */
  pointOf(direction: Vector): readonly [x: number, y: number] | null {
    if (this.#projection.cosine(direction) < LEAST_COSINE) return null;
    const [x, y] = this.#projection.pixelOf(direction);
    return [x, this.size - y];
  }

  pointAt(ra_deg: number, dec_deg: number): readonly [x: number, y: number] | null {
    return this.pointOf(directionOfPlace(ra_deg, dec_deg));
  }
}

/** Directions as SVG path data, with breaks at those far outside. */
export function pathOf(points: readonly (readonly [number, number] | null)[]): string {
  let drawing = false;
  return points
    .map((point) => {
      const command = point && (drawing ? 'L' : 'M');
      drawing = point !== null;
      return point ? `${command}${point[0].toFixed(1)} ${point[1].toFixed(1)}` : '';
    })
    .join('');
}

/** A line of equal right ascension or declination, and the point at which it meets the edge with its label. */
interface GridLine {
  readonly axis: 'ra' | 'dec';
  readonly text: string;
  readonly d: string;
  /** Along the lower edge for right ascensions, along the left edge for declinations; null if the line does not meet it. */
  readonly at: number | null;
}

/** The lines of a frame. */
export function gridOf(frame: Frame): GridLine[] {
  const [ra, dec] = frame.center;
  const reach = frame.radius_deg * Math.SQRT2;
  const step = stepFor((2 * frame.radius_deg) / LINES);
  const polar = Math.abs(dec) + reach >= 90;
  const flat = Math.cos(Math.min(90, Math.abs(dec)) / DEGREES);
  const stepRa = polar ? 30 : stepFor((2 * frame.radius_deg) / LINES / flat);
  const half = polar ? 180 : Math.min(180, Math.asin(Math.min(1, Math.sin(reach / DEGREES) / flat)) * DEGREES || 180);
  const [low, high] = [Math.max(-90, dec - reach), Math.min(90, dec + reach)];
  const along = (from: number, to: number) =>
    Array.from({ length: POINTS + 1 }, (_, n) => from + ((to - from) * n) / POINTS);
  const lines: GridLine[] = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) {
    const value = n * step;
    if (Math.abs(value) >= 90) continue;
    const points = along(ra - half, ra + half).map((one) => frame.pointAt(one, value));
    lines.push({
      axis: 'dec',
      text: degreesText(value, step),
      d: pathOf(points),
      at: crossing(points, 0, 0, frame.size),
    });
  }
  const last = polar ? Math.round(360 / stepRa) - 1 : Number.POSITIVE_INFINITY;
  const first = polar ? 0 : Math.ceil((ra - half) / stepRa);
  for (let n = first; n <= last && (polar || n * stepRa <= ra + half); n++) {
    const value = n * stepRa;
    const points = along(low, high).map((one) => frame.pointAt(value, one));
    const at = crossing(points, 1, frame.size, frame.size);
    lines.push({ axis: 'ra', text: degreesText(((value % 360) + 360) % 360, stepRa), d: pathOf(points), at });
  }
  return lines;
}

const stepFor = (wanted: number): number => steps.find((one) => one >= wanted) ?? steps.at(-1)!;

/** `83.8°`, `−5.5°`: with as many digits as the distance of the lines needs. */
function degreesText(value: number, step: number): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return `${withMinus(value.toFixed(digits))}°`;
}

/** The other coordinate at which a line meets an edge; null if it does not, within the drawing. */
function crossing(
  points: readonly (readonly [number, number] | null)[],
  axis: 0 | 1,
  edge: number,
  size: number,
): number | null {
  for (const [n, next] of points.entries()) {
    const before = points[n - 1];
    if (!before || !next || (before[axis] - edge) * (next[axis] - edge) > 0 || before[axis] === next[axis]) continue;
    const part = (edge - before[axis]) / (next[axis] - before[axis]);
    const other = before[1 - axis]! + part * (next[1 - axis]! - before[1 - axis]!);
    if (other >= 0 && other <= size) return other;
  }
  return null;
}
