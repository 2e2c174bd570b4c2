import { rounded, roundedTurn } from '../formats/decimal.ts';
import { icrsFromTeme, placeOfDirection, rotated } from '../icrs.ts';
import { earthFixed, Observer, type ObserverPlace, phaseAngle, sunMargin, turned } from '../observer.ts';
import type { MeasuredErrors } from '../position-error.ts';
import { beneath } from '../propagate.ts';
import type { Sgp4Elements } from '../sgp4-record.ts';
import { minus } from '../vector.ts';
import { apparentMotion } from './apparent-motion.ts';
import { elementFacts } from './element-facts.ts';
import { apparentMagnitude } from './magnitude.ts';
import { constellationOf } from './planets.ts';
import { siderealAngle } from './sky.ts';
import type { SkyScan } from './sky-scan.ts';

/** An object that may be above a place: its elements, and its facts in the catalog. */
export interface SkySet extends Sgp4Elements {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly object_class: string;
  readonly orbit_class: string;
  readonly active: boolean;
}

/** A whole sky: its objects by row, their standard magnitudes (NaN if unknown), and their elements, ready to be computed. */
export interface ScannedSky {
  readonly sets: readonly SkySet[];
  readonly magnitudes: Float64Array;
  readonly scan: SkyScan;
}

/** Which objects above a place are asked for; a property that is null does not matter. */
export interface AboveQuestion {
  /** Milliseconds, UTC. */
  readonly at: number;
  readonly place: ObserverPlace;
  /** Degrees. */
  readonly minElevation: number;
  readonly allowOld: boolean;
  /** Catalog numbers. */
  readonly members: Int32Array | null;
  readonly objectClass: string | null;
  readonly orbitClass: string | null;
  /** Measured errors of elements. */
  readonly measured: MeasuredErrors;
}

/** The objects above a place, the highest first, with how they are seen from there, and the number of those without a position. */
export async function objectsAbove({ sets, magnitudes, scan }: ScannedSky, question: AboveQuestion) {
  const { at, place, minElevation, allowOld, objectClass, orbitClass, measured } = question;
  const members = question.members && new Set(question.members);
  const isWanted = ({ norad_cat_id, object_class, orbit_class }: SkySet) =>
    (members === null || members.has(norad_cat_id)) &&
    (objectClass === null || objectClass === object_class) &&
    (orbitClass === null || orbit_class === orbitClass);
  const found = await scan.above(at, place, minElevation, allowOld);
  const observer = new Observer(place);
  const observerTeme = turned(observer.position, -siderealAngle(at));
  const toIcrs = icrsFromTeme(at);
  const seen = found.rows.flatMap(({ row, state }) => {
    const one = sets[row]!;
    if (!isWanted(one)) return [];
    const fixed = earthFixed(state, at);
    const look = observer.lookAngles(fixed);
    const sunlit = sunMargin(state.position, at) >= 0;
    const standard = magnitudes[row]!;
    const motion = apparentMotion(observer, state, at, look);
    const record = {
      norad_cat_id: one.norad_cat_id,
      name: one.name,
      object_class: one.object_class,
      orbit_class: one.orbit_class,
      ...elementFacts({ elements: one, active: one.active }, at, measured),
      azimuth_deg: roundedTurn(look.azimuth_deg, 2),
      elevation_deg: rounded(look.elevation_deg, 2),
      range_km: rounded(look.range_km, 1),
      range_rate_km_s: rounded(look.range_rate_km_s, 4),
      ...beneath(fixed.position),
      sunlit,
      magnitude:
        Number.isNaN(standard) || !sunlit
          ? null
          : rounded(apparentMagnitude(standard, look.range_km, phaseAngle(state.position, observer, at)), 1),
      angular_speed_deg_s: rounded(motion.speed_deg_s, 3),
      heading_deg: roundedTurn(motion.heading_deg, 1),
      constellation: constellationOf(placeOfDirection(rotated(toIcrs, minus(state.position, observerTeme)))),
    };
    return [{ elevation: look.elevation_deg, record }];
  });
  seen.sort((a, b) => b.elevation - a.elevation || a.record.norad_cat_id - b.record.norad_cat_id);
  return {
    at: new Date(at).toISOString(),
    count: seen.length,
    omitted: {
      elements_too_old: found.tooOld.filter((row) => isWanted(sets[row]!)).length,
      no_position: found.withoutPosition.filter((row) => isWanted(sets[row]!)).length,
    },
    objects: seen.map(({ record }) => record),
  };
}
