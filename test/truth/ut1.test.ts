import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ut1MinusUtc } from '../../src/orbit/observation/sky.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield']).status === 0;
/** UT1 − UTC on each day from 2017, from the IERS data in Skyfield 1.45, which are measured up to August 2022. */
const script = `
import json
from skyfield.api import load
print(json.dumps(load.timescale().utc(2017, 1, range(1, 2040)).dut1.tolist()))`;

test.skipIf(!installed)('UT1 is within 0.05 s of the IERS measurements (needs python3-skyfield)', () => {
  const measured = JSON.parse(execFileSync(python, ['-c', script]).toString()) as number[];
  const off = measured.map((seconds, day) => Math.abs(ut1MinusUtc(Date.UTC(2017, 0, 1 + day)) - seconds));
  expect(off).toHaveLength(2039);
  expect(Math.max(...off)).toBeLessThan(0.05);
});

test('UT1 is continuous, stays close to its last value after the table, and equals UTC before it', () => {
  const days = Array.from({ length: 6000 }, (_, day) => ut1MinusUtc(Date.UTC(2017, 0, 1 + day)));
  expect(Math.max(...days.slice(1).map((one, n) => Math.abs(one - days[n]!)))).toBeLessThan(0.003);
  expect(Math.max(...days.slice(3300).map((one) => Math.abs(one - 0.07)))).toBeLessThan(0.04);
  expect(ut1MinusUtc(Date.UTC(2016, 11, 31))).toBe(0);
});
