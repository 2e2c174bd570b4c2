import { gstime, json2satrec, sgp4 } from 'satellite.js';
import { between, type Gp, type Manoeuvre, type Orbit, random } from './model.ts';

export interface Elements {
  /** Microseconds since 1970. */
  epoch: number;
  meanMotion: number;
  eccentricity: number;
  inclination: number;
  raan: number;
  argp: number;
  anomaly: number;
  rev: number;
  bstar: number;
  dot: number;
}

const MU = 398600.4418;
const EARTH_KM = 6378.137;
/** A TLE's epoch counts hundred-millionths of a day. */
const EPOCH_STEP = 864;
const DAY = 86400e6;
const DEG = 180 / Math.PI;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const turn = (degrees: number): number => ((degrees % 360) + 360) % 360;
const axisOf = (orbit: Orbit): number => EARTH_KM + (orbit.apogee + orbit.perigee) / 2;

export const periodMinutes = (orbit: Orbit): number => (2 * Math.PI * Math.sqrt(axisOf(orbit) ** 3 / MU)) / 60;
const motionOf = (axis: number): number => (Math.sqrt(MU / axis ** 3) * 86400) / (2 * Math.PI);
const axisOfMotion = (motion: number): number => Math.cbrt(MU / ((motion * 2 * Math.PI) / 86400) ** 2);

/** The altitudes that SATCAT would list for these elements. */
export function orbitOf(elements: Elements): Orbit {
  const axis = axisOfMotion(elements.meanMotion);
  const apogee = Math.round(axis * (1 + elements.eccentricity) - EARTH_KM);
  const perigee = Math.round(axis * (1 - elements.eccentricity) - EARTH_KM);
  return { apogee, perigee, inclination: elements.inclination };
}

function usualDrag(perigee: number, apogee: number, key: string): number {
  if (perigee > 2000) return 0;
  const scale = perigee < 380 ? 6e-4 : perigee < 620 ? 2.5e-4 : perigee < 1000 ? 9e-5 : 2e-5;
  return scale * between(`${key} drag`, 0.5, 1.5) * (apogee > 5000 ? 0.3 : 1);
}

function satrecOf(elements: Elements) {
  return json2satrec({
    OBJECT_NAME: '',
    OBJECT_ID: '',
    EPOCH: new Date(elements.epoch / 1000).toISOString(),
    MEAN_MOTION: elements.meanMotion,
    ECCENTRICITY: elements.eccentricity,
    INCLINATION: elements.inclination,
    RA_OF_ASC_NODE: elements.raan,
    ARG_OF_PERICENTER: elements.argp,
    MEAN_ANOMALY: elements.anomaly,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: 1,
    ELEMENT_SET_NO: 999,
    REV_AT_EPOCH: 0,
    BSTAR: elements.bstar,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
  });
}

/** SGP4's own mean elements some minutes after the epoch, the mean motion as a TLE gives it (Kozai's). */
function meanAfter(elements: Elements, minutes: number) {
  const satrec = satrecOf(elements);
  const state = sgp4(satrec, minutes);
  if (state === null) throw new Error(`SGP4 error ${satrec.error}`);
  const { em, im, Om, om, mm, nm } = state.meanElements;
  const kozai = (elements.meanMotion * 2 * Math.PI) / 1440 / satrec.no;
  const meanMotion = (nm * kozai * 1440) / (2 * Math.PI);
  return { meanMotion, eccentricity: em, inclination: im * DEG, raan: Om * DEG, argp: om * DEG, anomaly: mm * DEG };
}

const dotOf = (elements: Elements): number =>
  round((meanAfter(elements, 720).meanMotion - meanAfter(elements, -720).meanMotion) / 2, 8);

/** Elements of the first snapshot: the orbit as given, its orientation from the seeded generator. */
export function firstElements(id: number, orbit: Orbit, gp: Gp, launch: string, snapshot: number): Elements {
  const key = String(gp.like ?? id);
  const age =
    gp.ageDays === undefined ? between(`${key} age`, 2, 22) / 24 : gp.ageDays + between(`${key} age`, 0, 0.02);
  const epoch = Math.floor((snapshot - age * DAY) / EPOCH_STEP) * EPOCH_STEP;
  const axis = axisOf(orbit);
  const raan = round(between(`${key} raan`, 0, 360), 4);
  const argp = round(gp.argp ?? between(`${key} argp`, 0, 360), 4);
  const sidereal = gstime(new Date(epoch / 1000)) * DEG;
  const anomaly =
    gp.longitude === undefined ? between(`${key} anomaly`, 0, 360) : gp.longitude + sidereal - raan - argp;
  const eccentricity = Math.max((orbit.apogee - orbit.perigee) / 2 / axis, 2e-5 + random(`${key} e`) * 2e-4);
  const meanMotion = gp.longitude === undefined ? motionOf(axis) : 1.0027 + between(`${key} n`, 0, 0.00005);
  const days = (epoch / 1000 - Date.parse(launch)) / 86400000;
  const elements: Elements = {
    epoch,
    raan,
    argp,
    meanMotion: round(meanMotion, 8),
    eccentricity: round(eccentricity, id % 3 === 0 ? 7 : 8),
    inclination: round(orbit.inclination, 4),
    anomaly: round(turn(anomaly), 4),
    rev: Math.floor(meanMotion * days) % 100000,
    bstar: Number((gp.bstar ?? usualDrag(orbit.perigee, orbit.apogee, key)).toPrecision(8)),
    dot: 0,
  };
  return { ...elements, dot: dotOf(elements) };
}

/** Elements of a later snapshot: SGP4's own drift, the tracking's noise, and the manoeuvre if there was one. */
export function laterElements(id: number, before: Elements, gp: Gp, snapshot: number): Elements {
  const key = String(gp.like ?? id);
  const window = Math.min(snapshot - (0.5 * DAY) / 24 - before.epoch, (9 * DAY) / 24);
  const latest = snapshot - (0.5 * DAY) / 24;
  const epoch = Math.floor((latest - random(`${key} later`) * window * 0.9) / EPOCH_STEP) * EPOCH_STEP;
  const mean = meanAfter(before, (epoch - before.epoch) / 60e6);
  const noise = (what: string, size: number): number => between(`${key} noise ${what}`, -size, size);
  const move: Manoeuvre = gp.manoeuvre ?? {};
  const axis =
    axisOfMotion(mean.meanMotion) + (move.raiseKm ?? 0) + noise('a', gp.longitude === undefined ? 0.004 : 0.03);
  const days = (epoch - before.epoch) / DAY;
  const elements: Elements = {
    epoch,
    meanMotion: round(motionOf(axis), 8),
    eccentricity: round(Math.max(mean.eccentricity + noise('e', 1e-6), 1e-5), id % 3 === 0 ? 7 : 8),
    inclination: round(mean.inclination + (move.tiltDeg ?? 0) + noise('i', 0.0002), 4),
    raan: round(turn(mean.raan + noise('raan', 0.0003)), 4),
    argp: round(turn(mean.argp), 4),
    anomaly: round(turn(mean.anomaly + noise('m', 0.001)), 4),
    rev: (before.rev + Math.floor(before.meanMotion * days)) % 100000,
    bstar: Number((before.bstar * (1 + noise('b', 0.01))).toPrecision(8)),
    dot: 0,
  };
  return { ...elements, dot: dotOf(elements) };
}
