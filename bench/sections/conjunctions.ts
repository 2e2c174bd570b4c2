import { join } from 'node:path';
import { measureProgram, temporaryFolder } from '../process.ts';
import { each, type Section } from '../section.ts';

/** CelesTrak's file of everything in orbit, in `--from`. */
const FILE = 'celestrak/gp-on-orbit.csv';
const DAY = 86_400;

/** The search of close approaches, all against all, by time and by number of objects. */
export const section: Section = {
  about: `close approaches of everything in ${FILE} of --from, all against all`,
  async run(bench) {
    const cases = [
      { what: '24 h, every object', seconds: DAY, share: 1, target: '≤ 45 s', judged: true },
      { what: '24 h, half of the objects', seconds: DAY, share: 0.5, target: '≤ 45 s', judged: false },
      { what: '6 h, every object', seconds: DAY / 4, share: 1, target: '≤ 45 s', judged: false },
      { what: '7 days, every object', seconds: 7 * DAY, share: 1, target: '≤ 300 s', judged: true },
    ];
    const figures = [];
    for (const { what, seconds, share, target, judged } of cases) {
      const runs = [];
      for (let round = 0; round < bench.rounds; round += 1) {
        await using work = await temporaryFolder();
        const args = [join(bench.from, FILE), work.folder, String(seconds), String(share)];
        runs.push(await measureProgram(['bench/screen-sky.ts', ...args]));
      }
      figures.push({ what, unit: 's', ours: each(runs, 'seconds'), target, judged });
      figures.push({
        what: `its memory at most, ${what}`,
        unit: 'MiB',
        ours: each(runs, 'mib'),
        target: '≤ 600 MiB',
        judged,
      });
    }
    return figures;
  },
};
