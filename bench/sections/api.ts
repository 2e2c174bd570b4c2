import { serveRelease } from '../process.ts';
import { randomLists, randomRecords } from '../random-requests.ts';
import { each, loadInTurns, type Section } from '../section.ts';

const PATHS = 20_000;
const rivalNames = {
  careful: 'Fastify + PostgreSQL, with keys and limits',
  bare: 'Fastify + PostgreSQL, bare',
} as const;

/** The API with keys and limits, compared with Fastify and PostgreSQL that do the same work, and with bare ones. */
export const section: Section = {
  about: `single records and lists, with keys and limits, compared with Fastify + PostgreSQL, with the same and bare`,
  async run(bench) {
    const data = await bench.data();
    const records = (round: number) => randomRecords(PATHS, round, data.summaries);
    const lists = (round: number) => randomLists(PATHS, round, data.countries);
    const cases = [
      {
        what: 'one record',
        of: records,
        connections: 64,
        coding: 'gzip',
        check: data.checkRecord,
        careful: '≥ 1.5 ×',
        bare: '≥ 1.2 ×',
      },
      { what: 'lists', of: lists, check: data.checkList, careful: '≥ 5 ×', bare: '≥ 3 ×' },
    ];
    await using ours = await serveRelease(bench.home);
    const { careful, bare } = await bench.rivals();
    const servers = { ours, careful, bare };
    const figures = [];
    for (const { what, of, careful, bare, ...options } of cases) {
      const found = await loadInTurns(bench, servers, of, options);
      const ours = each(found.ours, 'requests_s');
      for (const [name, target] of Object.entries({ careful, bare }) as ['careful' | 'bare', string][]) {
        const theirs = each(found[name], 'requests_s');
        figures.push({ what, unit: 'requests/s', ours, rival: rivalNames[name], theirs, target });
      }
    }
    return figures;
  },
};
