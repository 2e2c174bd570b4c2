import type { FoundApproach } from './screen.ts';

const kinds = ['docked', 'formation', 'encounter'] as const satisfies readonly FoundApproach['kind'][];

/** Numbers of an approach. */
const WIDTH = 9;
/** Approaches of a block: a list grows by blocks, so that it is never copied. */
const BLOCK = 8192;

/**
 * Approaches in order of time, one for each pair that flies together. They are stored as numbers: a run has hundreds of thousands, and
 * objects take three times as much memory.
 */
export class Approaches implements Iterable<FoundApproach> {
  readonly length: number;
  readonly #blocks: Float64Array[] = [];
  /** The place of each approach in the blocks. */
  readonly #order: Uint32Array;

  /** Parts are in any order, and are taken one after the other. */
  constructor(parts: Iterable<Iterable<FoundApproach>>) {
    const together = new Map<string, number>();
    let length = 0;
    for (const part of parts) {
      for (const approach of part) {
        const pair = approach.kind === 'encounter' ? null : `${approach.first} ${approach.second}`;
        const closest = pair === null ? undefined : together.get(pair);
        if (closest !== undefined && approach.range_km >= this.#number(closest, 3)) continue;
        const place = closest ?? length++;
        if (pair !== null) together.set(pair, place);
        this.#write(place, approach);
      }
    }
    this.length = length;
    this.#order = Uint32Array.from({ length }, (_, place) => place).sort(
      (a, b) =>
        this.#number(a, 2) - this.#number(b, 2) ||
        this.#number(a, 0) - this.#number(b, 0) ||
        this.#number(a, 1) - this.#number(b, 1),
    );
  }

  at(index: number): FoundApproach | undefined {
    const place = this.#order[index];
    if (place === undefined) return;
    const number = (column: number) => this.#number(place, column);
    return {
      first: number(0),
      second: number(1),
      seconds: number(2),
      range_km: number(3),
      relative_speed_km_s: number(4),
      radial_km: number(5),
      in_track_km: number(6),
      cross_track_km: number(7),
      kind: kinds[number(8)]!,
    };
  }

  *[Symbol.iterator](): Generator<FoundApproach> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index)!;
  }

  filter(isWanted: (approach: FoundApproach) => boolean): Approaches {
    return new Approaches([this[Symbol.iterator]().filter(isWanted)]);
  }

  #number(place: number, column: number): number {
    return this.#blocks[Math.floor(place / BLOCK)]![(place % BLOCK) * WIDTH + column]!;
  }

  #write(place: number, approach: FoundApproach): void {
    const { first, second, seconds, range_km, relative_speed_km_s, radial_km, in_track_km, cross_track_km } = approach;
    const kind = kinds.indexOf(approach.kind);
    if (place === this.#blocks.length * BLOCK) this.#blocks.push(new Float64Array(BLOCK * WIDTH));
    this.#blocks[Math.floor(place / BLOCK)]!.set(
      [first, second, seconds, range_km, relative_speed_km_s, radial_km, in_track_km, cross_track_km, kind],
      (place % BLOCK) * WIDTH,
    );
  }
}
