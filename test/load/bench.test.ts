import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs a program of the bench as from a shell, where no test runner is. */
async function help(program: string): Promise<string> {
  const { VITEST: _, ...env } = process.env;
  const args = [join(root, 'bench', program), '--help'];
  return (await promisify(execFile)(process.execPath, args, { env, cwd: root })).stdout;
}

// They use helpers of tests, and every section is loaded before the options are read.
test('the bench and the soak load all that they run, and say how they are used', async () => {
  expect(await help('run.ts')).toMatch(/^npm run bench [\s\S]* {2}api +\S[\s\S]* {2}conjunctions +\S/);
  expect(await help('soak.ts')).toMatch(/^node bench\/soak\.ts /);
});
