import { archiveReleases } from '../../pipeline/archive/absorb.ts';
import { importElements } from '../../pipeline/archive/import.ts';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { smallCatalog } from '../../pipeline/store.ts';

/**
 * Works on an archive, and kills itself as with `kill -9` before step number STEP: `archive-process.ts HOME STEP release ID`,
 * `… compact`, or `… import PATH`. Prints the number of steps if it finishes.
 */
const [home, last, command, argument] = process.argv.slice(2) as [string, string, string, string];
let steps = 0;
const options = {
  home,
  limits: { memory: '200MB', ...smallCatalog },
  step: () => {
    if (++steps === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
  progress: () => {},
};
if (command === 'release') await archiveReleases(options, argument);
else if (command === 'compact') await compactArchive(options);
else await importElements(options, [argument]);
process.stdout.write(String(steps));
