import { length, type Vector } from './vector.ts';

const J2000_MS = Date.UTC(2000, 0, 1, 12);
const CENTURY_MS = 36_525 * 86_400_000;
/** TT − UTC since 2017, ms. The Earth's axis moves by less than 0.001″ in a leap second. */
const TERRESTRIAL_TIME_MS = 69_184;
const ARC_SECOND = Math.PI / 648_000;
const DEGREES = 180 / Math.PI;

/** A rotation: its rows are the new axes, seen from the old ones. */
export type Rotation = readonly [Vector, Vector, Vector];

/** Multiples of l, l′, F, D and Ω; amplitudes in longitude (sine) and obliquity (cosine), arc seconds. */
const nutationTerms: readonly (readonly [number, number, number, number, number, number, number])[] = [
  [0, 0, 0, 0, 1, -17.2064161, 9.2052331],
  [0, 0, 2, -2, 2, -1.3170906, 0.5730336],
  [0, 0, 2, 0, 2, -0.2276413, 0.0978459],
  [0, 0, 0, 0, 2, 0.2074554, -0.0897492],
  [0, 1, 0, 0, 0, 0.1475877, 0.0073871],
  [0, 1, 2, -2, 2, -0.0516821, 0.0224386],
  [1, 0, 0, 0, 0, 0.0711159, -0.000675],
  [0, 0, 2, 0, 1, -0.0387298, 0.0200728],
  [1, 0, 2, 0, 2, -0.0301461, 0.0129025],
  [0, -1, 2, -2, 2, 0.0215829, -0.0095929],
  [0, 0, 2, -2, 1, 0.0128227, -0.0068982],
  [-1, 0, 2, 0, 2, 0.0123457, -0.0053311],
  [-1, 0, 0, 2, 0, 0.0156994, -0.0001235],
];

/**
 * The rotation from TEME, the frame of SGP4, to the ICRS at a time (milliseconds, UTC): precession by IAU 2006, the 13 largest terms of
 * nutation by IAU 2000B, the frame bias. Within 0.05″ from 2000 to 2050 (test/field-of-view/exposures.test.ts).
 */
export function icrsFromTeme(time: number): Rotation {
  const t = (time + TERRESTRIAL_TIME_MS - J2000_MS) / CENTURY_MS;
  const anomaly = 485_868.249036 + 1_717_915_923.2178 * t;
  const sun = 1_287_104.79305 + 129_596_581.0481 * t;
  const latitude = 335_779.526232 + 1_739_527_262.8478 * t;
  const elongation = 1_072_260.70369 + 1_602_961_601.209 * t;
  const node = 450_160.398036 - 6_962_890.5431 * t;
  let [longitudeOff, obliquityOff] = [0, 0];
  for (const [l, m, f, d, n, longitude, obliquity] of nutationTerms) {
    const angle = (l * anomaly + m * sun + f * latitude + d * elongation + n * node) * ARC_SECOND;
    longitudeOff += longitude * Math.sin(angle);
    obliquityOff += obliquity * Math.cos(angle);
  }
  const mean = (84_381.406 - (46.836769 + 0.0001831 * t) * t) * ARC_SECOND;
  const [psi, epsilon] = [longitudeOff * ARC_SECOND, obliquityOff * ARC_SECOND];
  const equinoxes = psi * Math.cos(mean) + 0.00264 * ARC_SECOND * Math.sin(node * ARC_SECOND);
  const zeta = (2.650545 + (2306.083227 + (0.2988499 + 0.01801828 * t) * t) * t) * ARC_SECOND;
  const z = (-2.650545 + (2306.077181 + (1.0927348 + 0.01826837 * t) * t) * t) * ARC_SECOND;
  const theta = (2004.191903 + (-0.4294934 - 0.04182264 * t) * t) * t * ARC_SECOND;
  // From the ICRS to the mean equator of 2000, of the date, to the true equator, and from its equinox to the mean one.
  return transposed(
    [
      about(2, -0.0146 * ARC_SECOND),
      about(1, -0.016617 * ARC_SECOND),
      about(0, 0.0068192 * ARC_SECOND),
      about(2, -zeta),
      about(1, theta),
      about(2, -z),
      about(0, mean),
      about(2, -psi),
      about(0, -mean - epsilon),
      about(2, equinoxes),
    ].reduce((before, next) => product(next, before)),
  );
}

/** A vector seen from the new axes of a rotation. */
export function rotated([a, b, c]: Rotation, v: Vector): Vector {
  return [
    a[0] * v[0] + a[1] * v[1] + a[2] * v[2],
    b[0] * v[0] + b[1] * v[1] + b[2] * v[2],
    c[0] * v[0] + c[1] * v[1] + c[2] * v[2],
  ];
}

/** The rotation back. */
const transposed = ([a, b, c]: Rotation): Rotation => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

/** Right ascension (0 to 360) and declination of a direction, degrees, by the axes that it is seen from. */
export function placeOfDirection(direction: Vector): { readonly ra_deg: number; readonly dec_deg: number } {
  const around = Math.atan2(direction[1], direction[0]) * DEGREES;
  return {
    ra_deg: around < 0 ? around + 360 : around,
    dec_deg: Math.asin(Math.max(-1, Math.min(1, direction[2] / length(direction)))) * DEGREES,
  };
}

/** The direction of a right ascension and declination, degrees: a unit vector. */
export function directionOfPlace(ra_deg: number, dec_deg: number): Vector {
  const [ra, dec] = [ra_deg / DEGREES, dec_deg / DEGREES];
  return [Math.cos(dec) * Math.cos(ra), Math.cos(dec) * Math.sin(ra), Math.sin(dec)];
}

/** The angle between two unit vectors, radians: exact for small angles, too. */
export function angleBetween(a: Vector, b: Vector): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return 2 * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2));
}

/** Turns the axes about one of them. */
function about(axis: 0 | 1 | 2, angle: number): Rotation {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  if (axis === 0)
    return [
      [1, 0, 0],
      [0, cos, sin],
      [0, -sin, cos],
    ];
  if (axis === 1)
    return [
      [cos, 0, -sin],
      [0, 1, 0],
      [sin, 0, cos],
    ];
  return [
    [cos, sin, 0],
    [-sin, cos, 0],
    [0, 0, 1],
  ];
}

function product(a: Rotation, b: Rotation): Rotation {
  const columns = transposed(b);
  return a.map((row) =>
    columns.map((column) => row[0] * column[0] + row[1] * column[1] + row[2] * column[2]),
  ) as unknown as Rotation;
}
