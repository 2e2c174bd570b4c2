import { expect, test } from 'vitest';
import { truths } from './verdicts.ts';

// test/pipeline/real-files.test.ts compares them with a release of the real files.
test('verdicts.csv has at least 100 distinct verdicts, each with a reason and a source', () => {
  expect(truths.length).toBeGreaterThanOrEqual(100);
  expect(truths.filter((truth) => Object.values(truth).some((cell) => cell === ''))).toEqual([]);
  const keys = truths.map(({ norad_cat_id, field }) => `${norad_cat_id} ${field}`);
  expect(keys.length).toBe(new Set(keys).size);
});
