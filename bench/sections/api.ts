import { figure, least } from '../figure.ts';
import { type Load, load } from '../load.ts';
import { type Server, serveRelease } from '../process.ts';
import { randomLists } from '../questions.ts';
import { Random } from '../random.ts';
import { inTurns } from '../rounds.ts';
import type { Section } from '../section.ts';

const PATHS = 20_000;
const rival = 'Fastify + PostgreSQL';

/** The keyed API with keys and limits, beside Fastify and PostgreSQL. */
export const api: Section = {
  name: 'api',
  about: `single records and lists with key and limits, beside ${rival}`,
  needs: ['wrk', 'postgresql'],
  async run(bench) {
    const data = await bench.data();
    const records = (round: number) => {
      const random = new Random(3000 + round);
      return Array.from({ length: PATHS }, () => `/api/v1/satellites/${random.of(data.summaries).norad_cat_id}`);
    };
    const lists = (round: number) => randomLists(PATHS, round, data.countries);
    const [gzip, identity] = [{ 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'identity' }];
    const cases = [
      { what: 'one record', paths: records, connections: 64, coding: gzip, wrong: data.checkRecord, target: 1.2 },
      { what: 'lists', paths: lists, connections: 8, coding: identity, wrong: data.checkList, target: 3 },
    ];
    const ours = await serveRelease(bench.home);
    const theirs = await bench.rival();
    try {
      const figures = [];
      for (const { what, paths, coding, target, ...options } of cases) {
        const ask = (server: Server) => (round: number) => {
          const headers = { ...coding, ...server.headers };
          return load(server.base, { ...options, paths: paths(round), seconds: bench.seconds, headers });
        };
        const found = await inTurns(bench.rounds, { ours: ask(ours), theirs: ask(theirs) });
        const speed = (loads: readonly Load[]) => loads.map(({ requests_s }) => requests_s);
        const values = { ours: speed(found.ours), rival, theirs: speed(found.theirs) };
        figures.push(figure({ what, unit: 'requests/s', ...values, target: least(target) }, bench.full));
      }
      return figures;
    } finally {
      await ours.stop();
    }
  },
};
