import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { machineTrouble } from '../../../pipeline/report/machine-fault.ts';
import { manifest } from '../../../src/schema/release/manifest.ts';
import { childEnvironment } from '../../child-environment.ts';
import { build, FIRST, inSmallest, makeFolder, removeFolder, SECOND, writeSmall } from '../sample-build.ts';

const root = join(import.meta.dirname, '../../..');

/** Whether this machine allows mounting a small private disk. */
const canMount = (() => {
  try {
    execFileSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let files: string;
let published: string;
let bytes: number;

beforeAll(async () => {
  files = await makeFolder();
  published = await makeFolder();
  await writeSmall(files, inSmallest);
  await build(published, files, FIRST, { sample: false });
  bytes = Number(execFileSync('du', ['-sB1', published]).toString().split('\t')[0]);
});
afterAll(() => Promise.all([files, published].map(removeFolder)));

/** Refreshes a copy of the published home on a private disk, and returns the files on it afterward. */
async function refreshOn(size: number, after = ''): Promise<{ output: string; left: string[]; current: string }> {
  const mount = await makeFolder();
  const script = `
    mount -t tmpfs -o size=${size} tmpfs "$1" && cp -a "$2/." "$1" && cd "$1" && ${after}
    "$3" "$4" --from "$5" --now ${SECOND.toISOString()} --compression fast 2>&1
    echo "exit code $?"; echo ----; find . -type f | sort; echo ----; readlink current`;
  const args = [mount, published, process.execPath, join(root, 'pipeline/refresh.ts'), files];
  try {
    const { stdout } = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', script, 'sh', ...args], {
      env: { ...childEnvironment, ORBWEAVER_HOME: mount },
    });
    const [output = '', left = '', current = ''] = stdout.split('----\n');
    return { output, left: left.trim().split('\n'), current: current.trim() };
  } finally {
    await removeFolder(mount);
  }
}

describe.skipIf(!canMount)('a refresh on a private disk (needs unshare and mount: Linux with user namespaces)', () => {
  test.each([
    ['immediately', 0],
    ['while files are read', 300_000],
    ['while the database grows', 1_500_000],
    ['while the release is written', 3_000_000],
  ])(
    'that fills up %s: reports it, leaves nothing half-built, and keeps the served release',
    async (_when, freeBytes) => {
      const before = await readlink(join(published, 'current'));
      const { output, left, current } = await refreshOn(bytes + freeBytes);
      expect(output).toMatch(/is full\. Free some space .*releases prune/);
      expect(output).toContain('exit code 1');
      expect(output).not.toMatch(/^\s+at /m);
      expect(current).toBe(before);
      const { files: listed } = manifest.parse(
        JSON.parse(await readFile(join(published, before, 'manifest.json'), 'utf8')),
      );
      expect(left.filter((path) => path.startsWith(`./${before}/`))).toHaveLength(Object.keys(listed).length + 1);
      expect(
        left.filter(
          (path) =>
            !/^\.\/(releases\/\d{8}T|snapshots\/|archive\/(index\.json$|\w+\/[\w-]+\.parquet$|datasets\/[\w-]+\.csv\.gz$|objects\/[\w-]+\.sqlite$)|builds\.json$|lock\.sqlite$)/.test(
              path,
            ),
        ),
      ).toEqual([]);
      expect(left.filter((path) => /\.(part|new|tmp|wal)$/.test(path))).toEqual([]);
    },
    60_000,
  );

  test('that is read-only: reports it, and keeps the served release', async () => {
    const { output, current } = await refreshOn(bytes + 50_000_000, 'mount -o remount,ro "$1" &&');
    expect(output).toMatch(/can only be read/);
    expect(output).toContain('exit code 1');
    expect(current).toBe(await readlink(join(published, 'current')));
  });

  test('with enough free space: succeeds', async () => {
    const { output } = await refreshOn(bytes + 100_000_000);
    expect(output).toContain('exit code 0');
  });
});

test.each([
  [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), /is full/],
  [new Error('IO Error: Could not write file "x": No space left on device'), /is full/],
  [new Error('Failed to append: Failed to commit: Could not write file "x.wal": No space left on device'), /is full/],
  [Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }), /only be read/],
  [Object.assign(new Error("EACCES: permission denied, open 'x'"), { code: 'EACCES' }), /may not be written/],
  [Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }), /^The disk of \/home has errors\./],
  [Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' }), /is full/],
  [Object.assign(new Error('out of memory'), { code: 'ERR_SQLITE_ERROR' }), /ran out of memory/],
  [new Error('IO Error: Cannot open file "/home/spill/x": Too many open files'), /no more open files/],
  [Object.assign(new Error('Worker initialization failure: EMFILE'), { code: 'ERR_WORKER_INIT_FAILED' }), /open files/],
  [new Error('fetch failed', { cause: Object.assign(new Error('x'), { code: 'EMFILE' }) }), /no more open files/],
  [new AggregateError([Object.assign(new Error('x'), { code: 'ENOMEM' })]), /ran out of memory/],
  [new Error('Out of Memory Error: failed to pin block of size 256.0 KiB'), /ran out of memory.*REFRESH_MEMORY/],
  [new Error('Failed to append: failed to allocate data of size 32.0 KiB'), /ran out of memory/],
  [new RangeError('Array buffer allocation failed'), /ran out of memory/],
  [new Error('INTERRUPT Error: Interrupted!'), /was interrupted\. Run this again/],
])('explains %s', (error, message) => {
  expect(machineTrouble(error, '/home')).toMatch(message);
});

test('says whether a release is still served', async () => {
  const folder = await makeFolder();
  const full = new Error('Disk full.', { cause: Object.assign(new Error('x'), { code: 'ENOSPC' }) });
  expect(machineTrouble(full, folder)).toContain('Nothing was published; there is no release to serve yet. (');
  await mkdir(join(folder, 'releases'));
  await symlink('releases', join(folder, 'current'));
  expect(machineTrouble(full, folder)).toContain('Nothing was published; the current release is still served. (');
  await removeFolder(folder);
});

test.each([
  'the release was stopped',
  // A name of a satellite in an error is not a fault of the machine.
  "Conversion Error: Could not convert string 'OUT OF MEMORY' to INT32",
  "Invalid Input Error: 'x: no space left on device",
  'Unexpected token d, "disk full" is not valid JSON',
  'TransactionContext Error: Failed to commit: PRIMARY KEY or UNIQUE constraint violation: duplicate key "disk full"',
  'Constraint Error: Duplicate key "name: too many open files"',
])('does not explain: %s', (message) => {
  expect(machineTrouble(new Error(message), '/home')).toBeNull();
});
