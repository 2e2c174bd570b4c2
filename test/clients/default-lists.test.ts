import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** What a response begins with, by the format that its address names. */
const beginnings: Readonly<Record<string, RegExp>> = {
  tle: /^[^\r\n]{24}\r\n1 \d{5}/,
  '3le': /^[^\r\n]{24}\r\n1 \d{5}/,
  csv: /^OBJECT_NAME,OBJECT_ID,EPOCH,/,
  omm: /^OBJECT_NAME,OBJECT_ID,EPOCH,/,
  xml: /^<\?xml /,
  'omm.json': /^\[\{"OBJECT_NAME":/,
  czml: /^\[\{"id":"document",/,
};

test('a server on default settings answers each address in the table of programs in its format', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../src/content/docs/docs/migrate.md'), 'utf8');
  const table = /## Settings for programs\n([\s\S]*?)\n\nWith Skyfield/.exec(docs)![1]!;
  const rows = [...table.matchAll(/^\| (\w[^|]*?) \|.*$/gm)].filter(([, program]) => program !== 'Program');
  const addresses = rows.flatMap(([row, program]) =>
    [...row.matchAll(/ORBWEAVER(\/[\w./?=&%-]+)/g)].map(([, path]) => ({ program: program!, path: path! })),
  );
  expect(addresses.length).toBeGreaterThan(10);
  for (const program of ['Look4Sat', 'SatDump 1', 'KeepTrack', 'Cesium'])
    expect(addresses.map((one) => one.program)).toContain(program);
  const server = await serveDefaults();
  onTestFinished(() => server.remove());
  for (const { program, path } of addresses) {
    const { status, body } = await ask(server.base, path.replace('%NORAD%', '25544'));
    const format = /FORMAT=(\w+)/.exec(path)?.[1] ?? path.slice(path.indexOf('.') + 1);
    // The sample has no group `visual`.
    if (path.includes('GROUP=visual'))
      expect([program, status, body.toString()]).toEqual([program, 404, 'No GP data found']);
    else {
      expect([program, path, status]).toEqual([program, path, 200]);
      expect(body.toString(), `${program}: ${path}`).toMatch(beginnings[format.toLowerCase()]!);
    }
  }
});
