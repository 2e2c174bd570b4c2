import { serveRelease } from '../process.ts';
import { randomLists, randomRecords } from '../random-requests.ts';
import { each, loadInTurns, type Section } from '../section.ts';

const PATHS = 20_000;
const rival = 'Fastify + PostgreSQL';

/** The API with keys and limits, compared with Fastify and PostgreSQL. */
export const section: Section = {
  about: `single records and lists, with keys and limits, compared with ${rival}`,
  async run(bench) {
    const data = await bench.data();
    const records = (round: number) => randomRecords(PATHS, round, data.summaries);
    const lists = (round: number) => randomLists(PATHS, round, data.countries);
    const cases = [
      { what: 'one record', of: records, connections: 64, coding: 'gzip', check: data.checkRecord, target: '≥ 1.2 ×' },
      { what: 'lists', of: lists, check: data.checkList, target: '≥ 3 ×' },
    ];
    await using ours = await serveRelease(bench.home);
    const servers = { ours, theirs: await bench.rival() };
    const figures = [];
    for (const { what, of, target, ...options } of cases) {
      const found = await loadInTurns(bench, servers, of, options);
      const speeds = { ours: each(found.ours, 'requests_s'), theirs: each(found.theirs, 'requests_s') };
      figures.push({ what, unit: 'requests/s', rival, ...speeds, target });
    }
    return figures;
  },
};
