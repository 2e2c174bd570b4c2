import { expect, test } from 'vitest';
import { truths } from './verdicts.ts';

// Whether a release of the real files says them: test/pipeline/real-files.test.ts, which builds one.
test('every truth says why and who says so, once', () => {
  expect(truths.length).toBeGreaterThanOrEqual(100);
  expect(truths.filter((truth) => Object.values(truth).some((cell) => cell === ''))).toEqual([]);
  const keys = truths.map(({ norad_cat_id, field }) => `${norad_cat_id} ${field}`);
  expect(keys.length).toBe(new Set(keys).size);
});
