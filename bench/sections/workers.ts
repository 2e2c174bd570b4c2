import { serveRelease } from '../process.ts';
import { randomLists, randomRecords } from '../random-requests.ts';
import { each, loadInTurns, type Section } from '../section.ts';

const PATHS = 20_000;

/** Two server processes on one port, compared with one, both on all cores of this machine. */
export const section: Section = {
  about: 'two server processes on one port (ORBWEAVER_WORKERS=2), compared with one',
  async run(bench) {
    const data = await bench.data();
    await using ours = await serveRelease(bench.home, { ORBWEAVER_WORKERS: '2' });
    await using one = await serveRelease(bench.home);
    const cases = [
      {
        what: 'one record, two processes',
        of: (round: number) => randomRecords(PATHS, round, data.summaries),
        coding: 'gzip',
        check: data.checkRecord,
      },
      {
        what: 'lists, two processes',
        of: (round: number) => randomLists(PATHS, round, data.countries),
        check: data.checkList,
      },
    ];
    const figures = [];
    for (const { what, of, ...options } of cases) {
      const found = await loadInTurns(bench, { ours, one }, of, { connections: 64, ...options });
      figures.push({
        ...{ what, unit: 'requests/s', rival: 'one process', target: '≥ 1.6 ×' },
        ours: each(found.ours, 'requests_s'),
        theirs: each(found.one, 'requests_s'),
        note: 'the load generator and the checking client run on the same cores',
      });
    }
    return figures;
  },
};
