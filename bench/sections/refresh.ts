import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { figure } from '../figure.ts';
import { measureProgram, temporaryFolder } from '../process.ts';
import type { Section } from '../section.ts';

const rival = 'DuckDB alone';
const TIME = '2026-08-21T23:00:00Z';
type Run = Awaited<ReturnType<typeof measureProgram>>;

/** A whole refresh of upstream files, compared with DuckDB alone reading the same and writing the same tables and files. */
export const refresh: Section = {
  about: 'a whole refresh of the files in --from, compared with DuckDB alone reading and writing the same',
  async run(bench) {
    await using work = await temporaryFolder();
    const [home, floor] = [join(work.folder, 'home'), join(work.folder, 'floor')];
    const [ours, theirs]: [Run[], Run[]] = [[], []];
    let objects = 0;
    // DuckDB copies the tables of a finished release, so it always comes second.
    for (let round = 0; round < bench.rounds; round += 1) {
      const env = { ORBWEAVER_HOME: home };
      ours.push(await measureProgram(['pipeline/refresh.ts', '--from', bench.from, '--now', TIME], env));
      theirs.push(await measureProgram(['bench/rival/refresh-floor.ts', bench.from, join(home, 'current'), floor]));
      objects = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8')).counts.satellites;
      for (const folder of [home, floor]) await rm(folder, { recursive: true });
    }
    const full = objects >= 60_000;
    const of = (name: keyof Run) => ({
      rival,
      ours: ours.map((run) => run[name]),
      theirs: theirs.map((run) => run[name]),
    });
    const what = `refresh of ${objects.toLocaleString('en-US')} objects`;
    return [
      figure({ what, unit: 's', ...of('seconds'), target: '≤ 3 ×' }, full),
      figure({ what: 'its memory at most', unit: 'MiB', ...of('mib'), target: '≤ 1,500 MiB' }, full),
    ];
  },
};
