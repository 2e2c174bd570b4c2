import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../accounts/services.ts';
import { copySample, removeFolder, sample } from '../pipeline/sample-build.ts';
import { until } from '../until.ts';
import { npmScript } from './server-process.ts';

const root = join(import.meta.dirname, '../..');
/** Copies the first argument to a private disk that can only be read, and runs the others with it as their home. */
const readOnly =
  'mount -t tmpfs tmpfs /mnt && cp -a "$0/." /mnt && mount -o remount,ro /mnt && ORBWEAVER_HOME=/mnt exec "$@"';
const isolated = (home: string, ...command: readonly string[]) => ['-rm', 'sh', '-c', readOnly, home, ...command];

/** Whether this machine allows private mounts. */
const canMount = (() => {
  try {
    execFileSync('unshare', isolated(import.meta.dirname, 'true'), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const needs = canMount ? '' : ' (skipped: this machine allows no private mounts)';

let home: string;
beforeAll(async () => {
  home = await copySample();
});
afterAll(() => removeFolder(home));

/** Starts a program of the project in a home that can only be read. */
function start(args: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const child = spawn('unshare', isolated(home, process.execPath, ...args), {
    cwd: root,
    env: { ...process.env, ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      printed += part;
    });
  return { child, printed: () => printed, ended: once(child, 'close') };
}

test.skipIf(!canMount)(`a server serves a home that can only be read${needs}`, async () => {
  const port = await freePort();
  const { child, printed, ended } = start(npmScript('serve').args, { PORT: String(port), HOST: '127.0.0.1' });
  try {
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    await until(
      () =>
        get('/readyz').then(
          ({ ok }) => ok,
          () => false,
        ),
      printed,
    );
    for (const path of ['/api/v1/elements/geo.tle', '/satellites/25544', '/NORAD/elements/gp.php?CATNR=25544'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    // Accounts need a database that can be written.
    const keyed = await get('/api/v1/satellites/25544');
    expect([keyed.status, keyed.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(printed()).toMatch(/the accounts database is unavailable/);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});

test.skipIf(!canMount)(`a refresh of such a home says what to do${needs}`, async () => {
  const { printed, ended } = start(['pipeline/refresh.ts', '--from', join(sample, 'second')]);
  expect(await ended).toEqual([1, null]);
  expect(printed()).toMatch(/can only be read\. Mount it so that it can be written, or set ORBWEAVER_HOME/);
});
