import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { firstKey } from '../../src/server/first-key.ts';
import { buildStaleSite } from '../../src/server/website.ts';
import { builtSite } from '../built-site.ts';
import { childEnvironment } from '../child-environment.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { makeHome, removeHome } from './release-folder.ts';

const entry = join(import.meta.dirname, '../../src/server/serve.ts');

/** Runs the entry point until it exits, in a folder without a `.env`. */
function run(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: tmpdir(),
      env: { ...childEnvironment, ...settings },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        output += part;
      });
    }
    child.once('close', (code) => resolve({ code, output }));
  });
}

test('--help describes the commands, options and settings', async () => {
  const { code, output } = await run(['--help']);
  expect(code).toBe(0);
  for (const words of ['npm start', '--no-schedule', 'PORT', 'ORBWEAVER_HOME']) expect(output).toContain(words);
});

test('an unknown option prints the help and exits with 1', async () => {
  const { code, output } = await run(['--fast']);
  expect(code).toBe(1);
  expect(output).toContain("'--fast'");
  expect(output).toContain('--no-schedule');
});

test('an invalid setting is reported before anything is built or opened', async () => {
  const folder = await makeHome();
  onTestFinished(() => removeHome(folder));
  const home = join(folder, 'home');
  const { code, output } = await run([], { PORT: 'http', ORBWEAVER_HOME: home });
  expect(code).toBe(1);
  expect(output).toContain('PORT is "http" (read from the environment); it must be a whole number from 0 to 65535');
  expect(output).not.toContain('at ');
  expect(output).not.toContain('Building the website');
  expect(existsSync(home)).toBe(false);
});

test('an impossible home folder and a foreign host address are reported with the setting to change', async () => {
  const { code, output } = await run([], { ORBWEAVER_HOME: '/dev/null/home' });
  expect([code, output]).toEqual([1, expect.stringContaining('Set ORBWEAVER_HOME to a folder')]);
  await builtSite();
  const home = await makeHome();
  onTestFinished(() => removeHome(home));
  // An address reserved for documentation (RFC 5737): no machine has it.
  const foreignHost = await run(['--no-schedule'], { HOST: '192.0.2.1', ORBWEAVER_HOME: home });
  expect([foreignHost.code, foreignHost.output]).toEqual([1, expect.stringContaining('Set HOST to an IP address')]);
  for (const text of [output, foreignHost.output]) expect(text).not.toContain('    at ');
}, 300_000);

test('servers that start together build the website once, one after the other', async () => {
  const root = await makeHome();
  onTestFinished(() => removeHome(root));
  for (const folder of ['src', 'public', 'dist', 'node_modules/astro'])
    await mkdir(join(root, folder), { recursive: true });
  for (const file of ['astro.config.mjs', 'package-lock.json', 'CHANGELOG.md']) await writeFile(join(root, file), '');
  let running = 0;
  let builds = 0;
  const said: string[] = [];
  const start = () =>
    buildStaleSite(
      root,
      async () => {
        running += 1;
        builds += 1;
        expect(running).toBe(1);
        await setTimeout(500);
        await writeFile(join(root, 'dist/site.json'), '{}');
        running -= 1;
      },
      (line) => said.push(line),
    );
  await Promise.all([start(), start(), start()]);
  expect(builds).toBe(1);
  expect(said.toSorted()).toEqual([
    'Building the website: it is missing or older than its sources.',
    'Waiting for another server, which is building the website.',
    'Waiting for another server, which is building the website.',
  ]);
  await start();
  expect(builds).toBe(1);
});

test('a website that this user may not build is no fault of the home folder', async () => {
  const root = await makeHome();
  onTestFinished(() => removeHome(root));
  for (const folder of ['src', 'public', 'dist', 'node_modules/astro'])
    await mkdir(join(root, folder), { recursive: true });
  for (const file of ['astro.config.mjs', 'package-lock.json', 'CHANGELOG.md', 'node_modules/.cache'])
    await writeFile(join(root, file), '');
  const started = buildStaleSite(
    root,
    async () => {},
    () => {},
  );
  await expect(started).rejects.toThrow(/this user may not build it \(.*mkdir.*\)\. Run "npm run build"/);
});

describe('the first start on a terminal', () => {
  const own = { host: '127.0.0.1', publicUrl: undefined, databaseUrl: undefined, trustProxy: false as const };
  const terminal = { isTerminal: true, now: Date.now };

  test('creates a key for the person on this machine, once', async () => {
    const home = await makeHome();
    onTestFinished(() => removeHome(home));
    expect(await firstKey({ ...own, home }, { ...terminal, isTerminal: false })).toBeNull();
    for (const open of [
      { host: '0.0.0.0' },
      { host: 'example.org' },
      { publicUrl: 'https://example.org' },
      { trustProxy: ['127.0.0.1'] },
    ])
      expect(await firstKey({ ...own, home, ...(open as object) }, terminal)).toBeNull();
    expect(existsSync(join(home, 'accounts'))).toBe(false);
    expect(await firstKey({ ...own, home }, terminal)).toMatch(/^ow_/);
    expect(await firstKey({ ...own, home }, terminal)).toBeNull();
  });

  const missing = existsSync('/usr/bin/script') ? '' : ' (skipped: no script; apt-get install bsdutils)';
  test.skipIf(missing !== '')(
    `prints one curl with it, which works, and logs no key${missing}`,
    async () => {
      await builtSite();
      const home = await copySample();
      onTestFinished(() => removeHome(home));
      /** Starts the server, with a terminal or without, and returns what it printed until it serves. */
      const start = async (hasTerminal: boolean): Promise<string> => {
        const command = [process.execPath, entry];
        const [program, ...args] = hasTerminal ? ['script', '-qefc', command.join(' '), '/dev/null'] : command;
        const env = { ...childEnvironment, ORBWEAVER_HOME: home, ORBWEAVER_SCHEDULE: 'off', PORT: '0' };
        const child = spawn(program!, args, { cwd: tmpdir(), env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
        onTestFinished(async () => {
          const closed = once(child, 'close');
          process.kill(-child.pid!, 'SIGKILL');
          await closed;
        });
        let output = '';
        for await (const part of child.stdout) {
          output += part;
          if (output.includes('  refresh  ')) break;
        }
        return output;
      };
      const without = await start(false);
      expect(without).toMatch(/try {6}curl http:\S+\/api\/v1\/elements/);
      const output = await start(true);
      const [, key, url] = /curl -H 'Authorization: Bearer (ow_\w+)' (\S+)/.exec(output)!;
      const answer = await fetch(url!, { headers: { Authorization: `Bearer ${key}` } });
      expect([answer.status, (await answer.json()).data.name]).toEqual([200, 'ISS (ZARYA)']);
      expect(output.split(key!)).toHaveLength(2);
      for (const again of [without, await start(true)]) expect(again).not.toContain('ow_');
    },
    300_000,
  );
});
