import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SkyScan } from '../../src/orbit/observation/sky-scan.ts';
import { NoPosition } from '../../src/orbit/observer.ts';
import { findPasses } from '../../src/orbit/passes.ts';
import { writeTle } from '../../src/orbit/tle.ts';
import { openCatalog } from '../../src/query/catalog.ts';
import type { SkyObject } from '../../src/query/sky-elements.ts';
import { type Figure, figure } from '../figure.ts';
import { inTurns, type Section } from '../section.ts';

const observer = { lat: 52.5, lon: 13.4, alt_m: 40 };
const STATION = 25544;
const DAY_MS = 86_400_000;
/** One in so many objects is one whose night the others compute too: that of all would take Skyfield minutes. */
const EVERY = 80;

/** Milliseconds of this thread's own work. */
async function time(work: () => void): Promise<number> {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
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

/** Passes and the whole sky, computed in this process, compared with Skyfield and PyEphem. */
export const sky: Section = {
  about: 'passes of one object and of all for a night, and what is above, compared with Skyfield and PyEphem',
  async run({ home, full, rounds }): Promise<Figure[]> {
    const catalog = await openCatalog(join(home, 'current'));
    const [objects, { elements }] = [await catalog.sky.objects(), catalog.elements(STATION)!];
    const members = new Set(await catalog.sky.group('active'));
    const from = Date.parse(`${elements!.epoch}Z`);
    const active = objects.filter(({ norad_cat_id }) => members.has(norad_cat_id));
    const some = active.filter((_one, index) => index % EVERY === 0);
    const setsOf = (of: readonly SkyObject[]) =>
      of.map(({ norad_cat_id }) => catalog.elements(norad_cat_id)!.elements!);
    const [setsOfAll, setsOfSome] = [setsOf(objects), setsOf(some)];
    catalog.close();
    const scan = await SkyScan.open(objects);
    const rival = (of: readonly Parameters<typeof writeTle>[0][], days: number | null) => {
      const lines = of.map((set) => writeTle(set, 'A')).filter((tle) => tle.ok);
      const input = JSON.stringify({ tles: lines.map(({ line1, line2 }) => [line1, line2]), from, days });
      const script = join(import.meta.dirname, '../rival/sky.py');
      return async (name: string) => Number(execFileSync('/usr/bin/python3', [script, name], { input }));
    };
    const one = rival([elements!], 10);
    const sky = rival(setsOfAll, null);
    const night = rival(setsOfSome, 0.5);
    const found = await inTurns(rounds, {
      one: () => time(() => findPasses(elements!, { from, to: from + 10 * DAY_MS, observer, minElevation: 10 })),
      oneSkyfield: () => one('skyfield'),
      oneEphem: () => one('ephem'),
      above: () => time(() => scan.above(from, observer, 10)),
      aboveSkyfield: () => sky('skyfield'),
      aboveEphem: () => sky('ephem'),
      night: () => time(() => searchNight(active, from)).then((ms) => ms / 1000),
      someNight: () => time(() => searchNight(some, from)),
      nightSkyfield: () => night('skyfield'),
      nightEphem: () => night('ephem'),
    });
    const days = { what: 'passes of one object, 10 days', unit: 'ms', ours: found.one, target: '≤ 5 ms' };
    const above = { what: `above, ${objects.length} objects`, unit: 'ms', ours: found.above, target: '≤ 60 ms' };
    const nights = { what: `a night of ${active.length} objects`, unit: 's', ours: found.night, target: '≤ 8 s' };
    const short = { what: `a night of ${some.length} objects`, unit: 'ms', ours: found.someNight, target: '≤ 1 ×' };
    return [
      figure({ ...days, rival: 'Skyfield', theirs: found.oneSkyfield }, full),
      figure({ ...days, rival: 'PyEphem', theirs: found.oneEphem }, full),
      figure({ ...above, rival: 'Skyfield', theirs: found.aboveSkyfield }, full),
      figure({ ...above, rival: 'PyEphem', theirs: found.aboveEphem }, full),
      figure(nights, full),
      figure({ ...short, rival: 'Skyfield', theirs: found.nightSkyfield }, full),
      figure({ ...short, rival: 'PyEphem', theirs: found.nightEphem }, full),
    ];
  },
};
