/**
 * What a look-up notes of groups of objects and of their owners, one bit for each word that was looked for. Kept with the
 * index, and cleared where something was noted: making it anew costs more than looking.
 */
export class Notes {
  /** Words that a group's names have somewhere, parts of longer ones too. */
  readonly any: Int32Array;
  /** Words that they have between spaces. */
  readonly whole: Int32Array;
  /** The same of owners. */
  readonly ownersAny: Int32Array;
  readonly ownersWhole: Int32Array;
  /** The best rank of a group in all phrasings; 0 where it has none. */
  readonly rank: Uint8Array;
  #noted: number[] = [];

  constructor(groups: number, owners: number) {
    this.any = new Int32Array(groups);
    this.whole = new Int32Array(groups);
    this.ownersAny = new Int32Array(owners);
    this.ownersWhole = new Int32Array(owners);
    this.rank = new Uint8Array(groups);
  }

  /** Groups whose names have any of the words. */
  get noted(): readonly number[] {
    return this.#noted;
  }

  /** Notes a word of a group's names. */
  note(group: number, mark: number, whole: boolean): void {
    if (this.any[group] === 0) this.#noted.push(group);
    this.any[group]! |= mark;
    if (whole) this.whole[group]! |= mark;
  }

  /** Forgets the words; ranks stay. */
  clear(): void {
    for (const group of this.#noted) {
      this.any[group] = 0;
      this.whole[group] = 0;
    }
    this.#noted = [];
    this.ownersAny.fill(0);
    this.ownersWhole.fill(0);
  }
}
