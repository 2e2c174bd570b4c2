import { angleBetween, directionOfPlace } from '../../orbit/icrs.ts';
import { cross, dot, scaled, unit, type Vector } from '../../orbit/vector.ts';
import { Projection, type Wcs } from './wcs.ts';

const RADIANS = Math.PI / 180;

/** A place among the stars, degrees, ICRS. */
export type StarPlace = readonly [ra_deg: number, dec_deg: number];

/** A part of the sky in the ICRS, as plain data. */
export type FieldShape =
  | { readonly kind: 'circle'; readonly center: StarPlace; readonly radius_deg: number }
  | { readonly kind: 'corners'; readonly corners: readonly StarPlace[] }
  | { readonly kind: 'image'; readonly wcs: Wcs };

/** A part of the sky, ready to test directions (unit vectors in the ICRS). */
export interface Field {
  readonly center: Vector;
  /** The field lies within this angle of its center, radians. */
  readonly radius: number;
  /** How far inside of the field a direction is, radians; negative outside. */
  margin(direction: Vector): number;
  /** The pixel of a direction; null if the field is not an image. */
  readonly pixelOf: ((direction: Vector) => readonly [number, number]) | null;
}

/** A field that cannot be computed, and the parameter that causes this. */
export class BadField extends Error {
  override readonly name = 'BadField';
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Throws BadField. */
export function fieldOf(shape: FieldShape): Field {
  if (shape.kind === 'circle') return circle(directionOfPlace(...shape.center), shape.radius_deg * RADIANS);
  return shape.kind === 'corners' ? polygon(shape.corners) : image(shape.wcs);
}

const circle = (center: Vector, radius: number): Field => ({
  center,
  radius,
  margin: (direction) => radius - angleBetween(center, direction),
  pixelOf: null,
});

/** Corners must form a convex outline, in order, within a hemisphere. */
function polygon(places: readonly StarPlace[]): Field {
  const corners = places.map((place) => directionOfPlace(...place));
  const center = unit(
    corners.reduce<Vector>((sum, one) => [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]], [0, 0, 0]),
  );
  const edges = corners.map((one, n) => unit(cross(one, corners[(n + 1) % corners.length]!)));
  const side = Math.sign(dot(edges[0]!, center));
  const inner = edges.map((edge) => scaled(edge, side));
  const radius = Math.max(...corners.map((corner) => angleBetween(center, corner)));
  const convex = inner.every((edge, n) =>
    corners.every((corner, at) => at === n || at === (n + 1) % corners.length || dot(edge, corner) > 1e-9),
  );
  if (!convex || !(radius < Math.PI / 2))
    throw new BadField(
      'corners',
      'The corners do not make a convex field, in order around it, less than 90° from its center.',
    );
  return {
    center,
    radius,
    margin: (direction) => Math.min(...inner.map((edge) => Math.asin(Math.max(-1, Math.min(1, dot(edge, direction)))))),
    pixelOf: null,
  };
}

/** Below this cosine of the angle to the reference point, the projection diverges. */
const LEAST_COSINE = 0.1;

function image(wcs: Wcs): Field {
  const projection = new Projection(wcs);
  const { width, height } = wcs;
  const [right, top] = [width + 0.5, height + 0.5];
  const [across, up] = [(width + 1) / 2, (height + 1) / 2];
  const center = projection.directionOf(across, up);
  const outline = [0.5, across, right].flatMap((x) => [0.5, up, top].map((y) => projection.directionOf(x, y)));
  const reach = Math.max(...outline.map((direction) => angleBetween(center, direction)));
  // Also true if a direction is no number, because a keyword is too large to compute with.
  if (outline.some((direction) => !(projection.cosine(direction) >= 2 * LEAST_COSINE)))
    throw new BadField('header', 'The image reaches more than 78° from its reference point (CRVAL).');
  const [xx, xy, yx, yy] = wcs.matrix;
  const scale = Math.sqrt(Math.abs(xx * yy - xy * yx)) * RADIANS;
  return {
    center,
    radius: reach * 1.02,
    margin: (direction) => {
      if (projection.cosine(direction) < LEAST_COSINE) return -angleBetween(center, direction);
      const [x, y] = projection.pixelOf(direction);
      return Math.min(x - 0.5, right - x, y - 0.5, top - y) * scale;
    },
    pixelOf: (direction) => projection.pixelOf(direction),
  };
}
