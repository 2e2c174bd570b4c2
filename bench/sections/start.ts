import type { Section } from '../bench.ts';
import { figure, most } from '../figure.ts';
import { inTurns } from '../measure/rounds.ts';
import { ownHome, serveHome, serveNothing } from '../measure/served.ts';

/** From the start of the process to the first record it answers, beside a server that has nothing to open. */
export const start: Section = {
  name: 'start',
  about: 'from the start of the process to its first record, beside bare node:http',
  needs: [],
  async run(bench) {
    const { catalogue } = await bench.right();
    const path = `/api/v1/satellites/${catalogue.things[0]!.id}`;
    const own = await ownHome(bench.home);
    try {
      const timed = async (server: Promise<{ milliseconds: number; stop(): Promise<void> }>) => {
        const { milliseconds, stop } = await server;
        await stop();
        return milliseconds;
      };
      const found = await inTurns(bench.rounds, {
        ours: () => timed(serveHome(own.folder, { path, headers: own.headers })),
        theirs: () => timed(serveNothing('bare')),
      });
      const note =
        'the program was started before, so it is kept compiled and the files of the release are in memory: as after a restart';
      return {
        figures: [
          figure(
            {
              what: 'start to first record',
              unit: 'ms',
              ...found,
              rival: 'bare node:http',
              asked: most(1000, 'ours'),
              note,
            },
            bench.full,
          ),
        ],
      };
    } finally {
      await own.remove();
    }
  },
};
