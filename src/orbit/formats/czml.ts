import { isoText } from '../../schema/instant-text.ts';
import type { OrbitLimits } from '../element-orbit.ts';
import { NoPosition, Satellite } from '../observer.ts';
import type { Sgp4Elements } from '../sgp4-record.ts';
import type { Vector } from '../vector.ts';

/** A position in the Earth-fixed frame (ITRF), km, at a time, milliseconds since 1970. */
export interface FixedPoint {
  readonly at: number;
  readonly position: Vector;
}

/** The positions of an object in a document. */
interface CzmlObject {
  readonly norad_cat_id: number;
  readonly name: string;
  /** Shown by Cesium when the object is clicked. */
  readonly description: string;
  /** Two or more, in order of time. */
  readonly points: readonly FixedPoint[];
}

/** Hours that a file of a group has positions for: four times as long as the usual time between two releases. */
export const GROUP_HOURS = 24;
/** Largest group that is written: 500 objects in low orbit have 5 MB of positions. */
export const MAX_GROUP = 500;
/**
 * Angle that an object moves between two points at its perigee, radians. Cesium's polynomials of degree 7 are then within 0.15 km of SGP4,
 * and within 0.7 km beside the first and last points: test/clients/czml.test.ts measures both.
 */
const STEP = 0.35;
/** Seconds between two points: whole minutes between these. */
const [SHORTEST_STEP, LONGEST_STEP] = [60, 1200];
/** Points that an object has at least: as many as a polynomial of degree 7 needs. */
const FEWEST = 8;

/** A CZML 1.0 document for Cesium: a clock from a time to another, and objects that exist only from their first point to their last. */
export const czmlDocument = (
  { name, description, from, to }: { name: string; description?: string; from: number; to: number },
  objects: readonly CzmlObject[],
): object[] => [
  {
    id: 'document',
    name,
    ...(description !== undefined && { description }),
    version: '1.0',
    clock: {
      interval: `${isoText(from)}/${isoText(to)}`,
      currentTime: isoText(from),
      multiplier: 10,
      range: 'LOOP_STOP',
    },
  },
  ...objects.map(packetOf),
];

/** An object: a point with its name, and its path. */
function packetOf({ norad_cat_id, name, description, points }: CzmlObject) {
  const [first, last] = [points[0]!, points.at(-1)!];
  return {
    id: String(norad_cat_id),
    name,
    description,
    availability: `${isoText(first.at)}/${isoText(last.at)}`,
    position: {
      epoch: isoText(first.at),
      referenceFrame: 'FIXED',
      interpolationAlgorithm: 'LAGRANGE',
      interpolationDegree: 7,
      // Seconds since the epoch, then meters.
      cartesian: points.flatMap(({ at, position }) => [
        (at - first.at) / 1000,
        ...position.map((km) => Math.round(km * 1000)),
      ]),
    },
    point: { pixelSize: 8 },
    label: { text: name, horizontalOrigin: 'LEFT', pixelOffset: { cartesian2: [12, 0] } },
    path: { width: 1, resolution: 60 },
  };
}

/**
 * Positions of an object between two times (milliseconds, whole seconds), so close that they can be interpolated, as far as its element
 * set is an orbit. Null if it is one for less than a minute of that time.
 */
export function pathOf(set: Sgp4Elements, limits: OrbitLimits, from: number, to: number): FixedPoint[] | null {
  try {
    const satellite = new Satellite(set, limits);
    const { validity, eccentricity, periodMinutes } = satellite;
    const start = Math.max(from, validity?.from ?? to);
    const seconds = (Math.min(to, validity?.to ?? from) - start) / 1000;
    if (seconds < SHORTEST_STEP) return null;
    const perigeeRate =
      ((2 * Math.PI) / (periodMinutes * 60)) * (Math.sqrt(1 + eccentricity) / (1 - eccentricity) ** 1.5);
    const whole = Math.floor(STEP / perigeeRate / 60) * 60;
    const step = Math.min(Math.max(SHORTEST_STEP, Math.min(LONGEST_STEP, whole)), Math.floor(seconds / (FEWEST - 1)));
    const count = Math.ceil(seconds / step);
    return Array.from({ length: count + 1 }, (_, n) => {
      const at = start + Math.min(n * step, seconds) * 1000;
      return { at, position: satellite.itrf(at).position };
    });
  } catch (error) {
    if (error instanceof NoPosition) return null;
    throw error;
  }
}
