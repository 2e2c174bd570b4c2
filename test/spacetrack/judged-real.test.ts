import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { predictReentry } from '../../src/orbit/decay/predict-reentry.ts';
import { tleColumns } from '../../src/orbit/formats/read-tle.ts';

/** Reentry messages of Space-Track of 2026-10-10, each with an element set of the object. */
const path = join(import.meta.dirname, '../../../shared/upstream/2026-10-10/tip.json');
const docs = join(import.meta.dirname, '../../src/content/docs/docs/reentries.md');

interface Told {
  readonly decay: string;
  readonly type: string;
  readonly l1: string;
  readonly l2: string;
}

test.skipIf(!existsSync(path))('predictions and real messages differ as documented (needs ../shared/upstream)', () => {
  const { data } = JSON.parse(readFileSync(path, 'utf8')) as { data: Told[] };
  const cases = data.map(({ decay, type, l1, l2 }) => {
    const tle = tleColumns(l1, l2);
    if (!tle.ok) throw new Error(tle.reason);
    const number = (keyword: string) => Number(tle.cells[keyword]);
    const epoch = Date.parse(`${tle.cells['EPOCH']}Z`);
    const set = {
      epoch,
      mean_motion: number('MEAN_MOTION'),
      eccentricity: number('ECCENTRICITY'),
      mean_motion_dot: number('MEAN_MOTION_DOT'),
      bstar: number('BSTAR'),
      inclination: number('INCLINATION'),
    };
    const prediction = predictReentry([set], { active: type === 'PAYLOAD', young: false })!;
    const told = Date.parse(`${decay.replace(' ', 'T')}Z`);
    return {
      left: (told - epoch) / 3_600_000,
      late: (prediction.median - told) / 3_600_000,
      inside: told >= prediction.from && told <= prediction.to,
    };
  });
  const late = cases.map((one) => one.late).sort((a, b) => a - b);
  const [inside, left] = [cases.filter((one) => one.inside).length, cases.map((one) => one.left)];
  const sentence = `${inside} of ${cases.length} of its times are inside our windows, ${Math.min(...left).toFixed(0)} to ${Math.max(...left).toFixed(0)} hours ahead; our medians are ${late[0]!.toFixed(1)} to ${late.at(-1)!.toFixed(1)} hours later`;
  expect(readFileSync(docs, 'utf8')).toContain(sentence);
});
