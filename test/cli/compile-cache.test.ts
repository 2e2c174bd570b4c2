import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const command = join(import.meta.dirname, '../../src/cli/bin.js');

test('threads that the command starts use its cache of compiled code', async () => {
  const program = `
    import { Worker } from 'node:worker_threads';
    process.argv.push('orbweaver', '--version');
    await import(${JSON.stringify(command)});
    new Worker("console.log(process.getBuiltinModule('node:module').getCompileCacheDir())", { eval: true });`;
  const { NODE_COMPILE_CACHE: _unset, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n.*[/\\]node_modules[/\\]\.cache[/\\]orbweaver[/\\]\S+\n$/);
});
