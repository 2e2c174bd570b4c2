import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeTle } from '../../src/orbit/formats/tle.ts';
import { findPasses } from '../../src/orbit/observation/passes.ts';
import { SkyScan } from '../../src/orbit/observation/sky-scan.ts';
import { NoPosition } from '../../src/orbit/observer.ts';
import { openCatalog } from '../../src/query/catalog.ts';
import type { SkyObject } from '../../src/query/sky-elements.ts';
import { inTurns, type Section } from '../section.ts';

const observer = { lat: 52.5, lon: 13.4, alt_m: 40 };
const STATION = 25544;
const DAY_MS = 86_400_000;
const script = join(import.meta.dirname, '../rival/sky.py');

/** CPU time of some work in this process, milliseconds. */
async function cpuTime(work: () => void): Promise<number> {
  const startUsage = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(startUsage);
  return (user + system) / 1000;
}

function searchNight(objects: readonly SkyObject[], from: number): void {
  for (const one of objects) {
    try {
      findPasses(one, { from, to: from + DAY_MS / 2, observer, minElevation: 10 });
    } catch (error) {
      if (!(error instanceof NoPosition)) throw error;
    }
  }
}

/** Passes and the whole sky, computed in this process; passes of one object compared with Skyfield and PyEphem. */
export const section: Section = {
  about: 'passes of one object, compared with Skyfield and PyEphem, and of all for a night; what is above',
  async run({ home, rounds }) {
    const catalog = await openCatalog(join(home, 'current'));
    const [objects, { elements }] = [await catalog.sky.objects(), catalog.elements(STATION)!];
    const members = new Set(await catalog.sky.group('active'));
    catalog.close();
    const from = Date.parse(`${elements!.epoch}Z`);
    const active = objects.filter(({ norad_cat_id }) => members.has(norad_cat_id));
    const scan = await SkyScan.open(objects);
    const tle = writeTle(elements!, 'A');
    if (!tle.ok) throw new Error(`${STATION} has no TLE`);
    const input = JSON.stringify({ line1: tle.line1, line2: tle.line2, from });
    const rival = async (name: string) => Number(execFileSync('/usr/bin/python3', [script, name], { input }));
    const found = await inTurns(rounds, {
      one: () => cpuTime(() => findPasses(elements!, { from, to: from + 10 * DAY_MS, observer, minElevation: 10 })),
      skyfield: () => rival('skyfield'),
      ephem: () => rival('ephem'),
      above: () => cpuTime(() => scan.above(from, observer, 10)),
      night: () => cpuTime(() => searchNight(active, from)).then((ms) => ms / 1000),
    });
    const days = { what: 'passes of one object, 10 days', unit: 'ms', ours: found.one, target: '≤ 5 ms' };
    return [
      { ...days, rival: 'Skyfield', theirs: found.skyfield },
      { ...days, rival: 'PyEphem', theirs: found.ephem },
      { what: `above, ${objects.length} objects`, unit: 'ms', ours: found.above, target: '≤ 60 ms' },
      { what: `a night of ${active.length} objects`, unit: 's', ours: found.night, target: '≤ 8 s' },
    ];
  },
};
