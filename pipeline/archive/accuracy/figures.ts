import {
  type Accuracy,
  type AccuracyRegime,
  accuracyAges,
  accuracyRegimes,
  HELD_DAYS,
  LEAST_PAIRS,
  MANY_PAIRS,
  type MeasuredAge,
  type ObjectErrors,
  OWN_PAIRS,
} from '../../../src/schema/objects/accuracy.ts';
import { FACTOR_STEP, NO_CONSTELLATION } from '../../../src/schema/vocabulary.ts';

/** An object whose sets are compared, and its kind. */
export interface MeasuredObject {
  readonly norad_cat_id: number;
  readonly regime: AccuracyRegime;
  readonly active: boolean;
  /** Null for objects that are not active. */
  readonly constellation: string | null;
  /** Whether its sets show maneuvers; null if that was not examined. */
  readonly thrust: boolean | null;
}

/** The error of one pair of element sets. */
interface PairError {
  /** Place of the object, as `addObject` returns it. */
  readonly row: number;
  /** Place of the age in `accuracyAges`, and the age, days. */
  readonly age: number;
  readonly days: number;
  /** Days from the epoch of the newer set to the measurement, whole. */
  readonly day: number;
  /** Along the track, and the seconds in which the object moves that far. */
  readonly km: number;
  readonly s: number;
  readonly radial_km: number;
  readonly cross_track_km: number;
}

/** A pair whose error is given for the nominal age. */
interface Pair extends Omit<PairError, 'age' | 'days'> {
  readonly log: number;
}

/** The pairs of one age, as numbers in one array: objects would take four times the memory, for millions of them. */
class PairTable {
  static readonly #WIDTH = 7;
  #numbers = new Float32Array(1024 * PairTable.#WIDTH);
  length = 0;

  push({ row, days, day, km, s, radial_km, cross_track_km }: Omit<PairError, 'age'>): void {
    const at = this.length++ * PairTable.#WIDTH;
    if (at === this.#numbers.length) {
      const larger = new Float32Array(2 * at);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers.set([row, days, day, km, s, radial_km, cross_track_km], at);
  }

  *[Symbol.iterator](): Generator<Omit<PairError, 'age'>> {
    const numbers = this.#numbers;
    for (let at = 0; at < this.length * PairTable.#WIDTH; at += PairTable.#WIDTH)
      yield {
        row: numbers[at]!,
        days: numbers[at + 1]!,
        day: numbers[at + 2]!,
        km: numbers[at + 3]!,
        s: numbers[at + 4]!,
        radial_km: numbers[at + 5]!,
        cross_track_km: numbers[at + 6]!,
      };
  }
}

/** Maximum number of the newest days that a figure is taken from; it is taken from as many as it takes for `MANY_PAIRS`. */
export const LEVEL_DAYS = 3;
/** Pairs of a kind on one day from which the usual error of that day is known. */
const DAY_PAIRS = 5;
/** An object's own error is drawn towards that of its kind by as much as this many pairs of the kind would. */
const SHRINK = 1;
/** The power of the age with which errors grow, if it cannot be measured, and its limits. */
const GROWTH = { unknown: 1.5, least: 0.3, most: 3 };
/** Errors below this are treated as equal, km. */
const LEAST_KM = 1e-4;

/** Figures of the error of element sets by kind and age, from pairs of sets. */
export class Figures {
  readonly #objects: MeasuredObject[] = [];
  /** The kinds of each object by their keys, and the key of the one with which it is compared. */
  readonly #keys: { readonly kinds: readonly string[]; readonly own: string }[] = [];
  readonly #tables = accuracyAges.map(() => new PairTable());

  get pairs(): number {
    return this.#tables.reduce((sum, { length }) => sum + length, 0);
  }

  addObject(object: MeasuredObject): number {
    this.#keys.push({ kinds: kindsOf(object).map(keyOf), own: ownKind(object) });
    return this.#objects.push(object) - 1;
  }

  add({ age, ...pair }: PairError): void {
    this.#tables[age]!.push(pair);
  }

  /** The figures of each kind, and the factors of single objects. */
  table(): Pick<Accuracy, 'data' | 'objects'> {
    const usual = this.#tables.map((table) => this.#medians(table));
    const ages = new Map<string, MeasuredAge[]>();
    const factors: (readonly (Factor | null)[])[] = [];
    for (const [age, days] of accuracyAges.entries()) {
      const pairs = this.#atNominalAge(age, usual);
      const own = new OwnErrors(Map.groupBy(pairs, ({ row }) => this.#ownKind(row)).values());
      factors.push(this.#objects.map((_, row) => own.factor(row, 0)));
      const byKind = new Map<string, Pair[]>();
      for (const pair of pairs) for (const key of this.#keys[pair.row]!.kinds) addTo(byKind, key, pair);
      for (const [key, members] of byKind) {
        const figures = figuresOf(days, members, own);
        if (figures) addTo(ages, key, figures);
      }
    }
    const kinds = new Map(this.#objects.flatMap(kindsOf).map((kind) => [keyOf(kind), kind]));
    const whole = accuracyRegimes.flatMap(({ regime }) => [true, false].map((active) => wholeKind(regime, active)));
    for (const kind of whole) kinds.delete(keyOf(kind));
    const place = (kind: Kind) => whole.findIndex((one) => one.regime === kind.regime && one.active === kind.active);
    const parts = [...kinds.values()].sort((a, b) => place(a) - place(b) || compare(keyOf(a), keyOf(b)));
    const entry = (kind: Kind) => {
      const known = ages.get(keyOf(kind)) ?? [];
      return { ...kind, ages: isDivided(kind) ? known.map((one) => ({ ...one, by_object: null })) : known };
    };
    return {
      data: [...whole.map(entry), ...parts.map(entry).filter((one) => one.ages.length > 0)],
      objects: columnsOf(this.#objects, factors),
    };
  }

  #ownKind(row: number): string {
    return this.#keys[row]!.own;
  }

  /** The logarithm of the usual error of each kind. */
  #medians(table: PairTable): ReadonlyMap<string, number> {
    const logs = new Map<string, number[]>();
    for (const { row, km } of table) addTo(logs, this.#ownKind(row), logOf(km));
    return new Map([...logs].map(([kind, all]) => [kind, median(all)]));
  }

  /** The pairs of an age, with errors at the nominal one: they grow with a power of the age, as measured for each kind. */
  #atNominalAge(age: number, usual: readonly ReadonlyMap<string, number>[]): Pair[] {
    const powers = new Map<string, number>();
    const pairs: Pair[] = [];
    for (const { days, ...pair } of this.#tables[age]!) {
      const kind = this.#ownKind(pair.row);
      const power = powers.get(kind) ?? growth(kind, age, usual);
      powers.set(kind, power);
      const times = (accuracyAges[age]! / days) ** power;
      pairs.push({ ...pair, km: pair.km * times, s: pair.s * times, log: logOf(pair.km * times) });
    }
    return pairs;
  }
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

const logOf = (km: number) => Math.log(Math.max(km, LEAST_KM));

/** The power of the age with which the errors of a kind grow about an age. */
function growth(kind: string, age: number, usual: readonly ReadonlyMap<string, number>[]): number {
  const [low, high] = [Math.max(0, age - 1), Math.min(accuracyAges.length - 1, age + 1)];
  const [before, after] = [usual[low]!.get(kind), usual[high]!.get(kind)];
  if (before === undefined || after === undefined) return GROWTH.unknown;
  const power = (after - before) / Math.log(accuracyAges[high]! / accuracyAges[low]!);
  return Math.min(GROWTH.most, Math.max(GROWTH.least, power));
}

/** The figures of one kind and age; null if there are too few pairs. */
function figuresOf(days: MeasuredAge['days'], pairs: readonly Pair[], own: OwnErrors): MeasuredAge | null {
  const level = newestPairs(pairs, 0);
  if (level.length < LEAST_PAIRS) return null;
  const by = (value: (pair: Pair) => number) => quantilesOf(level.map(value));
  return {
    days,
    pairs: level.length,
    along_track_km: by(({ km }) => km),
    time_s: by(({ s }) => s),
    radial_km: by(({ radial_km }) => radial_km),
    cross_track_km: by(({ cross_track_km }) => cross_track_km),
    held_out: heldOut(pairs),
    ...own.figures(pairs),
  };
}

type Kind = Omit<MeasuredObject, 'norad_cat_id'>;

const wholeKind = (regime: AccuracyRegime, active: boolean): Kind => ({
  regime,
  active,
  constellation: null,
  thrust: null,
});

/** The kind with which an object is compared. */
const ownKind = ({ regime, active, constellation }: Kind) => keyOf({ regime, active, constellation, thrust: null });

/**
 * True if a kind has no figures by object: kinds by thrust, and all active objects of a kind of orbit together. Their objects have the
 * figures of another kind.
 */
const isDivided = ({ active, constellation, thrust }: Kind) => thrust !== null || (active && constellation === null);

/** The kinds that an object belongs to. */
function kindsOf({ regime, active, constellation, thrust }: Kind): Kind[] {
  const whole = wholeKind(regime, active);
  if (constellation === null) return [whole];
  const part = { ...whole, constellation };
  return constellation === NO_CONSTELLATION && thrust !== null ? [whole, part, { ...part, thrust }] : [whole, part];
}

const keyOf = ({ regime, active, constellation, thrust }: Kind) =>
  [regime, active, constellation ?? '', thrust ?? ''].join('|');

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The logarithm of the factor of an object, and the pairs from which it follows. */
interface Factor {
  readonly log: number;
  readonly pairs: number;
}

/** Errors of single objects at one age, as factors of those of their kind on the same days. */
class OwnErrors {
  /** By object: the days of its pairs, and the logarithm of each error as a multiple of the usual one of the day. */
  readonly #off = new Map<number, { readonly day: number; readonly off: number }[]>();

  /** `kinds`: the pairs of each kind. */
  constructor(kinds: Iterable<readonly Pair[]>) {
    for (const kind of kinds)
      for (const some of Map.groupBy(kind, ({ day }) => day).values()) {
        if (some.length < DAY_PAIRS) continue;
        const usual = median(some.map(({ log }) => log));
        for (const { row, day, log } of some) addTo(this.#off, row, { day, off: log - usual });
      }
  }

  /** The factor of an object before a day; null if its pairs are too few. */
  factor(row: number, day: number): Factor | null {
    let [sum, pairs] = [0, 0];
    for (const one of this.#off.get(row) ?? [])
      if (one.day >= day && one.day < day + OWN_PAIRS.days) {
        sum += one.off;
        pairs++;
      }
    return pairs < OWN_PAIRS.least ? null : { log: sum / (pairs + SHRINK), pairs };
  }

  /** The figures of one kind for objects with the factor 1, and for objects without a factor if others have one. */
  figures(pairs: readonly Pair[]): Pick<MeasuredAge, 'by_object' | 'without_own'> {
    const divided: Dated[] = [];
    const others: Dated[] = [];
    for (const pair of pairs) {
      const { row, day, km } = pair;
      const factor = this.factor(row, day + 1);
      if (factor) divided.push({ row, day, km: km / Math.exp(factor.log) });
      else others.push(pair);
    }
    return { by_object: partFigures(divided), without_own: divided.length > 0 ? partFigures(others) : null };
  }
}

/** The figures of some pairs of one kind; null if they are too few. */
function partFigures(pairs: readonly Dated[]): MeasuredAge['by_object'] {
  const level = newestPairs(pairs, 0);
  if (level.length < LEAST_PAIRS) return null;
  const { p68, p95 } = quantilesOf(level.map(({ km }) => km));
  return { pairs: level.length, along_track_km: { p68, p95 }, held_out: heldOut(pairs) };
}

/** The factors, by age and object, of all objects that have any, or whose maneuvers were looked for. */
function columnsOf(objects: readonly MeasuredObject[], factors: readonly (readonly (Factor | null)[])[]): ObjectErrors {
  const rows = [...objects.keys()]
    .filter((row) => objects[row]!.thrust !== null || factors.some((known) => known[row] !== null))
    .sort((a, b) => objects[a]!.norad_cat_id - objects[b]!.norad_cat_id);
  const perAge = (value: (factor: Factor) => number) =>
    factors.map((known) => rows.map((row) => (known[row] ? value(known[row]) : 0)));
  return {
    norad_cat_id: rows.map((row) => objects[row]!.norad_cat_id),
    thrust: rows.map((row) => Number(objects[row]!.thrust ?? -1)),
    ages: [...accuracyAges],
    factor: perAge(({ log }) => Math.round(log / Math.LN2 / FACTOR_STEP) || 0),
    comparisons: perAge(({ pairs }) => pairs),
  };
}

/** The parts of a pair that a figure needs. */
type Dated = Pick<Pair, 'row' | 'day' | 'km'>;

/** The newest pair of each object from a day on, over as many days as it takes for `MANY_PAIRS`. */
const newestPairs = <P extends Dated>(pairs: readonly P[], from: number): P[] => newestOf(daysOf(pairs), from);

const daysOf = <P extends Dated>(pairs: readonly P[]): ReadonlyMap<number, readonly P[]> =>
  Map.groupBy(pairs, ({ day }) => day);

function newestOf<P extends Dated>(days: ReadonlyMap<number, readonly P[]>, from: number): P[] {
  const newest = new Map<number, P>();
  for (let day = from; day < from + LEVEL_DAYS && newest.size < MANY_PAIRS; day++)
    for (const pair of days.get(day) ?? []) if (!newest.has(pair.row)) newest.set(pair.row, pair);
  return [...newest.values()];
}

/** The share of the pairs of the newest days that are within the figures of the days before each; null if there are too few. */
export function heldOut(pairs: readonly Dated[]): MeasuredAge['held_out'] {
  const days = daysOf(pairs);
  const within = { all: 0, p68: 0, p95: 0 };
  for (let day = 0; day < HELD_DAYS; day++) {
    const before = newestOf(days, day + 1);
    if (before.length < LEAST_PAIRS) continue;
    const { p68, p95 } = quantilesOf(before.map(({ km }) => km));
    for (const { km } of days.get(day) ?? []) {
      within.all++;
      if (km <= p68) within.p68++;
      if (km <= p95) within.p95++;
    }
  }
  if (within.all < MANY_PAIRS) return null;
  const share = (count: number) => Number((count / within.all).toFixed(3));
  return { pairs: within.all, within_p68: share(within.p68), within_p95: share(within.p95) };
}

const median = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1]!;

/** Computed places of a quantile are off by less than this. */
const ROUNDING = 1e-9;

/**
 * The values that one more error of the same kind exceeds in at most 50, 32, and 5 of 100 cases: of n errors, the one at the place
 * p (n + 1), because the new one falls with equal chance between any two of them. At p n, a figure of 20 errors would be too small.
 */
function quantilesOf(numbers: readonly number[]): MeasuredAge['time_s'] {
  const values = Float64Array.from(numbers).sort();
  const at = (part: number) => {
    const place = Math.ceil(part * (values.length + 1) - ROUNDING) - 1;
    return Number(values[Math.min(values.length - 1, place)]!.toPrecision(3));
  };
  return { median: at(0.5), p68: at(0.68), p95: at(0.95) };
}
