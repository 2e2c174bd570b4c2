import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorMessageVariable } from '../../src/user-error.ts';

const program = join(import.meta.dirname, '../../pipeline/refresh.ts');

/** Runs a refresh that fails, under a parent with a message channel. */
async function failedRefresh(settings: NodeJS.ProcessEnv) {
  const child = fork(program, ['--nonsense'], { env: { ...process.env, ...settings }, stdio: 'pipe' });
  let printed = '';
  child.stderr!.on('data', (part) => {
    printed += part;
  });
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  const [code] = await once(child, 'close');
  return { code, printed, messages };
}

test('a command prints its error under any parent with a message channel, such as a process manager', async () => {
  const { code, printed, messages } = await failedRefresh({ [errorMessageVariable]: '' });
  expect(printed).toContain('--nonsense');
  expect({ code, messages }).toEqual({ code: 1, messages: [] });
});

test('a server that starts a command gets its error as a message, and nothing twice', async () => {
  const { code, printed, messages } = await failedRefresh({ [errorMessageVariable]: '1' });
  expect({ code, printed }).toEqual({ code: 1, printed: '' });
  expect(messages).toEqual([expect.stringContaining('--nonsense')]);
});
