/** Many lists of numbers in one: list `n` ends in `items` before `ends[n]`, and begins where the one before it ends. */
export interface Lists {
  readonly ends: Int32Array;
  readonly items: Int32Array;
}

/** For each of `count` keys the places that have it, in order. */
export function placesOfKeys(keys: Int32Array, count: number): Lists {
  const ends = new Int32Array(count);
  for (const key of keys) ends[key]! += 1;
  for (let key = 1; key < count; key += 1) ends[key]! += ends[key - 1]!;
  const next = ends.slice();
  const items = new Int32Array(keys.length);
  for (let place = keys.length - 1; place >= 0; place -= 1) {
    const key = keys[place]!;
    next[key]! -= 1;
    items[next[key]!] = place;
  }
  return { ends, items };
}

/** Where a list begins in `items`. */
export const startOf = ({ ends }: Lists, list: number): number => (list === 0 ? 0 : ends[list - 1]!);
