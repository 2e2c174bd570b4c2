import { readFile } from 'node:fs/promises';
import { shown } from '../figure.ts';
import { measureProgram, temporaryFolder } from '../process.ts';
import { each, type Section } from '../section.ts';

const DAY = 86_400;
/** The targets are for a file of at least so many objects. */
const WHOLE_SKY = 20_000;

/** The search of close approaches, all against all, by time and by number of objects. */
export const section: Section = {
  about: 'close approaches of everything in --on-orbit, all against all',
  async run(bench) {
    const file = bench.onOrbit;
    const objects = (await readFile(file, 'utf8')).trimEnd().split('\n').length - 1;
    const cases = [
      { seconds: DAY, share: 0.25 },
      { seconds: DAY, share: 0.5 },
      { seconds: DAY / 4, share: 1 },
      { seconds: DAY, share: 1, target: '≤ 45 s' },
      { seconds: 7 * DAY, share: 1, target: '≤ 300 s' },
    ];
    const figures = [];
    for (const { seconds, share, target } of cases) {
      const runs = [];
      for (let round = 0; round < bench.rounds; round += 1) {
        await using work = await temporaryFolder();
        const args = [file, work.folder, String(seconds), String(share)];
        runs.push(await measureProgram(['bench/screen-sky.ts', ...args]));
      }
      const what = `close approaches in ${shown(seconds / 3600)} h of ${shown(Math.floor(objects * share))} objects`;
      const judged = target !== undefined && objects >= WHOLE_SKY;
      figures.push({ what, unit: 's', ours: each(runs, 'seconds'), target: target ?? '≤ 45 s', judged });
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
