/** A vector; its frame and unit are those of its use. Computed by index: destructuring takes a third of the time of a search of passes. */
export type Vector = readonly [x: number, y: number, z: number];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (vector: Vector): number => Math.sqrt(dot(vector, vector));
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (vector: Vector, factor: number): Vector => [
  vector[0] * factor,
  vector[1] * factor,
  vector[2] * factor,
];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** A vector of length 1 in the same direction; NaN if it has none. */
export const unit = (vector: Vector): Vector => scaled(vector, 1 / length(vector));

/** The axes of an orbit at a place and velocity: along the radius, in the direction of motion, along the orbit normal. */
export function orbitAxes(
  position: Vector,
  velocity: Vector,
): readonly [radial: Vector, along: Vector, normal: Vector] {
  const radial = unit(position);
  const normal = unit(cross(position, velocity));
  return [radial, cross(normal, radial), normal];
}

/** Numbers of one object in a state: position x, y, z in km, velocity x, y, z in km/s, both TEME. */
export const STATE_SIZE = 6;
