import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { npmScript } from '../../test/chaos/server-process.ts';
import { measureProgram, temporaryFolder } from '../process.ts';
import { each, type Section } from '../section.ts';

const rival = 'DuckDB alone';
type Run = Awaited<ReturnType<typeof measureProgram>>;

/** A complete refresh of upstream files into an empty home, compared with DuckDB alone reading and writing the same, including the archive. */
export const section: Section = {
  about: 'a complete refresh of the files in --from, compared with DuckDB alone reading and writing the same',
  async run(bench) {
    await using work = await temporaryFolder();
    const [home, floor] = [join(work.folder, 'home'), join(work.folder, 'floor')];
    const [ours, theirs]: [Run[], Run[]] = [[], []];
    let objects = 0;
    // DuckDB copies the tables of a finished release, so it always runs second.
    for (let round = 0; round < bench.rounds; round += 1) {
      const program = [...npmScript('refresh').args, '--from', bench.from, '--now', '2026-08-21T23:00:00Z'];
      ours.push(await measureProgram(program, { ORBWEAVER_HOME: home }));
      theirs.push(await measureProgram(['bench/rival/refresh-floor.ts', bench.from, home, floor]));
      objects = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8')).counts.satellites;
      for (const folder of [home, floor]) await rm(folder, { recursive: true });
    }
    const of = (name: keyof Run) => ({ rival, ours: each(ours, name), theirs: each(theirs, name) });
    const judged = objects >= 60_000;
    const what = `refresh of ${objects.toLocaleString('en-US')} objects`;
    return [
      { what, unit: 's', ...of('seconds'), target: '≤ 3 ×', judged },
      { what: 'its memory at most', unit: 'MiB', ...of('mib'), target: '≤ 1,500 MiB', judged },
    ];
  },
};
