import { expect, test } from 'vitest';
import { inPortions } from '../../src/http/in-portions.ts';

test('all are made in their order, and other work gets its turn after every 500, or as many as are asked for', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const items = Array.from({ length: 2001 }, (_, at) => at);
  const made = await inPortions(items, (item) => ({ item, turns }));
  const began = turns;
  const few = await inPortions(items.slice(0, 100), () => turns - began, 10);
  clearImmediate(next);
  expect(few.every((had, at) => had >= Math.floor(at / 10))).toBe(true);
  expect(made.map(({ item }) => item)).toEqual(items);
  expect(made.every((one) => one.turns >= Math.floor(one.item / 500))).toBe(true);
  expect(await inPortions([], (item) => item)).toEqual([]);
});
