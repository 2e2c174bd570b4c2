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
  const messages: string[] = [];
  const options = { home, databaseUrl: undefined, secret: undefined, now: Date.now, actor: 'operator test' };
  const code = await runAdmin(['releases', 'verify', ...args], {
    ...options,
    out: (line) => out.push(line),
    say: (line) => messages.push(line),
  });
  return { code, out: out.join('\n'), messages: messages.join('\n') };
}

test('exits with 0 for an intact release', async () => {
  expect(await verify()).toMatchObject({
    code: 0,
    out: '',
    messages: expect.stringMatching(/is intact: \d+ files match/),
  });
  expect(await verify('--json', '--id', releaseId(1))).toMatchObject({ code: 0, out: '[]' });
});

test('names a changed, a missing and an unexpected file, and exits with 1', async () => {
  await appendFile(join(folder, 'public/api/v1/elements.json'), ' ');
  await rm(join(folder, 'public/api/v1/events.json'));
  await writeFile(join(folder, 'public/stranger.txt'), 'x');
  const { code, out, messages } = await verify('--json');
  expect(code).toBe(1);
  expect(messages).toMatch(/3 files differ.*rollback/);
  expect(JSON.parse(out)).toEqual([
    { file: 'public/api/v1/elements.json', problem: 'differs from the file that was published' },
    { file: 'public/api/v1/events.json', problem: 'is missing' },
    { file: 'public/stranger.txt', problem: 'is not in the manifest' },
  ]);
});

test('exits with 2 for an invalid id or without a current release, and with 1 for a release that is missing', async () => {
  expect((await verify('--id', '../../etc')).code).toBe(2);
  expect(await verify('--id', releaseId(9))).toMatchObject({
    code: 1,
    messages: expect.stringMatching(/manifest\.json/),
  });
  await rm(join(home, 'current'));
  expect((await verify()).code).toBe(2);
});
