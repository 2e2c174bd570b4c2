import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Locked, locked } from '../../src/lock.ts';
import { once as onceOfAll } from '../once.ts';

const lockModule = new URL('../../src/lock.ts', import.meta.url).href;
/** Takes the lock, says so, and keeps it until its input ends. */
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

/** Whether this machine lets us start a process in a namespace of process ids of its own, as each container has. */
const maySeparate = (() => {
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

/** Starts a process that takes the lock, and gives what it says first: `held`, or the name of its error. */
async function holder(separate: boolean): Promise<{ child: ChildProcess; said: string }> {
  const child = separate
    ? spawn('unshare', ['-rpf', '--mount-proc', '--kill-child', process.execPath, ...arguments_(home)])
    : spawn(process.execPath, arguments_(home));
  started.push(child);
  const [chunk] = await once(child.stdout!, 'data');
  return { child, said: String(chunk) };
}

test('of two at once, one works and the other is refused; then the next may', async () => {
  await locked(home, async () => {
    await expect(locked(home, async () => 'both')).rejects.toThrow(Locked);
    expect((await holder(false)).said).toBe('Locked');
  });
  expect(await locked(home, async () => 'next')).toBe('next');
  await expect(locked(home, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await locked(home, async () => 'after a failure')).toBe('after a failure');
});

test('a lock ends with its process, also where that is killed, and leaves one empty file', async () => {
  const { child, said } = await holder(false);
  expect(said).toBe('held');
  await expect(locked(home, async () => 'both')).rejects.toThrow(Locked);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await locked(home, async () => 'next')).toBe('next');
  expect(await readdir(home)).toEqual(['lock.sqlite']);
});

test('what tests make once waits for the process that makes it, and is made by another where that is killed', async () => {
  const { child } = await holder(false);
  const made: string[] = [];
  const make = (name: string) =>
    onceOfAll(
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

test('what an earlier version left, with the number of a process that lives, blocks nobody', async () => {
  await writeFile(join(home, 'build.lock'), String(process.pid));
  expect(await locked(home, async () => 'next')).toBe('next');
});

test('a home that is no folder is told by the disk itself', async () => {
  await writeFile(join(home, 'file'), '');
  await expect(locked(join(home, 'file', 'home'), async () => 'next')).rejects.toThrow(/ENOTDIR/);
  await mkdir(join(home, 'other'));
  expect(await locked(join(home, 'other'), async () => 'next')).toBe('next');
});

describe.skipIf(!maySeparate)('containers (needs unshare: Linux with namespaces of processes)', () => {
  test('one in each of two containers: the second is refused, until the first is killed', async () => {
    const first = await holder(true);
    expect(first.said).toBe('held');
    expect((await holder(true)).said).toBe('Locked');
    await expect(locked(home, async () => 'both')).rejects.toThrow(Locked);
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    const next = await holder(true);
    expect(next.said).toBe('held');
  });
});
