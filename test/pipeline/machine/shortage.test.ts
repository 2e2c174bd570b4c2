import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Releases } from '../../../pipeline/publish/release.ts';
import { machineTrouble } from '../../../pipeline/report/machine-fault.ts';
import { childEnvironment } from '../../child-environment.ts';
import { build, copyHome, FIRST, inSmallest, makeFolder, removeFolder, SECOND, writeSmall } from '../sample-build.ts';

let files: string;
let later: string;
let published: string;
const homes: string[] = [];

beforeAll(async () => {
  [files, later, published] = [await makeFolder(), await makeFolder(), await makeFolder()];
  await writeSmall(files, inSmallest);
  await writeSmall(later, inSmallest, 'second');
  await build(published, files, FIRST, { sample: false, archive: false });
});
afterAll(() => Promise.all([files, later, published, ...homes].map(removeFolder)));

/** Builds with this memory limit; returns the error, and the warnings. */
async function buildWithin(memory: string, home: string, from: string, now: Date) {
  const warnings: string[] = [];
  const more = { sample: false, archive: false, limits: { memory, threads: 1 } };
  const error = await build(home, from, now, { ...more, warn: (text) => warnings.push(text) }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, warnings };
}

test.each(['1MB', '5MB', '12MB'])('a first build within %s sets no file aside, and says what to do', async (memory) => {
  const home = await makeFolder();
  homes.push(home);
  const { error, warnings } = await buildWithin(memory, home, files, FIRST);
  expect(warnings).toEqual([]);
  expect(machineTrouble(error, home)).toMatch(/^The build ran out of memory\. Set ORBWEAVER_REFRESH_MEMORY /);
});

test('a build of new files within too little memory leaves them for the next, which publishes them', async () => {
  const home = await makeFolder();
  homes.push(home);
  copyHome(published, home);
  const { id } = (await new Releases(home).current())!;
  const { error, warnings } = await buildWithin('5MB', home, later, SECOND);
  expect(warnings).toEqual([]);
  expect(machineTrouble(error, home)).toMatch(/ran out of memory/);
  expect((await new Releases(home).current())!.id).toBe(id);
  const report = await build(home, later, SECOND, { sample: false, archive: false });
  expect([report!.set_aside, report!.files.filter(({ problem }) => problem !== null)]).toEqual([[], []]);
});

test.skipIf(process.platform !== 'linux')(
  'a refresh that may open too few files says so, and sets none aside',
  async () => {
    const home = await makeFolder();
    homes.push(home);
    const root = join(import.meta.dirname, '../../..');
    const refresh = (limit: string) =>
      promisify(execFile)(
        'sh',
        [
          '-c',
          `ulimit -n ${limit}; exec "$@"`,
          'sh',
          process.execPath,
          join(root, 'pipeline/refresh.ts'),
          '--from',
          files,
        ],
        { env: { ...childEnvironment, ORBWEAVER_HOME: home } },
      ).then(
        ({ stderr }) => ({ code: 0, stderr }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
      );
    const short = await refresh('28');
    expect(short).toEqual({
      code: 1,
      stderr: expect.stringContaining('This machine allows no more open files or processes. Raise the limit'),
    });
    expect(short.stderr).not.toContain('set aside');
    const { builds } = JSON.parse(await readFile(join(home, 'builds.json'), 'utf8')) as {
      builds: { reason: string }[];
    };
    expect(builds[0]!.reason).toBe('this machine allows no more open files or processes');
    expect(await refresh('1024')).toMatchObject({ code: 0 });
  },
  60_000,
);
