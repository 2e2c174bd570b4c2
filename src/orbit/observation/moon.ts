const DAY_MS = 86_400_000;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const RADIANS = Math.PI / 180;

/** Multiples of D, M, M′ and F, and the amplitudes: longitude in 10⁻⁶ degrees (sine), distance in meters (cosine). */
const longitudeTerms: readonly (readonly [d: number, m: number, mm: number, f: number, l: number, r: number])[] = [
  [0, 0, 1, 0, 6_288_774, -20_905_355],
  [2, 0, -1, 0, 1_274_027, -3_699_111],
  [2, 0, 0, 0, 658_314, -2_955_968],
  [0, 0, 2, 0, 213_618, -569_925],
  [0, 1, 0, 0, -185_116, 48_888],
  [0, 0, 0, 2, -114_332, 0],
  [2, 0, -2, 0, 58_793, 246_158],
  [2, -1, -1, 0, 57_066, -152_138],
  [2, 0, 1, 0, 53_322, -170_733],
  [2, -1, 0, 0, 45_758, -204_586],
  [0, 1, -1, 0, -40_923, -129_620],
  [1, 0, 0, 0, -34_720, 108_743],
  [0, 1, 1, 0, -30_383, 104_755],
];
/** The same for the latitude, in 10⁻⁶ degrees (sine). */
const latitudeTerms: readonly (readonly [d: number, m: number, mm: number, f: number, b: number])[] = [
  [0, 0, 0, 1, 5_128_122],
  [0, 0, 1, 1, 280_602],
  [0, 0, 1, -1, 277_693],
  [2, 0, 0, -1, 173_237],
  [2, 0, -1, 1, 55_413],
  [2, 0, -1, -1, 46_271],
  [2, 0, 0, 1, 32_573],
];

/**
 * Position of the Moon, km from the Earth's center, along the mean equator and equinox of the date: the largest terms of
 * Meeus, "Astronomical Algorithms", chapter 47, within 0.12° (test/truth/light.test.ts). `time` in milliseconds, UTC.
 */
export function moonPosition(time: number): [x: number, y: number, z: number] {
  const t = (time - J2000_MS) / DAY_MS / 36_525;
  const longitude = 218.3164477 + 481_267.88123421 * t;
  const elongation = 297.8501921 + 445_267.1114034 * t;
  const sun = 357.5291092 + 35_999.0502909 * t;
  const anomaly = 134.9633964 + 477_198.8675055 * t;
  const latitude = 93.272095 + 483_202.0175233 * t;
  const angle = (d: number, m: number, mm: number, f: number) =>
    (d * elongation + m * sun + mm * anomaly + f * latitude) * RADIANS;
  let [along, away, above] = [longitude * 1e6, 385_000_560, 0];
  for (const [d, m, mm, f, l, r] of longitudeTerms) {
    along += l * Math.sin(angle(d, m, mm, f));
    away += r * Math.cos(angle(d, m, mm, f));
  }
  for (const [d, m, mm, f, b] of latitudeTerms) above += b * Math.sin(angle(d, m, mm, f));
  const [lambda, beta, tilt] = [along * 1e-6 * RADIANS, above * 1e-6 * RADIANS, (23.43929 - 0.013 * t) * RADIANS];
  const [x, y, z] = [Math.cos(beta) * Math.cos(lambda), Math.cos(beta) * Math.sin(lambda), Math.sin(beta)];
  const distance = away / 1000;
  return [
    x * distance,
    (y * Math.cos(tilt) - z * Math.sin(tilt)) * distance,
    (y * Math.sin(tilt) + z * Math.cos(tilt)) * distance,
  ];
}
