import { expect, test } from 'vitest';
import { type Candidate, stationPlan } from '../../../src/orbit/observation/station-plan.ts';
import { seeded } from '../../seeded.ts';

const weightOf = (plan: readonly Candidate[]) => plan.reduce((sum, { weight }) => sum + weight, 0);
const fits = (plan: readonly Candidate[], turn: number) =>
  plan.every(({ from }, n) => n === 0 || plan[n - 1]!.to + turn <= from);

/** The largest sum of weights of any choice that one antenna can follow, by trying all of them. */
function bestOf(candidates: readonly Candidate[], turn: number): number {
  const inOrder = candidates.toSorted((a, b) => a.from - b.from);
  let best = 0;
  for (let choice = 0; choice < 1 << inOrder.length; choice++) {
    const chosen = inOrder.filter((_, n) => (choice >> n) & 1);
    if (fits(chosen, turn)) best = Math.max(best, weightOf(chosen));
  }
  return best;
}

test('a plan overlaps nowhere, and no other choice has a larger weight', () => {
  const random = seeded(42);
  const whole = (below: number) => Math.floor(random() * below);
  for (let round = 0; round < 300; round++) {
    const candidates = Array.from({ length: whole(11) }, () => {
      const from = whole(60);
      return { from, to: from + 1 + whole(20), weight: 1 + whole(90) };
    });
    const turn = whole(4);
    const plan = stationPlan(candidates, turn);
    expect([round, fits(plan, turn), weightOf(plan)]).toEqual([round, true, bestOf(candidates, turn)]);
  }
});

test('a pass may begin when the one before ends, unless the antenna has to turn', () => {
  const [one, two] = [
    { from: 0, to: 10_000, weight: 50 },
    { from: 10_000, to: 20_000, weight: 40 },
  ];
  expect(stationPlan([two!, one!], 0)).toEqual([one, two]);
  expect(stationPlan([two!, one!], 1)).toEqual([one]);
  expect(stationPlan([], 0)).toEqual([]);
});
