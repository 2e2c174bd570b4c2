import type { StateOf } from '../../orbit/observation/companions.ts';
import type { Vector } from '../../orbit/vector.ts';
import { approachId, type Conjunction } from '../../schema/approaches/conjunction.ts';
import { hardBody } from './hard-body.ts';
import { collisionProbability, maximumProbability, type UncertainState } from './probability.ts';
import type { RunObject } from './run-inputs.ts';
import type { FoundApproach } from './screen.ts';

/**
 * Standard deviations of an object's position by the age of its elements in days, km along radius, motion, and orbit normal;
 * null if they have not been measured.
 */
export type SigmaOf = (object: RunObject, ageDays: number) => Vector | null;

/** Rows that are made when they are read: a run has hundreds of thousands, each of a kilobyte. */
export interface ApproachRows extends Iterable<Conjunction> {
  readonly length: number;
  at(index: number): Conjunction;
}

/** Describes approaches: the objects, the orbit errors, and the collision probability. `start` is the moment of second 0, ms. */
export function conjunctionRows(
  approaches: readonly FoundApproach[],
  objects: readonly RunObject[],
  start: number,
  stateOf: StateOf,
  sigmaOf: SigmaOf,
): ApproachRows {
  return {
    length: approaches.length,
    at: (index) => rowOf(approaches[index]!),
    *[Symbol.iterator]() {
      for (const approach of approaches) yield rowOf(approach);
    },
  };

  function rowOf(approach: FoundApproach): Conjunction {
    const tca = start + approach.seconds * 1000;
    const [first, second] = [
      party(objects[approach.first]!, tca, sigmaOf),
      party(objects[approach.second]!, tca, sigmaOf),
    ];
    const radius = (first.radius_m + second.radius_m) / 1000;
    const largest = maximumProbability(approach.range_km, radius);
    const states = [uncertain(approach.first, first.sigma_km), uncertain(approach.second, second.sigma_km)] as const;
    const isTogether = approach.kind !== 'encounter';
    const time = new Date(Math.round(tca)).toISOString();
    return {
      id: approachId(first.norad_cat_id, second.norad_cat_id, time),
      first,
      second,
      tca: time,
      range_km: rounded(approach.range_km, 6),
      relative_speed_km_s: rounded(approach.relative_speed_km_s, 6),
      radial_km: rounded(approach.radial_km, 6),
      in_track_km: rounded(approach.in_track_km, 6),
      cross_track_km: rounded(approach.cross_track_km, 6),
      kind: isTogether
        ? approach.kind
        : first.operator_slug !== null && first.operator_slug === second.operator_slug
          ? 'same_operator'
          : 'encounter',
      max_probability: Number(largest.probability.toPrecision(4)),
      dilution_km: rounded(largest.dilution_km, 6),
      // The probability is defined only for straight relative motion.
      probability:
        isTogether || !states[0] || !states[1]
          ? null
          : Number(collisionProbability(states[0], states[1], radius).toPrecision(4)),
    };

    function uncertain(object: number, sigma: readonly number[] | null): UncertainState | null {
      const state = new Float64Array(6);
      if (!sigma || !stateOf(object, approach.seconds, state)) return null;
      return {
        position: [state[0]!, state[1]!, state[2]!],
        velocity: [state[3]!, state[4]!, state[5]!],
        sigma: [sigma[0]!, sigma[1]!, sigma[2]!],
      };
    }
  }
}

function party(object: RunObject, time: number, sigmaOf: SigmaOf): Conjunction['first'] {
  const age = (time - Date.parse(`${object.epoch.replace(/Z$/, '')}Z`)) / 86_400_000;
  const sigma = sigmaOf(object, age);
  return {
    norad_cat_id: object.norad_cat_id,
    name: object.name,
    object_class: object.object_class,
    active: object.active,
    operator_slug: object.operator_slug,
    elements_epoch: object.epoch,
    age_days: rounded(age, 3),
    sigma_km: sigma && [rounded(sigma[0], 3), rounded(sigma[1], 3), rounded(sigma[2], 3)],
    ...hardBody(object),
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
