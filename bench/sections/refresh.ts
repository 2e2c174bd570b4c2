import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Section } from '../bench.ts';
import { figure, most } from '../figure.ts';
import { inTemporaryFolder } from '../measure/folder.ts';
import { type Refreshed, refresh, refreshFloor } from '../measure/refreshed.ts';
import { generate } from '../synthetic/generate.ts';

const rival = 'DuckDB alone, the floor';
/** How many objects are generated where there are no upstream files; few where it has to be short. */
const generated = { short: 2_000, whole: 66_000 };

/** A whole refresh from upstream files, beside its floor: DuckDB alone reading the same and writing the same. */
export const refreshSection: Section = {
  name: 'refresh',
  about: 'a whole refresh, beside DuckDB alone reading the same files and writing the same tables and files',
  needs: [],
  async run(bench) {
    return inTemporaryFolder(async (work) => {
      const real = existsSync(bench.from) && !bench.short;
      const from = real ? bench.from : join(work, 'upstream');
      if (!real) await generate(from, bench.short ? generated.short : generated.whole);
      const [home, floor] = [join(work, 'home'), join(work, 'floor')];
      const refreshes: Refreshed[] = [];
      const floors: Awaited<ReturnType<typeof refreshFloor>>[] = [];
      // The floor copies the tables of a finished release: it has to come second.
      for (let round = 0; round < bench.rounds; round += 1) {
        refreshes.push(await refresh(from, home));
        floors.push(await refreshFloor(from, home, floor));
        for (const folder of [home, floor]) await rm(folder, { recursive: true });
        bench.print(`  refresh ${round + 1} of ${bench.rounds} done`);
      }
      const { objects, bytes } = refreshes[0]!;
      const of = (name: 'wall_s' | 'cpu_s' | 'peak_mb') => ({
        ours: refreshes.map((one) => one[name]),
        rival,
        theirs: floors.map((one) => one[name]),
      });
      const what = `refresh of ${objects.toLocaleString('en-US')} ${real ? '' : 'generated '}objects`;
      const full = objects >= 60_000;
      return {
        figures: [
          figure({ what, unit: 's', ...of('wall_s'), asked: most(3) }, full),
          figure({ what: 'its processor time', unit: 's', ...of('cpu_s') }),
          figure({ what: 'its memory at most', unit: 'MiB', ...of('peak_mb') }),
          figure({ what: 'size of the release', unit: 'MB', ours: bytes / 1e6 }),
        ],
        details: { from: real ? bench.from : 'generated' },
      };
    });
  },
};
