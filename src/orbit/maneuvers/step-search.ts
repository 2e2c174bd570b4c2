import type { Series } from './orbit-series.ts';

/** Parameters of the search for steps in one quantity. */
export interface StepRules {
  /** Days on each side of a step over which the step is measured. */
  readonly window: number;
  /** Minimum number of values before and after a step. */
  readonly before: number;
  readonly after: number;
  /** Minimum size of a step, as a multiple of the size that is usually measured without one. */
  readonly threshold: number;
  /** The usual size is never taken as less than this, in the unit of the quantity. */
  readonly floor: number;
}

/** A step of one quantity. */
export interface Step {
  /** Index of the quantity. */
  readonly quantity: number;
  /** Between these two values, days since 1970. */
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** The size of the step as a multiple of its threshold. */
  readonly score: number;
}

/** Parameters that distinguish the steps of all quantities of an object. */
export interface SearchRules {
  /** Steps less than this many days apart are one. */
  readonly apart: number;
  /** A step within `days` of one more than 1/`share` times larger is the echo of that one: fits are still settling. */
  readonly echo: { readonly days: number; readonly share: number };
}

/** Steps of several quantities within this many days are simultaneous. */
const SAME_TIME = 1.5;
/** Values on each side from which the usual size is taken. */
const NEIGHBORS = 60;
/** Noise is measured once for each block of this many values. */
const BLOCK = 10;
/** The quantile of sizes that counts as usual: less than half, because there may be many steps. */
const USUAL_PART = 0.4;
/** The same part of a normal distribution, in standard deviations. */
const USUAL_SIGMA = 0.524;
/** Days on each side from which the trend is taken, and values that a slope spans. */
const TREND = { days: 30, values: 4, block: 5 };
/** Ridge weight that holds the slope of a window to the trend. */
const RIDGE = 0.3;
/** Residuals beyond this many sigmas weigh less (Huber). */
const HUBER = 1.5;
const ITERATIONS = 5;
/** From this score, a quantity is assumed to have stepped together with another. */
const TOGETHER = 0.5;

/** A quantity with the step that is measured between each value and the next. */
class Quantity {
  readonly days: readonly number[];
  readonly rules: StepRules;
  readonly #values: Float64Array;
  readonly #sigma: Float64Array;
  readonly #sizes: Float64Array;
  readonly #usual: Float64Array;
  readonly #closed: Uint8Array;

  constructor({ days, values }: Series, rules: StepRules) {
    this.days = days;
    this.rules = rules;
    this.#values = withoutTrend(days, values);
    this.#sigma = blocks(days.length, (at) => Math.max(rules.floor / 3, this.#noise(at)));
    this.#sizes = new Float64Array(days.length);
    for (let at = 0; at + 1 < days.length; at++) this.#measure(at);
    this.#usual = blocks(days.length, (at) => {
      const near = this.#sizes.subarray(Math.max(0, at - NEIGHBORS), at + NEIGHBORS);
      const sizes = [...near].filter((size) => size !== 0).map(Math.abs);
      return Math.max(rules.floor, quantile(sizes, USUAL_PART) / USUAL_SIGMA);
    });
    this.#closed = new Uint8Array(days.length);
  }

  middle(at: number): number {
    return (this.days[at]! + this.days[at + 1]!) / 2;
  }

  size(at: number): number {
    return this.#sizes[at]!;
  }

  /** The step as a multiple of its threshold. */
  score(at: number): number {
    return Math.abs(this.#sizes[at]!) / this.#usual[at]! / this.rules.threshold;
  }

  /** Index of the most likely step, or -1. The step has to be in the range `within`, in days. */
  best(least: number, within: readonly [number, number], closedToo: boolean): number {
    let best = -1;
    for (let at = 0; at + 1 < this.days.length; at++) {
      if (this.#closed[at] && !closedToo) continue;
      const middle = this.middle(at);
      if (middle < within[0] || middle > within[1]) continue;
      const score = this.score(at);
      if (score > (best < 0 ? least : this.score(best))) best = at;
    }
    return best;
  }

  /** Subtracts a step from the values, so that its neighbors are measured without it. */
  remove(step: number): void {
    const size = this.#sizes[step]!;
    for (let at = step + 1; at < this.days.length; at++) this.#values[at]! -= size;
  }

  /** Rules out other steps near this one, and measures its surroundings again. */
  close(day: number, apart: number): void {
    for (let at = 0; at + 1 < this.days.length; at++) {
      const away = Math.abs(this.middle(at) - day);
      if (away <= apart) this.#closed[at] = 1;
      if (away < this.rules.window + 3) this.#measure(at);
    }
  }

  /** The noise of single values about the line between their neighbors. */
  #noise(at: number): number {
    const [days, values] = [this.days, this.#values];
    const off: number[] = [];
    for (let k = Math.max(1, at - NEIGHBORS / 2); k < Math.min(days.length - 1, at + NEIGHBORS / 2); k++) {
      const part = (days[k]! - days[k - 1]!) / (days[k + 1]! - days[k - 1]!);
      const line = values[k - 1]! + part * (values[k + 1]! - values[k - 1]!);
      off.push(Math.abs(values[k]! - line) / Math.sqrt(1 + part ** 2 + (1 - part) ** 2));
    }
    return 1.4826 * quantile(off, 0.5);
  }

  /** Fits a level, a step and a slope to the window about a gap, by least squares in which single bad values weigh little. */
  #measure(gap: number): void {
    const { window, before, after } = this.rules;
    const [days, values] = [this.days, this.#values];
    const edge = this.middle(gap);
    let first = gap;
    let last = gap + 1;
    while (first > 0 && edge - days[first - 1]! <= window) first--;
    while (last + 1 < days.length && days[last + 1]! - edge <= window) last++;
    this.#sizes[gap] = 0;
    if (gap - first + 1 < before || last - gap < after || days[gap + 1]! - days[gap]! > 2 * window) return;
    const weights = new Float64Array(last - first + 1).fill(1);
    for (let round = 0; round < ITERATIONS; round++) {
      const sums = { n: 0, h: 0, t: 0, tt: 0, ht: 0, y: 0, hy: 0, ty: 0 };
      for (let at = first; at <= last; at++) {
        const [w, t, y] = [weights[at - first]!, days[at]! - edge, values[at]! - values[gap]!];
        sums.n += w;
        sums.t += w * t;
        sums.tt += w * t * t;
        sums.y += w * y;
        sums.ty += w * t * y;
        if (at <= gap) continue;
        sums.h += w;
        sums.ht += w * t;
        sums.hy += w * y;
      }
      const { n, h, t, ht, y, hy, ty } = sums;
      const tt = sums.tt + n * RIDGE * window * window;
      const whole = n * (h * tt - ht * ht) - h * (h * tt - ht * t) + t * (h * ht - h * t);
      if (!(Math.abs(whole) > 1e-9)) return;
      const level = ((h * tt - ht * ht) * y + (t * ht - h * tt) * hy + (h * ht - t * h) * ty) / whole;
      const step = ((t * ht - h * tt) * y + (n * tt - t * t) * hy + (h * t - n * ht) * ty) / whole;
      const slope = ((h * ht - t * h) * y + (h * t - n * ht) * hy + (n * h - h * h) * ty) / whole;
      this.#sizes[gap] = step;
      for (let at = first; at <= last; at++) {
        const fitted = level + slope * (days[at]! - edge) + (at > gap ? step : 0);
        const off = Math.abs(values[at]! - values[gap]! - fitted) / (HUBER * this.#sigma[gap]!);
        weights[at - first] = off <= 1 ? 1 : 1 / off;
      }
    }
  }
}

/**
 * Finds steps in some quantities of one object, in order of time. The largest step is subtracted first, then its
 * surroundings are measured again without it, until none is left. A single bad value is not a step: several values
 * before and after have to agree.
 */
export function findSteps(quantities: readonly (readonly [Series, StepRules])[], { apart, echo }: SearchRules): Step[] {
  const all = quantities.map(([series, rules]) => new Quantity(series, rules));
  const found: Step[] = [];
  const everywhere = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  for (;;) {
    let chosen = -1;
    let gap = -1;
    for (const [index, quantity] of all.entries()) {
      const best = quantity.best(chosen < 0 ? 1 : all[chosen]!.score(gap), everywhere, false);
      if (best >= 0) [chosen, gap] = [index, best];
    }
    if (chosen < 0) break;
    const quantity = all[chosen]!;
    const [day, size] = [quantity.middle(gap), quantity.size(gap)];
    const isEcho = found.some(
      (step) =>
        step.quantity === chosen &&
        Math.abs((step.from + step.to) / 2 - day) < echo.days &&
        Math.abs(step.size) * echo.share > Math.abs(size),
    );
    if (!isEcho) {
      const [from, to] = [quantity.days[gap]!, quantity.days[gap + 1]!];
      found.push({ quantity: chosen, from, to, size, score: quantity.score(gap) });
    }
    for (const other of all) {
      const step = other === quantity ? gap : other.best(TOGETHER, [day - SAME_TIME, day + SAME_TIME], true);
      if (step >= 0) other.remove(step);
      other.close(day, apart);
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Values without the slope that they have over weeks, which a few steps do not change: the median of short slopes. */
function withoutTrend(days: readonly number[], values: readonly number[]): Float64Array {
  const slopes: number[] = [];
  for (let at = 0; at + TREND.values < days.length; at++)
    slopes.push((values[at + TREND.values]! - values[at]!) / (days[at + TREND.values]! - days[at]!));
  const flat = new Float64Array(values.length);
  let trend = 0;
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    if (at % TREND.block === 0) {
      const near: number[] = [];
      for (let k = Math.max(0, at - NEIGHBORS); k < Math.min(slopes.length, at + NEIGHBORS); k++)
        if (Math.abs(days[k]! - days[at]!) < TREND.days) near.push(slopes[k]!);
      if (near.length > 0) trend = quantile(near, 0.5);
    }
    if (at > 0) sum += trend * (days[at]! - days[at - 1]!);
    flat[at] = values[at]! - sum;
  }
  return flat;
}

/** A value for each place, computed once for a block of them. */
function blocks(length: number, value: (at: number) => number): Float64Array {
  const all = new Float64Array(length);
  for (let at = 0; at < length; at += BLOCK) all.fill(value(at), at, at + BLOCK);
  return all;
}

/** The quantile of some values; zero if there are none. */
function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
