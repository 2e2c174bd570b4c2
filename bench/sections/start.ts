import { ownHome, serve } from '../process.ts';
import { inTurns, type Section } from '../section.ts';

/** Time from the start of the process to its first record. */
export const section: Section = {
  about: 'from the start of the process to its first record',
  async run(bench) {
    const { summaries } = await bench.data();
    await using own = await ownHome(bench.home);
    const ours = async () => {
      await using server = await serve(own, `/api/v1/satellites/${summaries[0]!.norad_cat_id}`);
      return server.startMs;
    };
    const found = await inTurns(bench.rounds, { ours });
    const note = 'started once before, so the files of the release are in memory: as after a restart';
    return [{ what: 'start to first record', unit: 'ms', ...found, target: '≤ 800 ms', note }];
  },
};
