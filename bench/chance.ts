/**
 * Chance without memory: the n-th object's draws depend on n alone, so that each upstream file can be written in a pass
 * of its own, in any order, and tells the same story. The generator is mulberry32.
 */
export class Chance {
  #state: number;

  constructor(n: number, salt = 0) {
    this.#state = (Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)) | 0;
    this.draw();
  }

  /** From 0 to 1, without 1. */
  draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Whether something that happens to this part of all happens here. */
  happens(part: number): boolean {
    return this.draw() < part;
  }

  between(least: number, most: number): number {
    return least + this.draw() * (most - least);
  }

  /** A whole number below `count`. */
  below(count: number): number {
    return Math.floor(this.draw() * count);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
