import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Locked, locked } from '../../src/lock.ts';
import { once as runOnce } from '../once.ts';

const lockModule = new URL('../../src/lock.ts', import.meta.url).href;
/** Takes the lock, prints `held`, and keeps the lock until its input ends. */
const program = `
  import { locked } from '${lockModule}';
  import { once } from 'node:events';
  try {
    await locked(process.argv[1], async () => {
      process.stdout.write('held');
      process.stdin.resume();
      await once(process.stdin, 'end');
    });
  } catch (error) {
    process.stdout.write(error.name);
  }`;
const arguments_ = (home: string) => ['--input-type=module', '-e', program, home];

/** Whether this machine can start a process in its own PID namespace, like a container. */
const canIsolate = (() => {
  try {
    execFileSync('unshare', ['-rpf', '--mount-proc', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let home: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orbweaver-lock-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

/** Starts a process that takes the lock, and returns its first output: `held`, or the name of its error. */
async function startHolder(isolated: boolean): Promise<{ child: ChildProcess; output: string }> {
  const child = isolated
    ? spawn('unshare', ['-rpf', '--mount-proc', '--kill-child', process.execPath, ...arguments_(home)])
    : spawn(process.execPath, arguments_(home));
  started.push(child);
  const [chunk] = await once(child.stdout!, 'data');
  return { child, output: String(chunk) };
}

test('rejects a second holder while the first works, and accepts the next one afterward', async () => {
  await locked(home, async () => {
    await expect(locked(home, async () => 'both')).rejects.toThrow(Locked);
    expect((await startHolder(false)).output).toBe('Locked');
  });
  expect(await locked(home, async () => 'next')).toBe('next');
  await expect(locked(home, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await locked(home, async () => 'after a failure')).toBe('after a failure');
});

test('is released with its process, even if that is killed, and leaves one empty file', async () => {
  const { child, output } = await startHolder(false);
  expect(output).toBe('held');
  await expect(locked(home, async () => 'both')).rejects.toThrow(Locked);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await locked(home, async () => 'next')).toBe('next');
  expect(await readdir(home)).toEqual(['lock.sqlite']);
});

test('`once` waits for the process that holds the lock, and works itself if that is killed', async () => {
  const { child } = await startHolder(false);
  const made: string[] = [];
  const make = (name: string) =>
    runOnce(
      home,
      async () => made.length > 0,
      async () => made.push(name),
    );
  const waiting = make('next');
  await expect(locked(home, async () => 'both')).rejects.toThrow(Locked);
  expect(made).toEqual([]);
  child.kill('SIGKILL');
  await waiting;
  await make('another');
  expect(made).toEqual(['next']);
});

test('ignores a lock file of an earlier version, even with the ID of a running process', async () => {
  await writeFile(join(home, 'build.lock'), String(process.pid));
  expect(await locked(home, async () => 'next')).toBe('next');
});

test('passes on the error of the file system if the home is no folder', async () => {
  await writeFile(join(home, 'file'), '');
  await expect(locked(join(home, 'file', 'home'), async () => 'next')).rejects.toThrow(/ENOTDIR/);
  await mkdir(join(home, 'other'));
  expect(await locked(join(home, 'other'), async () => 'next')).toBe('next');
});

describe.skipIf(!canIsolate)('containers (needs unshare: Linux with PID namespaces)', () => {
  test('rejects a holder in another container until the first one is killed', async () => {
    const first = await startHolder(true);
    expect(first.output).toBe('held');
    expect((await startHolder(true)).output).toBe('Locked');
    await expect(locked(home, async () => 'both')).rejects.toThrow(Locked);
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    const next = await startHolder(true);
    expect(next.output).toBe('held');
  });
});
