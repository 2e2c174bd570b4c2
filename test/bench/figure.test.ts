import { expect, test } from 'vitest';
import { figure, least, median, most, table } from '../../bench/figure.ts';
import { inTurns } from '../../bench/measure/rounds.ts';

test('a ratio is that of each round, so that a slow minute of the machine says nothing', () => {
  const told = figure({ what: 'x', unit: 's', ours: [2, 20, 2], rival: 'y', theirs: [1, 10, 1] });
  expect([told.ours, told.theirs, told.ratio]).toEqual([2, 1, 2]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('what is asked is met, not met, or not judged on a sample', () => {
  const found = { what: 'x', unit: 'requests/s', ours: [90], rival: 'y', theirs: [100] };
  expect(figure({ ...found, asked: least(0.9) }).met).toBe(true);
  expect(figure({ ...found, asked: least(0.91) }).met).toBe(false);
  expect(figure({ ...found, asked: most(89, 'ours') }).met).toBe(false);
  expect(figure({ ...found, asked: least(0.91) }, false).met).toBeNull();
  expect(figure({ ...found, theirs: null, asked: least(1) }).met).toBeNull();
});

test('the table shows ours, the rival, the ratio, what is asked, and notes below', () => {
  const lines = table([
    figure({ what: 'records', unit: 'requests/s', ours: 12_345, rival: 'nginx', theirs: 6000, asked: least(5) }),
    figure({ what: 'start', unit: 'ms', ours: 0.51234, asked: most(1000, 'ours'), note: 'warm' }),
  ]);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['', 'ours', 'beside', 'ratio', 'asked'],
    ['records', '12,345 requests/s', '6,000', 'nginx', '2.06 ×', '≥ 5 ×', 'NOT MET'],
    ['start', '0.512 ms', '≤ 1,000 ms', 'met'],
    ['', 'start: warm'],
  ]);
});

test('who comes first changes with each round, and one round before is not counted', async () => {
  const asked: string[] = [];
  const found = await inTurns(3, {
    ours: async (round) => asked.push(`ours ${round}`),
    theirs: async (round) => asked.push(`theirs ${round}`),
  });
  expect(asked.slice(0, 2)).toEqual(['ours 3', 'theirs 3']);
  expect(asked.slice(2)).toEqual(['ours 0', 'theirs 0', 'theirs 1', 'ours 1', 'ours 2', 'theirs 2']);
  expect(found).toEqual({ ours: [3, 6, 7], theirs: [4, 5, 8] });
});
