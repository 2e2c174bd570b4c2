import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { measureProgram, temporaryFolder } from '../process.ts';
import type { Section } from '../section.ts';

const rival = 'DuckDB alone';
const TIME = '2026-08-21T23:00:00Z';
type Run = Awaited<ReturnType<typeof measureProgram>>;

/** A whole refresh of upstream files, compared with DuckDB alone reading the same and writing the same tables and files. */
export const section: Section = {
  about: 'a whole refresh of the files in --from, compared with DuckDB alone reading and writing the same',
  async run(bench) {
    await using work = await temporaryFolder();
    const [home, floor] = [join(work.folder, 'home'), join(work.folder, 'floor')];
    const runs: { ours: Run; theirs: Run }[] = [];
    let objects = 0;
    // DuckDB copies the tables of a finished release, so it always comes second.
    for (let round = 0; round < bench.rounds; round += 1) {
      const program = ['pipeline/refresh.ts', '--from', bench.from, '--now', TIME];
      const ours = await measureProgram(program, { ORBWEAVER_HOME: home });
      const current = join(home, 'current');
      runs.push({ ours, theirs: await measureProgram(['bench/rival/refresh-floor.ts', bench.from, current, floor]) });
      objects = JSON.parse(await readFile(join(current, 'manifest.json'), 'utf8')).counts.satellites;
      for (const folder of [home, floor]) await rm(folder, { recursive: true });
    }
    const each = (who: 'ours' | 'theirs', name: keyof Run) => runs.map((run) => run[who][name]);
    const of = (name: keyof Run) => ({ rival, ours: each('ours', name), theirs: each('theirs', name) });
    const judged = objects >= 60_000;
    const what = `refresh of ${objects.toLocaleString('en-US')} objects`;
    return [
      { what, unit: 's', ...of('seconds'), target: '≤ 3 ×', judged },
      { what: 'its memory at most', unit: 'MiB', ...of('mib'), target: '≤ 1,500 MiB', judged },
    ];
  },
};
