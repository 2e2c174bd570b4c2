import type { Section } from '../bench.ts';
import { figure, most } from '../figure.ts';
import { killRun } from '../kill/kill.ts';

/** In the middle of a refresh a few files come and go. */
const allowance = 3;

/** Kills refreshes and servers at random moments, with a client that asks the other server when one is gone. */
export const kill: Section = {
  name: 'kill',
  about:
    'kill -9 at random moments, of refreshes and of two servers under load: no answer fails or is mixed, nothing is left',
  needs: [],
  async run({ kills, rate, light, print }) {
    const outcome = await killRun({ kills, rate, light, print });
    const { failed, mixed, leftovers, files_early, files_at_end, deleted_held } = outcome;
    for (const [what, list] of Object.entries({ failed, mixed, leftovers }))
      for (const one of list.slice(0, 20)) print(`  ${what}: ${one}`);
    const none = (what: string, ours: number, bound = 0) =>
      figure({ what, unit: '', ours, asked: most(bound, 'ours') });
    return {
      figures: [
        none('answers that failed', failed.length),
        none('answers of two releases', mixed.length),
        none('names left behind', leftovers.length),
        none('files of deleted releases held open', deleted_held),
        none('files that the home gained', files_at_end - files_early, allowance),
        figure({ what: 'answers compared', unit: '', ours: outcome.requests }),
      ],
      details: {
        ...{ kills, rate, light },
        ...outcome,
        ...{ failed: failed.length, mixed: mixed.length, leftovers: leftovers.length },
      },
    };
  },
};
