import { figure } from '../figure.ts';
import { load } from '../load.ts';
import { type Server, serveRelease } from '../process.ts';
import { Random, randomLists } from '../questions.ts';
import { inTurns, type Section } from '../section.ts';

const PATHS = 20_000;
const rival = 'Fastify + PostgreSQL';

/** The keyed API with keys and limits, compared with Fastify and PostgreSQL. */
export const api: Section = {
  about: `single records and lists with key and limits, compared with ${rival}`,
  async run(bench) {
    const data = await bench.data();
    const records = (round: number) => {
      const random = new Random(3000 + round);
      return Array.from({ length: PATHS }, () => `/api/v1/satellites/${random.of(data.summaries).norad_cat_id}`);
    };
    const lists = (round: number) => randomLists(PATHS, round, data.countries);
    const cases = [
      { what: 'one record', of: records, connections: 64, coding: 'gzip', wrong: data.checkRecord, target: '≥ 1.2 ×' },
      { what: 'lists', of: lists, connections: 8, coding: 'identity', wrong: data.checkList, target: '≥ 3 ×' },
    ];
    await using ours = await serveRelease(bench.home);
    const theirs = await bench.rival();
    const figures = [];
    for (const { what, of, coding, target, ...options } of cases) {
      const ask = (server: Server) => async (round: number) => {
        const headers = { 'Accept-Encoding': coding, ...server.headers };
        const loaded = await load(server.base, { ...options, paths: of(round), seconds: bench.seconds, headers });
        return loaded.requests_s;
      };
      const found = await inTurns(bench.rounds, { ours: ask(ours), theirs: ask(theirs) });
      figures.push(figure({ what, unit: 'requests/s', rival, ...found, target }, bench.full));
    }
    return figures;
  },
};
