import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeTle } from '../../../src/orbit/formats/tle.ts';
import type { ElementSet } from '../../../src/schema/objects/elements.ts';
import { elementSets, readTle, realFolders, realSkipped, vanguard } from './element-sets.ts';

/** The columns of eccentricity, B* and second derivative in the TLE of an element set. */
function columnsOf(set: Partial<ElementSet>) {
  const tle = writeTle({ ...vanguard, ...set }, '');
  if (!tle.ok) throw new Error(tle.reason);
  return { eccentricity: tle.line2.slice(26, 33), bstar: tle.line1.slice(53, 61), ddot: tle.line1.slice(44, 52) };
}

describe('digits beyond the columns of a TLE', () => {
  test.each([
    ['0.01050095', '0105009'],
    ['0.03419666', '0341966'],
    ['0.00028099', '0002809'],
    ['0.99999999', '9999999'],
    ['1.9e-7', '0000001'],
    ['9.9e-8', '0000000'],
    ['0.5', '5000000'],
    ['0', '0000000'],
  ])('eccentricity %s is truncated to seven digits: %s', (eccentricity, expected) => {
    expect(columnsOf({ eccentricity }).eccentricity).toBe(expected);
  });

  test.each([
    ['0.00092820424', ' 92820-3'],
    ['0.000123455', ' 12346-3'],
    // As doubles, these two are below their halfway points.
    ['0.00010000500', ' 10001-3'],
    ['0.1000150', ' 10002+0'],
    ['-0.000123455', '-12346-3'],
    ['0.000999995', ' 10000-2'],
    ['0', ' 00000+0'],
  ])('B* and second derivative %s are rounded half up as decimal text: %s', (text, expected) => {
    expect(columnsOf({ bstar: text }).bstar).toBe(expected);
    expect(columnsOf({ mean_motion_ddot: text }).ddot).toBe(expected);
  });
});

const upstream = join(import.meta.dirname, '../../../../shared/upstream');

/** Every distinct pair of lines in CelesTrak's own TLE files. */
function publishedLines(): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const series of ['series-2026-05', 'series-2026-07'])
    for (const time of readdirSync(join(upstream, series))) {
      const folder = join(upstream, series, time, 'celestrak');
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.tle')))
        for (const [, one, two] of readFileSync(join(folder, name), 'latin1').matchAll(
          /^(1 .{67})\r?\n(2 .{67})\r?$/gm,
        ))
          pairs.set(one!, two!);
    }
  return pairs;
}

const skipped = realSkipped || !existsSync(join(upstream, 'series-2026-07'));

describe.skipIf(skipped)('CelesTrak’s own lines (needs ../shared/upstream)', () => {
  test('are reproduced byte for byte from their parsed values', () => {
    const different: string[] = [];
    const pairs = publishedLines();
    for (const [one, two] of pairs) {
      const tle = writeTle(readTle(one, two), '');
      if (!tle.ok || tle.line1 !== one || tle.line2 !== two) different.push(`${one}\n${two}`);
    }
    expect(different.slice(0, 3)).toEqual([]);
    expect(pairs.size).toBeGreaterThan(100_000);
  }, 120_000);

  test('are reproduced byte for byte from the elements in its CSV and JSON files', () => {
    const ours = new Map<string, string>();
    for (const set of realFolders.flatMap(elementSets)) {
      const tle = writeTle(set, '');
      if (tle.ok) ours.set(tle.line1.slice(0, 32), `${tle.line1}\n${tle.line2}`);
    }
    const compared = [...publishedLines()].filter(([one]) => ours.has(one.slice(0, 32)));
    expect(compared.filter(([one, two]) => ours.get(one.slice(0, 32)) !== `${one}\n${two}`)).toEqual([]);
    expect(compared.length).toBeGreaterThanOrEqual(8);
  }, 120_000);
});
