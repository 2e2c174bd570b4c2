import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../server/running-server.ts';
import { serveDefaults } from './default-server.ts';
import { GPREDICT, gpredictLists, oldAddress } from './gpredict-lists.ts';
import { PREVISAT_LISTS, previsatLists } from './previsat-lists.ts';
import { PYTHON } from './python.ts';

const PYORBITAL = '/usr/lib/python3/dist-packages/pyorbital/tlefile.py';

/** The paths of the lists that programs of Debian 12 download unless their users change them, and the file that has them. */
const programs: readonly (readonly [name: string, debian: string, file: string, lists: () => readonly string[]])[] = [
  ['gpredict', 'gpredict', GPREDICT, gpredictLists],
  ['PreviSat', 'previsat', PREVISAT_LISTS, previsatLists],
  [
    'Pyorbital',
    'python3-pyorbital',
    PYORBITAL,
    () => {
      const code = 'from pyorbital import tlefile; print(*tlefile.TLE_URLS)';
      return execFileSync(PYTHON, ['-c', code], { encoding: 'utf8' }).match(oldAddress)!;
    },
  ],
];

/** Programs fetch one list after another, and neither retry nor read `Retry-After`. */
describe('a server on default settings refuses none of the lists of', () => {
  for (const [name, debian, file, lists] of programs) {
    const installed = existsSync(file);
    test.skipIf(!installed)(installed ? name : `${name} (skipped: apt-get install ${debian})`, async () => {
      const server = await serveDefaults();
      onTestFinished(() => server.remove());
      const paths = lists();
      expect(paths.length).toBeGreaterThan(8);
      let elements = 0;
      for (const path of paths) {
        const { status, headers, body } = await ask(server.base, path);
        expect(headers['content-type']).toBe('text/plain; charset=utf-8');
        // The sample has few groups: the other lists are empty, but not unknown.
        if (status === 404) expect([path, body.toString()]).toEqual([path, 'No GP data found']);
        else expect([path, status]).toEqual([path, 200]);
        elements += body.toString().match(/^1 \d{5}U /gm)?.length ?? 0;
      }
      expect(elements).toBeGreaterThan(0);
    });
  }
});
