import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { readConfig, settingRules } from '../../src/config.ts';
import { heapOptions } from '../../src/server/child.ts';
import { REFRESH_HEAP, SEARCH_HEAP } from '../../src/server/refresh-child.ts';
import { deploy, read } from './fronts.ts';

/*
 * Checks that start nothing: names, ports, paths, and versions match the code, and each file is valid.
 * The other tests in this folder start nginx, Caddy, and follow-release.sh.
 */
const root = join(deploy, '..');
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(deploy.length + 1));
const { PORT } = { PORT: readConfig({}, '/none').port };
const [, serve] = / && node (.*)$/.exec(packageFile.scripts.serve)!;

describe('every file', () => {
  test.each(files)('%s names only existing settings, programs, npm scripts, and documentation pages', (file) => {
    const text = read(file);
    const settings = [...settingRules().map(({ name }) => name), 'ORBWEAVER_BUCKET', 'ORBWEAVER_FOLLOW_SECONDS'];
    for (const [name] of text.matchAll(/\bORBWEAVER_[A-Z_]+\b/g)) expect(settings).toContain(name);
    for (const [path] of text.matchAll(/\b(pipeline|src)\/[\w/-]+\.[jt]s\b/g))
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    for (const [, path] of text.matchAll(/npm run ([a-z]+)/g)) expect(Object.keys(packageFile.scripts)).toContain(path);
    for (const [path] of text.matchAll(/\/docs\/[a-z/]+\//g))
      expect(existsSync(join(root, `src/content/docs${path.replace(/\/$/, '')}.md`))).toBe(true);
  });

  test('starts servers as `npm run serve` does', () => {
    expect(packageFile.scripts.serve).toBe(`${packageFile.scripts.start} --no-schedule`);
    expect(read('systemd/orbweaver@.service')).toContain(
      `\nExecStart=/opt/orbweaver/node_modules/.bin/node ${serve}\n`,
    );
    const [, command] = /\nCMD (\[.*\])\n$/.exec(read('Dockerfile'))!;
    expect((JSON.parse(command!) as string[]).join(' ')).toBe(`node ${serve}`);
  });

  test('limits the arenas of the allocator in the units and the image', () => {
    for (const unit of ['orbweaver@.service', 'orbweaver-refresh.service'])
      expect(read(`systemd/${unit}`)).toMatch(/^Environment=MALLOC_ARENA_MAX=2$/m);
    expect(read('systemd/orbweaver-refresh.service')).toMatch(/^Environment=DUCKDB_JE_MALLOC_CONF=narenas:1$/m);
    expect(read('Dockerfile')).toMatch(/^ENV (.*\\\n)*\s*MALLOC_ARENA_MAX=2 /m);
  });

  test('limits the heap of a refresh as a server does, in the unit, in the command for containers, and in its documentation', () => {
    const command = `node ${heapOptions(REFRESH_HEAP).join(' ')} src/cli/bin.js refresh`;
    expect(read('systemd/orbweaver-refresh.service')).toContain(`/${command}\n`);
    const page = (name: string) => readFileSync(join(root, `src/content/docs/docs/run/${name}.md`), 'utf8');
    expect(page('machines')).toContain(`\`${command}\``);
    expect(page('refresh')).toContain(`with a JavaScript heap of ${REFRESH_HEAP} MB `);
  });

  test('searches close approaches after a refresh, as a server with a schedule does, and whatever the result', () => {
    const command = `exec /opt/orbweaver/node_modules/.bin/node --max-old-space-size=${SEARCH_HEAP} src/cli/bin.js conjunctions`;
    expect(read('systemd/orbweaver-refresh.service')).toContain(
      `\nExecStart=-/bin/sh -c '[ "$ORBWEAVER_CONJUNCTIONS" = off ] || ${command}'\nTimeoutStartSec=`,
    );
  });

  test('lets the largest body of any route through nginx', () => {
    const limits = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(join(root, 'src', name), 'utf8').matchAll(/ MAX_BODY_BYTES = (\d+) \* 1024;/g)].map(
          ([, kilobytes]) => Number(kilobytes),
        ),
      );
    expect(limits.length).toBeGreaterThan(3);
    const [, most] = /client_max_body_size (\d+)k;/.exec(read('nginx/orbweaver.conf'))!;
    expect(Number(most)).toBeGreaterThan(Math.max(...limits));
  });

  test('uses the ports that servers listen on', () => {
    expect(read('Dockerfile')).toContain(`EXPOSE ${PORT}\n`);
    for (const front of ['nginx/orbweaver.conf', 'caddy/Caddyfile'])
      expect(read(front).match(/127\.0\.0\.1:\d+/g)).toEqual([`127.0.0.1:${PORT}`, `127.0.0.1:${PORT + 1}`]);
  });
});

describe('Dockerfile', () => {
  test('puts the Node of the lock file first in PATH, uses the common home folder, and uses only listed instructions', () => {
    const text = read('Dockerfile');
    expect(text).toMatch(/ PATH=\/opt\/orbweaver\/node_modules\/\.bin:/);
    expect(text).toContain('ORBWEAVER_HOME=/var/lib/orbweaver');
    const instructions = text
      .replace(/\\\n/g, '')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split(' ')[0]);
    expect([...new Set(instructions)].sort()).toEqual([
      'ARG',
      'CMD',
      'COPY',
      'ENV',
      'EXPOSE',
      'FROM',
      'HEALTHCHECK',
      'RUN',
      'USER',
      'VOLUME',
      'WORKDIR',
    ]);
  });

  test('checks health at a route of the server', () => {
    const [, path] = /PORT\}(\/[a-z]+)`/.exec(read('Dockerfile'))!;
    expect(['/healthz', '/readyz']).toContain(path);
  });
});

const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find(existsSync);
describe.skipIf(!analyze)(
  analyze ? 'systemd' : 'systemd (skipped: no systemd-analyze; apt-get install systemd)',
  () => {
    const units = readdirSync(join(deploy, 'systemd'));

    /** The units as an operator installs them, with this project as /opt/orbweaver. */
    function installed(): string {
      const folder = mkdtempSync(join(tmpdir(), 'orbweaver-units-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      for (const unit of units) {
        const text = read(`systemd/${unit}`)
          .replaceAll('/opt/orbweaver/', `${root}/`)
          .replaceAll('/usr/sbin/nginx', '/bin/true')
          .replace(/^(After|Requires)=nginx.*\n/gm, '');
        writeFileSync(join(folder, unit.replace('@', '@4321')), text);
      }
      return folder;
    }

    test.each(units)('%s passes systemd-analyze verify', (unit) => {
      const checked = spawnSync(analyze!, ['verify', '--man=no', join(installed(), unit.replace('@', '@4321'))], {
        encoding: 'utf8',
      });
      expect(checked.stderr.split('\n').filter((line) => line.includes('orbweaver'))).toEqual([]);
      expect(checked.status).toBe(0);
    });

    test.each(units.filter((unit) => /^orbweaver(@|-refresh|-follow).*service$/.test(unit)))(
      '%s has an exposure level below 2',
      (unit) => {
        const args = [
          'security',
          '--offline=true',
          '--no-pager',
          '--threshold=20',
          join(installed(), unit.replace('@', '@4321')),
        ];
        const checked = spawnSync(analyze!, args, { encoding: 'utf8' });
        expect(checked.stdout).toMatch(/Overall exposure level for \S+: [01]\.\d OK/);
        expect(checked.status).toBe(0);
      },
    );
  },
);
