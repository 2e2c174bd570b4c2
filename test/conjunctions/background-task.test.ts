import { expect, test } from 'vitest';
import { backgroundTask } from '../../src/server/refresh-child.ts';

test('runs one at a time, and once more for all that were started meanwhile', async () => {
  const finish: (() => void)[] = [];
  const task = backgroundTask(() => new Promise((resolve) => finish.push(resolve)));
  await task.ended();
  task.start();
  task.start();
  task.start();
  expect(finish).toHaveLength(1);
  finish[0]!();
  await Promise.resolve();
  expect(finish).toHaveLength(2);
  finish[1]!();
  await task.ended();
  expect(finish).toHaveLength(2);
  task.start();
  expect(finish).toHaveLength(3);
});
