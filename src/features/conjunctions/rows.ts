import type { StateOf } from '../../orbit/observation/companions.ts';
import {
  type AxisCurve,
  type AxisErrors,
  axisCurve,
  axisErrorsAt,
  type MeasuredErrors,
} from '../../orbit/position-error.ts';
import { length, minus } from '../../orbit/vector.ts';
import { approachId, type Conjunction } from '../../schema/approaches/conjunction.ts';
import { withZone } from '../../schema/epoch-text.ts';
import type { Approaches } from './approaches.ts';
import { type MeasuredState, measuredProbability } from './measured-probability.ts';
import { maximumProbability } from './probability.ts';
import type { RunObject } from './run-inputs.ts';
import type { FoundApproach } from './screen.ts';

/** The longest time for which relative motion counts as straight, seconds: a twentieth of a revolution in low orbit. */
const STRAIGHT_S = 300;

/** Rows that are made when they are read: a run has hundreds of thousands, each of a kilobyte. */
export interface ApproachRows extends Iterable<Conjunction> {
  readonly length: number;
  /** The number of rows of each kind. */
  readonly kinds: Readonly<Record<Conjunction['kind'], number>>;
}

/** The part of an object's description that is the same in each of its rows. */
interface Party {
  readonly described: Omit<Conjunction['first'], 'age_days' | 'sigma_km' | 'p95_km' | keyof HardBody>;
  readonly body: HardBody;
  /** Epoch of the element set, ms since 1970. */
  readonly epoch: number;
  readonly curve: AxisCurve;
}

/** Describes approaches: the objects, the orbit errors, and the collision probability. `start` is the moment of second 0, ms. */
export function conjunctionRows(
  approaches: Approaches,
  objects: readonly RunObject[],
  start: number,
  stateOf: StateOf,
  measured: MeasuredErrors,
): ApproachRows {
  const parties: Party[] = [];
  const partyOf = (object: number): Party => (parties[object] ??= describedParty(objects[object]!, measured));
  const kinds = { docked: 0, formation: 0, same_operator: 0, encounter: 0 };
  for (const approach of approaches) kinds[kindOf(approach)] += 1;
  // Each row is made twice. NaN: not computed yet; -1: unknown.
  const probabilities = new Float64Array(approaches.length).fill(Number.NaN);
  return {
    length: approaches.length,
    kinds,
    *[Symbol.iterator]() {
      for (let index = 0; index < approaches.length; index += 1) yield rowAt(index);
    },
  };

  function kindOf({ first, second, kind }: FoundApproach): Conjunction['kind'] {
    const [operator, other] = [objects[first]!.operator_slug, objects[second]!.operator_slug];
    return kind === 'encounter' && operator !== null && operator === other ? 'same_operator' : kind;
  }

  function rowAt(index: number): Conjunction {
    const approach = approaches.at(index)!;
    const tca = start + approach.seconds * 1000;
    const parties = [partyOf(approach.first), partyOf(approach.second)] as const;
    const ages = parties.map(({ epoch }) => (tca - epoch) / 86_400_000) as [number, number];
    const errors = parties.map(({ curve }, at) => axisErrorsAt(curve, ages[at]!)) as [
      AxisErrors | null,
      AxisErrors | null,
    ];
    const [first, second] = [partyAt(parties[0], ages[0], errors[0]), partyAt(parties[1], ages[1], errors[1])];
    const radius = (first.radius_m + second.radius_m) / 1000;
    const largest = maximumProbability(approach.range_km, radius);
    const kind = kindOf(approach);
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
      kind,
      max_probability: Number(largest.probability.toPrecision(4)),
      dilution_km: rounded(largest.dilution_km, 6),
      // Errors of satellites of one operator are not independent: they are kept apart together.
      probability: kind === 'encounter' ? probabilityAt(index, approach, errors, radius) : null,
    };
  }

  function probabilityAt(
    index: number,
    { first, second, seconds }: FoundApproach,
    errors: readonly [AxisErrors | null, AxisErrors | null],
    radius: number,
  ): number | null {
    const known = probabilities[index]!;
    if (!Number.isNaN(known)) return known < 0 ? null : known;
    const states = [measuredState(first, seconds, errors[0]), measuredState(second, seconds, errors[1])] as const;
    const probability =
      states[0] && states[1] && isStraight(states[0], states[1])
        ? Number(measuredProbability(states[0], states[1], radius).toPrecision(4))
        : null;
    probabilities[index] = probability ?? -1;
    return probability;
  }

  function measuredState(object: number, seconds: number, errors: AxisErrors | null): MeasuredState | null {
    const state = new Float64Array(6);
    if (!errors || !stateOf(object, seconds, state)) return null;
    return {
      position: [state[0]!, state[1]!, state[2]!],
      velocity: [state[3]!, state[4]!, state[5]!],
      errors,
    };
  }
}

/** Whether two objects move straight relative to each other for as long as their errors, of 95 %, take to pass. */
const isStraight = (first: MeasuredState, second: MeasuredState): boolean =>
  length(first.errors.p95) + length(second.errors.p95) < STRAIGHT_S * length(minus(second.velocity, first.velocity));

function describedParty(object: RunObject, measured: MeasuredErrors): Party {
  return {
    described: {
      norad_cat_id: object.norad_cat_id,
      name: object.name,
      object_class: object.object_class,
      active: object.active,
      operator_slug: object.operator_slug,
      elements_epoch: object.epoch,
    },
    body: hardBody(object),
    epoch: Date.parse(withZone(object.epoch)),
    curve: axisCurve(measured, { ...object, object_name: object.name }, object.active),
  };
}

const partyAt = ({ described, body }: Party, age: number, errors: AxisErrors | null): Conjunction['first'] => ({
  ...described,
  age_days: rounded(age, 3),
  sigma_km: errors && errors.p68.map(figure),
  ...(errors && { p95_km: errors.p95.map(figure) }),
  ...body,
});

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
/** Measured errors have three figures. */
const figure = (km: number): number => Number(km.toPrecision(3));

/** The sphere by which an object is approximated. */
interface HardBody {
  readonly radius_m: number;
  readonly radius_basis: 'size' | 'rcs' | 'assumed';
}

/** Radii of objects whose size and radar cross-section are both unknown, m. */
const assumed: Readonly<Record<string, number>> = { PAYLOAD: 1.5, ROCKET_BODY: 3, DEBRIS: 0.3 };
const ASSUMED_OTHERWISE = 1;

/** Half of the largest known dimension, else the radius of a disk as large as the radar cross-section, else one for its class. */
function hardBody(object: Pick<RunObject, 'length_m' | 'diameter_m' | 'span_m' | 'rcs_m2' | 'object_class'>): HardBody {
  const largest = Math.max(object.length_m ?? 0, object.diameter_m ?? 0, object.span_m ?? 0);
  if (largest > 0) return { radius_m: largest / 2, radius_basis: 'size' };
  if (object.rcs_m2 !== null && object.rcs_m2 > 0)
    return { radius_m: Math.sqrt(object.rcs_m2 / Math.PI), radius_basis: 'rcs' };
  return { radius_m: assumed[object.object_class] ?? ASSUMED_OTHERWISE, radius_basis: 'assumed' };
}
