import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAdmin } from '../../src/cli/run-admin.ts';
import { makeHome, publish, releaseId, removeHome } from '../server/release-folder.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await makeHome();
  folder = join(home, 'releases', await publish(home, 1));
});
afterEach(() => removeHome(home));

async function verify(...args: string[]) {
  const out: string[] = [];
  const said: string[] = [];
  const world = { home, databaseUrl: undefined, secret: undefined, now: Date.now, actor: 'operator test' };
  const code = await runAdmin(['releases', 'verify', ...args], {
    ...world,
    out: (line) => out.push(line),
    say: (line) => said.push(line),
  });
  return { code, out: out.join('\n'), said: said.join('\n') };
}

test('an intact release: exit code 0', async () => {
  expect(await verify()).toMatchObject({
    code: 0,
    out: '',
    said: expect.stringMatching(/is intact: \d+ files match/),
  });
  expect(await verify('--json', '--id', releaseId(1))).toMatchObject({ code: 0, out: '[]' });
});

test('a byte that differs, a file that is gone and one too many are named: exit code 1', async () => {
  await appendFile(join(folder, 'public/api/v1/elements.json'), ' ');
  await rm(join(folder, 'public/api/v1/events.json'));
  await writeFile(join(folder, 'public/stranger.txt'), 'x');
  const { code, out, said } = await verify('--json');
  expect(code).toBe(1);
  expect(said).toMatch(/3 files differ.*rollback/);
  expect(JSON.parse(out)).toEqual([
    { file: 'public/api/v1/elements.json', problem: 'has another content than when it was published' },
    { file: 'public/api/v1/events.json', problem: 'is missing' },
    { file: 'public/stranger.txt', problem: 'is not in the manifest' },
  ]);
});

test('no release, a broken one and a name that is none are told apart', async () => {
  expect((await verify('--id', '../../etc')).code).toBe(2);
  expect(await verify('--id', releaseId(9))).toMatchObject({ code: 1, said: expect.stringMatching(/manifest\.json/) });
  await rm(join(home, 'current'));
  expect((await verify()).code).toBe(2);
});
