import { figure, most } from '../figure.ts';
import { ownHome, serve } from '../process.ts';
import { inTurns } from '../rounds.ts';
import type { Section } from '../section.ts';

/** From the start of the process to the first record it answers. */
export const start: Section = {
  name: 'start',
  about: 'from the start of the process to its first record',
  needs: [],
  async run(bench) {
    const { summaries } = await bench.data();
    const own = await ownHome(bench.home);
    const ours = async () => {
      const server = await serve(own, `/api/v1/satellites/${summaries[0]!.norad_cat_id}`);
      await server.stop();
      return server.startMs;
    };
    try {
      const found = await inTurns(bench.rounds, { ours });
      const note = 'started once before, so the files of the release are in memory: as after a restart';
      const first = { what: 'start to first record', unit: 'ms', ...found, target: most(1500, 'ours'), note };
      return [figure(first, bench.full)];
    } finally {
      await own.remove();
    }
  },
};
