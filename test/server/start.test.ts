import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { makeHome, removeHome } from './release-folder.ts';

const start = join(import.meta.dirname, '../../src/server/serve.ts');

/** Runs the entry to its end, in a folder that has no `.env`. */
function run(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [start, ...args], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, ...settings },
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

test('--help says what it does and what can be set', async () => {
  const { code, output } = await run(['--help']);
  expect(code).toBe(0);
  for (const words of ['npm start', '--no-schedule', 'PORT', 'ORBWEAVER_HOME']) expect(output).toContain(words);
});

test('a wrong option ends with the help', async () => {
  const { code, output } = await run(['--fast']);
  expect(code).toBe(1);
  expect(output).toContain("'--fast'");
  expect(output).toContain('--no-schedule');
});

test('a wrong setting ends with its name, before anything is built or opened', async () => {
  const { code, output } = await run([], { PORT: 'http' });
  expect(code).toBe(1);
  expect(output).toContain('PORT is "http" (read from the environment); it must be a whole number from 0 to 65535');
  expect(output).not.toContain('at ');
});

test('a home that cannot be, and an address that is not of this machine, end with the setting to change', async () => {
  const { code, output } = await run([], { ORBWEAVER_HOME: '/dev/null/home' });
  expect([code, output]).toEqual([1, expect.stringContaining('Set ORBWEAVER_HOME to a folder')]);
  await builtSite();
  const home = await makeHome();
  onTestFinished(() => removeHome(home));
  // An address of the documentation (RFC 5737): no machine has it.
  const elsewhere = await run(['--no-schedule'], { HOST: '192.0.2.1', ORBWEAVER_HOME: home });
  expect([elsewhere.code, elsewhere.output]).toEqual([1, expect.stringContaining('Set HOST to an IP address')]);
  for (const text of [output, elsewhere.output]) expect(text).not.toContain('    at ');
}, 300_000);
