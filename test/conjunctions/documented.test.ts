import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { screen } from '../../src/features/conjunctions/screen.ts';
import { SkyStates } from '../../src/orbit/observation/sky-states.ts';
import { readLines } from '../read-lines.ts';

const folder = join(import.meta.dirname, '../../../shared/upstream/close-approaches');

/** Both element sets of a file of three-line element sets. */
function pairOf(file: string) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return [0, 3].map((row) => {
    const read = readLines(lines[row + 1]!, lines[row + 2]!, lines[row]!);
    if (!read.ok) throw new Error(`${file}: ${read.reason}`);
    return read.set;
  });
}

function approachesOf(file: string, from: string, hours: number) {
  const start = Date.parse(from);
  const states = new SkyStates(pairOf(file), start);
  const sky = { count: 2, stateOf: states.stateOf, periods: states.periods, primary: Uint8Array.of(1, 1) };
  return screen(sky, 0, hours * 3600, 5).map(({ seconds, range_km, relative_speed_km_s }) => ({
    at: new Date(start + seconds * 1000).toISOString(),
    range_km,
    speed: Number(relative_speed_km_s.toFixed(2)),
  }));
}

// Published times and distances, and the files' own origin: the README of the folder.
describe.skipIf(!existsSync(folder))('documented close approaches (needs ../shared/upstream/close-approaches)', () => {
  test('Iridium 33 and Cosmos 2251, 2009-02-10 16:55:59.80, 698.72 m', () => {
    const rows = approachesOf('iridium-33_cosmos-2251.tle', '2009-02-10T12:00:00Z', 6);
    expect(rows).toEqual([
      {
        at: expect.stringMatching(/^2009-02-10T16:55:59\.(79|80)/),
        range_km: expect.closeTo(0.69872, 2),
        speed: 11.65,
      },
    ]);
  });

  test('the six passes of Cerise and the Ariane debris, 1996-07-24', () => {
    const rows = approachesOf('cerise_ariane-1-debris.tle', '1996-07-24T00:00:00Z', 11);
    expect(rows.map(({ at }) => at.slice(11, 21))).toEqual([
      '01:37:02.1',
      '03:15:14.2',
      '04:53:26.3',
      '06:31:38.3',
      '08:09:50.4',
      '09:48:02.5',
    ]);
    expect(rows.map(({ range_km }) => range_km)).toEqual(
      [1.958, 1.653, 1.371, 1.129, 0.957, 0.895].map((range) => expect.closeTo(range, 2)),
    );
  });

  test('IRAS and GGSE-4, 2020-01-29 23:39:35', () => {
    const rows = approachesOf('iras_ggse-4.tle', '2020-01-29T18:00:00Z', 12);
    expect(rows).toEqual([
      { at: expect.stringMatching(/^2020-01-29T23:39:35\.[67]/), range_km: expect.closeTo(0.069, 2), speed: 14.67 },
    ]);
  });
});
