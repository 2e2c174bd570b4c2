/** The viewpoint of the globe: above a place on the Earth, looking at its center. Degrees; distance from the center in Earth radii. */
export interface Camera {
  readonly longitude: number;
  readonly latitude: number;
  readonly distance: number;
}

/** Width and height of the drawing, in any one unit. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A point or direction in the Earth-fixed frame: x to Greenwich on the equator, z to the north pole; Earth radii. */
export type Vector = readonly [number, number, number];

/** A projected point. */
export interface Projected {
  /** From the left and from the top, in the unit of the size. */
  readonly x: number;
  readonly y: number;
  /** Depth along the line of sight, Earth radii. */
  readonly depth: number;
}

/** The initial view: Europe and Africa in front, low orbits completely visible. */
export const firstView: Camera = { longitude: 12, latitude: 24, distance: 6.3 };

const RADIANS = Math.PI / 180;
/** 1 / tan of half the field of view, which is 26° along the shorter side. */
const FOCAL = 1 / Math.tan(13 * RADIANS);
/** From just above the surface to far beyond the geosynchronous ring. */
export const nearest = 1.35;
export const farthest = 45;
const steepest = 88;

/** The unit vector above a place. */
export function upAt(longitude: number, latitude: number): Vector {
  const across = Math.cos(latitude * RADIANS);
  return [across * Math.cos(longitude * RADIANS), across * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)];
}

/** The eye and its axes: right, up, and toward the Earth. */
export function axesOf({ longitude, latitude, distance }: Camera) {
  const out = upAt(longitude, latitude);
  const eye: Vector = [out[0] * distance, out[1] * distance, out[2] * distance];
  const right: Vector = [-Math.sin(longitude * RADIANS), Math.cos(longitude * RADIANS), 0];
  const up = upAt(longitude, latitude + 90);
  return { eye, right, up, towards: [-out[0], -out[1], -out[2]] as Vector };
}

/** The projected size of one unit at unit depth, horizontally and vertically, in a drawing from -1 to 1. */
function focal({ width, height }: Size): readonly [number, number] {
  const short = Math.min(width, height);
  return [(FOCAL * short) / width, (FOCAL * short) / height];
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The matrix from Earth-fixed Earth radii to WebGL's clip space, by columns. */
export function viewMatrix(camera: Camera, size: Size): Float32Array {
  const { eye, right, up, towards } = axesOf(camera);
  const [fx, fy] = focal(size);
  const [near, far] = [0.1, camera.distance + 80];
  const [a, b] = [(far + near) / (far - near), (-2 * far * near) / (far - near)];
  const matrix = new Float32Array(16);
  for (let axis = 0; axis < 3; axis += 1)
    matrix.set([fx * right[axis]!, fy * up[axis]!, a * towards[axis]!, towards[axis]!], axis * 4);
  const depth = -dot(towards, eye);
  matrix.set([-fx * dot(right, eye), -fy * dot(up, eye), a * depth + b, depth], 12);
  return matrix;
}

/** The projection of a point; null behind the eye. */
export function project(camera: Camera, size: Size, point: Vector): Projected | null {
  const { eye, right, up, towards } = axesOf(camera);
  const from: Vector = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  const depth = dot(from, towards);
  if (depth <= 0.1) return null;
  const [fx, fy] = focal(size);
  return {
    x: (((fx * dot(from, right)) / depth + 1) / 2) * size.width,
    y: ((1 - (fy * dot(from, up)) / depth) / 2) * size.height,
    depth,
  };
}

/** Whether the Earth hides a point from the camera. */
export function isHidden({ eye }: Pick<ReturnType<typeof axesOf>, 'eye'>, point: Vector): boolean {
  const to: Vector = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  const length = dot(to, to);
  const nearestPart = -dot(eye, to) / length;
  if (nearestPart <= 0 || nearestPart >= 1) return false;
  const missed = dot(eye, eye) - nearestPart * nearestPart * length;
  return missed < 1;
}

/** Radius of the Earth's disc in a drawing, in the unit of its size. */
export function discRadius({ distance }: Camera, { width, height }: Size): number {
  return (FOCAL * Math.min(width, height)) / 2 / Math.sqrt(distance * distance - 1);
}

/** The camera after a drag: a point grabbed at the middle of the disc stays under the pointer. `dx`, `dy` in the unit of the size. */
export function dragged(camera: Camera, size: Size, dx: number, dy: number): Camera {
  const degrees = 1 / RADIANS / discRadius({ ...camera, distance: Math.max(camera.distance, 1.6) }, size);
  return turned(camera, -dx * degrees, dy * degrees);
}

/** The camera moved east and north by degrees. Longitude stays within -180 to 180, latitude short of the poles. */
export function turned(camera: Camera, east: number, north: number): Camera {
  const longitude = ((((camera.longitude + east + 180) % 360) + 360) % 360) - 180;
  const latitude = Math.max(-steepest, Math.min(steepest, camera.latitude + north));
  return { ...camera, longitude, latitude };
}

/** The camera with its height above the surface multiplied by `factor`, within bounds. */
export function zoomed(camera: Camera, factor: number): Camera {
  const distance = 1 + (camera.distance - 1) * factor;
  return { ...camera, distance: Math.max(nearest, Math.min(farthest, distance)) };
}
