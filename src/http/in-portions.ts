import { setImmediate } from 'node:timers/promises';

/** How many are made before other requests get their turn: a few milliseconds. */
const PORTION = 500;

/** What is made of each item, in their order. Other requests get their turn between portions. */
export async function inPortions<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
  portion = PORTION,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % portion === 0) await setImmediate();
    made.push(make(item));
  }
  return made;
}
