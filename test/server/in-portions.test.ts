import { expect, test } from 'vitest';
import { inPortions } from '../../src/http/in-portions.ts';

test('all are made in their order, and other work gets its turn after every 500', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const items = Array.from({ length: 2001 }, (_, at) => at);
  const made = await inPortions(items, (item) => ({ item, turns }));
  clearImmediate(next);
  expect(made.map(({ item }) => item)).toEqual(items);
  expect(made.every((one) => one.turns >= Math.floor(one.item / 500))).toBe(true);
  expect(await inPortions([], (item) => item)).toEqual([]);
});
