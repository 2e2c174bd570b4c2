/**
 * UT1 − UTC at 0 h on January 1, seconds, by the IERS (finals2000A.all; "approved for public release: distribution
 * unlimited"): 2017 to 2022 as Skyfield 1.45 packs it, 2023 to 2026 as `@tubular/time` 3.10.7 does, to 0.01 s. There has
 * been no leap second since 2017.
 */
const januaries = [0.591, 0.216, -0.036, -0.177, -0.175, -0.11, -0.02, 0, 0.04, 0.07];
const BEGIN_MS = Date.UTC(2017, 0, 1);
const YEAR_MS = 365.25 * 86_400_000;

/** UT2 − UT1, seconds: the seasonal variation, the same each year (IERS Bulletin A). `turn` is an angle, one turn a year. */
const seasons = (turn: number): number =>
  0.022 * Math.sin(turn) - 0.012 * Math.cos(turn) - 0.006 * Math.sin(2 * turn) + 0.007 * Math.cos(2 * turn);

/**
 * UT1 − UTC, seconds, at a time (milliseconds since 1970, UTC). From 2017 to January 2026 within 0.05 s, which turns
 * the Earth by 23 m (test/truth/ut1.test.ts). Later, the last value is used, with up to 0.15 s more error for each
 * year. Before 2017 it is 0, off by up to 0.9 s.
 */
export function ut1MinusUtc(time: number): number {
  const years = (time - BEGIN_MS) / YEAR_MS;
  if (years < 0) return 0;
  const before = januaries[Math.min(Math.floor(years), januaries.length - 1)]!;
  const after = januaries[Math.min(Math.floor(years) + 1, januaries.length - 1)]!;
  return before + (after - before) * (years % 1) + seasons(0) - seasons(2 * Math.PI * years);
}

const DAY_MS = 86_400_000;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const RADIANS = Math.PI / 180;

/**
 * How far the Earth has turned against the stars (Greenwich mean sidereal time, IAU 1982): radians from 0 to 2π. `time` in milliseconds,
 * UTC.
 */
export function siderealAngle(time: number): number {
  const centuries = (time + ut1MinusUtc(time) * 1000 - J2000_MS) / DAY_MS / 36_525;
  const seconds =
    67_310.54841 +
    (876_600 * 3600 + 8_640_184.812866) * centuries +
    0.093104 * centuries * centuries -
    6.2e-6 * centuries ** 3;
  const turn = (seconds / 86_400) % 1;
  return (turn < 0 ? turn + 1 : turn) * 2 * Math.PI;
}

/** Mean distance of the Sun, km. */
const ASTRONOMICAL_UNIT_KM = 149_597_870.7;
const EPOCH_1900_MS = J2000_MS - 36_525 * DAY_MS;
/** TT − UTC since 2017, ms; the Sun moves by 0.001″ in a leap second. */
const TERRESTRIAL_TIME_MS = 69_184;

/**
 * The Sun's apparent place: a unit vector along the equator and equinox of the date, and its distance, km. Meeus,
 * "Astronomical Formulae", chapter 18, with its terms for the planets and the Moon: within 0.004° from 2000 to 2060
 * (test/truth/light.test.ts). In TEME: along the true equator, from the mean equinox.
 */
export function sunPlace(time: number): { direction: [number, number, number]; distance_km: number } {
  const t = (time + TERRESTRIAL_TIME_MS - EPOCH_1900_MS) / DAY_MS / 36_525;
  const sine = (degrees: number) => Math.sin(degrees * RADIANS);
  const cosine = (degrees: number) => Math.cos(degrees * RADIANS);
  const anomaly = 358.47583 + (35_999.04975 - (0.00015 + 0.0000033 * t) * t) * t;
  const eccentricity = 0.01675104 - (0.0000418 + 0.000000126 * t) * t;
  const center =
    (1.91946 - (0.004789 + 0.000014 * t) * t) * sine(anomaly) +
    (0.020094 - 0.0001 * t) * sine(2 * anomaly) +
    0.000293 * sine(3 * anomaly);
  const [venus1, venus2] = [153.23 + 22_518.7541 * t, 216.57 + 45_037.5082 * t];
  const [jupiter, moon] = [312.69 + 32_964.3577 * t, 350.74 + (445_267.1142 - 0.00144 * t) * t];
  const perturbations =
    0.00134 * cosine(venus1) +
    0.00154 * cosine(venus2) +
    0.002 * cosine(jupiter) +
    0.00179 * sine(moon) +
    0.00178 * sine(231.19 + 20.2 * t);
  const aberration = -0.00569;
  const node = 259.18 - 1934.142 * t;
  const mean = 279.69668 + (36_000.76892 + 0.0003025 * t) * t;
  const nutation = -0.00479 * sine(node) - 0.00037 * sine(2 * mean);
  const longitude = mean + center + perturbations + aberration + nutation;
  const tilt = 23.452294 - (0.0130125 + 0.00000164 * t) * t + 0.00256 * cosine(node);
  const radii = (1.0000002 * (1 - eccentricity ** 2)) / (1 + eccentricity * cosine(anomaly + center));
  const [along, across] = [cosine(longitude), cosine(tilt) * sine(longitude)];
  // From the true equinox to the mean one: by the equation of the equinoxes.
  const equinoxes = nutation * cosine(tilt) * RADIANS;
  return {
    direction: [along + equinoxes * across, across - equinoxes * along, sine(tilt) * sine(longitude)],
    distance_km: radii * ASTRONOMICAL_UNIT_KM,
  };
}

export const sunDirection = (time: number): [number, number, number] => sunPlace(time).direction;
