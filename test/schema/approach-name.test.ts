import { expect, test } from 'vitest';
import { lastingName } from '../../src/schema/approaches/approach-news.ts';
import type { Conjunction } from '../../src/schema/approaches/conjunction.ts';

const nameAt = (tca: string) => {
  const [first, second] = [{ norad_cat_id: 1 }, { norad_cat_id: 2 }] as unknown as [
    Conjunction['first'],
    Conjunction['second'],
  ];
  return lastingName({ first, second, tca });
};

test('an approach that moves over a full minute keeps its name; the next one of the pair has another', () => {
  const name = nameAt('2026-08-22T22:53:59.900Z');
  expect(name).toMatch(/^close_approach-1-2-\d+$/);
  expect(nameAt('2026-08-22T22:54:00.100Z')).toBe(name);
  expect(nameAt('2026-08-22T23:34:00.000Z')).not.toBe(name);
  // Over a day, a time that moves by a second changes the name 36 times in 86,400.
  const start = Date.UTC(2026, 7, 22);
  const names = Array.from({ length: 86_400 }, (_, second) => nameAt(new Date(start + second * 1000).toISOString()));
  expect(new Set(names).size).toBe(37);
});
