import { seeded } from '../test/seeded.ts';

/** Random choices, the same for the same seed: every round and every rival is asked the same. */
export class Random {
  /** From 0 to 1, without 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(Math.imul(seed + 1, 0x9e3779b1));
  }

  /** A whole number below `count`. */
  below = (count: number): number => Math.floor(this.next() * count);

  of = <T>(list: readonly T[]): T => list[this.below(list.length)]!;
}
