import { LRUCache } from 'lru-cache';

/**
 * The most recently used entries, at most `most`. The cache grows as it fills: with the option `max`, it would allocate the
 * memory for all of its entries when it is created, which took 12 MB and 40 ms of every start.
 */
export const growingCache = <Value extends object>(most: number, dispose?: (value: Value) => void) =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1, ...(dispose && { dispose }) });
