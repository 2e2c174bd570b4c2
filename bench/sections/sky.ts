import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SkyScan } from '../../src/orbit/observation/sky-scan.ts';
import { NoPosition } from '../../src/orbit/observer.ts';
import { findPasses } from '../../src/orbit/passes.ts';
import { writeTle } from '../../src/orbit/tle.ts';
import { openCatalog } from '../../src/query/catalog.ts';
import { type Figure, figure } from '../figure.ts';
import { inTurns, type Section } from '../section.ts';

const observer = { lat: 52.5, lon: 13.4, alt_m: 40 };
const STATION = 25544;
const DAY_MS = 86_400_000;

/** Milliseconds of this thread's own work. */
async function time(work: () => void): Promise<number> {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** Passes and the whole sky, computed in this process, beside Skyfield and PyEphem. */
export const sky: Section = {
  about: 'passes of one object and of all for a night, and what is above, beside Skyfield and PyEphem',
  async run({ home, full, rounds }): Promise<Figure[]> {
    const catalog = await openCatalog(join(home, 'current'));
    const [objects, { elements }] = [await catalog.sky.objects(), catalog.elements(STATION)!];
    const active = new Set(await catalog.sky.group('active'));
    catalog.close();
    const from = Date.parse(`${elements!.epoch}Z`);
    const search = { from, observer, minElevation: 10 };
    const columns = Object.fromEntries(
      Object.keys(objects[0]!).map((name) => [name, objects.map((one) => one[name as 'bstar'])]),
    ) as unknown as Parameters<typeof SkyScan.open>[0];
    const scan = await SkyScan.open(columns);
    const night = () => {
      for (const one of objects) {
        try {
          if (active.has(one.norad_cat_id)) findPasses(one, { ...search, to: from + DAY_MS / 2 });
        } catch (error) {
          if (!(error instanceof NoPosition)) throw error;
        }
      }
    };
    const tle = writeTle(elements!, 'A');
    const rival = async (name: string) =>
      Number(
        execFileSync('/usr/bin/python3', [join(import.meta.dirname, '../rival/sky.py'), name, JSON.stringify(tle)]),
      );
    const found = await inTurns(rounds, {
      one: () => time(() => findPasses(elements!, { ...search, to: from + 10 * DAY_MS })),
      skyfield: () => rival('skyfield'),
      ephem: () => rival('ephem'),
      above: () => time(() => scan.above(from, observer, 10)),
      night: () => time(night).then((ms) => ms / 1000),
    });
    const days = { what: 'passes of one object, 10 days', unit: 'ms', ours: found.one, target: '≤ 5 ms' };
    const above = { what: `above, ${objects.length} objects`, unit: 'ms', ours: found.above, target: '≤ 60 ms' };
    const nights = { what: `a night of ${active.size} objects`, unit: 's', ours: found.night, target: '≤ 8 s' };
    return [
      figure({ ...days, rival: 'Skyfield', theirs: found.skyfield }, full),
      figure({ ...days, rival: 'PyEphem', theirs: found.ephem }, full),
      figure(above, full),
      figure(nights, full),
    ];
  },
};
