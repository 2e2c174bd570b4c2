import { setImmediate } from 'node:timers/promises';

let lastTurn = Promise.resolve();

/**
 * Waits until other requests have been processed. Work of several requests continues one at a time, each in its own iteration
 * of the event loop: any number of long responses delay a short one by a single portion.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** How many items are mapped before other requests are processed: a few milliseconds. */
const PORTION = 500;

/** Maps each item, in order. Other requests are processed between portions. */
export async function inPortions<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
  portion = PORTION,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % portion === 0) await nextTurn();
    made.push(make(item));
  }
  return made;
}
