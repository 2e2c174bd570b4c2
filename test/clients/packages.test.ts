import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Platform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../clients/typescript/orbweaver.ts';
import { KEY, type SampleServer, serveSample } from '../api/sample-server.ts';
import { hasChromium, launchBrowser, named } from '../browser/site/sample-site.ts';

/** The published packages as users install them: built, unpacked in an empty folder, and used. */
const root = join(import.meta.dirname, '../..');
const PYTHON = '/usr/bin/python3';
const run = promisify(execFile);
const json = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'));

let server: SampleServer;
let folder: string;
/** An empty project with the package of the TypeScript client. */
let project: string;
beforeAll(async () => {
  server = await serveSample(null);
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-packages-'));
});
afterAll(async () => {
  await server?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('all packages have one version, and depend on the versions that the project tests', async () => {
  const [project, own] = [await json('package.json'), await json('clients/typescript/package.json')];
  expect([own.version, version]).toEqual([project.version, project.version]);
  for (const [name, range] of Object.entries(own.dependencies))
    expect([name, range]).toEqual([name, `^${project.dependencies[name]}`]);
  // The project itself is not published, but its examples import the clients by the package name.
  const built = Object.entries(own.exports as Record<string, string>).map(([path, file]) => [
    path,
    file.replace('./dist/', './clients/typescript/').replace(/\.js$/, '.ts'),
  ]);
  expect(Object.entries(project.exports)).toEqual(built);
  for (const file of ['pyproject.toml', 'orbweaver/transport.py'])
    expect(await readFile(join(root, 'clients/python', file), 'utf8')).toContain(
      `version${file.endsWith('py') ? '__' : ''} = "${version}"`,
    );
});

describe('npm pack', () => {
  beforeAll(async () => {
    await run('npm', ['pack', '--pack-destination', folder], { cwd: join(root, 'clients/typescript') });
    project = join(folder, 'npm');
    const modules = join(project, 'node_modules');
    await mkdir(join(modules, 'orbweaver'), { recursive: true });
    const [name] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
    await run('tar', ['-xzf', join(folder, name!), '-C', join(modules, 'orbweaver'), '--strip-components=1']);
    // The dependencies that npm would download.
    for (const dependency of ['openapi-fetch', 'openapi-typescript-helpers', 'hyparquet'])
      await cp(join(root, 'node_modules', dependency), join(modules, dependency), { recursive: true });
    await mkdir(join(modules, '.bin'));
    await symlink('../orbweaver/dist/command.js', join(modules, '.bin/orbweaver'));
  });
  const runInstalled = (command: string, ...args: string[]) =>
    run(command, args, {
      cwd: project,
      env: { PATH: process.env.PATH, ORBWEAVER_API_KEY: KEY, ORBWEAVER_SERVER: server.base },
    });

  test('leaves no build output in the source folder', () => {
    for (const file of ['dist', 'LICENSE']) expect(existsSync(join(root, 'clients/typescript', file))).toBe(false);
  });

  test('provides the command that npx runs', async () => {
    const { stdout } = await runInstalled(
      'npx',
      '--no',
      'orbweaver',
      'search',
      'hubble',
      '--format',
      'csv',
      '--fields',
      'name',
    );
    expect(stdout).toBe('name\r\nHST\r\n');
    const command = join(project, 'node_modules/.bin/orbweaver');
    expect(JSON.parse((await runInstalled(command, 'sync', 'copy')).stdout).data).toHaveLength(2);
    expect((await runInstalled(command, '--help')).stdout).toContain('  sync ');
    expect((await runInstalled(command, 'completion', 'bash')).stdout).toContain('--orbit-class');
    await expect(runInstalled(command, 'get', '25544', '--home', server.home)).rejects.toMatchObject({ code: 2 });
    await expect(runInstalled(command, 'serve')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown command'),
    });
  });

  test('provides a library with types for strict compiler settings', async () => {
    const code = `import { Orbweaver } from 'orbweaver';
      import { syncFolder } from 'orbweaver/folder';
      const catalog = new Orbweaver(process.env.ORBWEAVER_SERVER);
      console.log((await catalog.satellite(25544)).name, (await syncFolder(catalog, 'copy')).length);`;
    expect((await runInstalled(process.execPath, '--input-type=module', '-e', code)).stdout).toBe('ISS (ZARYA) 2\n');
    await writeFile(
      join(project, 'use.mts'),
      `import { Orbweaver, rows } from 'orbweaver';
       import { syncElements } from 'orbweaver/sync';
       import { propagator } from 'orbweaver/propagation';
       const catalog = new Orbweaver('https://orbweaver.example');
       export const name: string = (await catalog.satellite(25544)).name;
       export const until: number | undefined = propagator({}).validity?.to;
       export const sets: number = rows((await syncElements(catalog)).value)[0]!.norad_cat_id;
       for await (const one of catalog.satellites({ orbit_class: ['GEO'], active: true })) console.log(one.norad_cat_id);
       // @ts-expect-error an unknown orbit class
       catalog.satellites({ orbit_class: ['XEO'] });
       // @ts-expect-error an unknown field
       (await catalog.satellite(25544)).nothing;`,
    );
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2023', types: [] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.mts'] }));
    const compile = () => run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]);
    await compile();
    // As arethetypeswrong resolves them: CommonJS, and the former algorithm, which knows no `exports`.
    await writeFile(
      join(project, 'use.cts'),
      "import { syncFolder } from 'orbweaver/folder';\nexport const sync = syncFolder;",
    );
    await writeFile(
      join(project, 'old.ts'),
      ["import 'orbweaver';", ...subpaths.map((path, at) => `export * as part${at} from 'orbweaver/${path}';`)].join(
        '\n',
      ),
    );
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.cts'] }));
    await compile();
    const former = { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0', skipLibCheck: true };
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...former }, files: ['old.ts'] }),
    );
    await compile();
  });

  test('is loaded by require, too', async () => {
    const code = `console.log(${['orbweaver', ...subpaths.map((path) => `orbweaver/${path}`)].map((name) => `typeof require('${name}')`).join()})`;
    const { stdout } = await runInstalled(process.execPath, '-e', code);
    expect(stdout).toBe('object object object object\n');
  });
});

const subpaths = ['sync', 'folder', 'propagation'];
const browserEntries = ['orbweaver', 'orbweaver/sync', 'orbweaver/propagation'];
/** What esbuild makes of a module of the project, without any settings. */
const bundled = (contents: string, platform: Platform = 'browser') =>
  build({
    stdin: { contents, resolveDir: project },
    ...{ bundle: true, format: 'esm', platform, write: false, logLevel: 'silent' },
  });

describe('in an empty project', () => {
  test.each(browserEntries)('esbuild bundles %s for browsers', async (entry) => {
    const { outputFiles } = await bundled(`import * as all from '${entry}'; globalThis.all = all;`);
    expect(outputFiles[0]!.text).not.toMatch(/\bimport\b[^;]*['"]node:|\bawait import\(/);
  });

  test('esbuild bundles orbweaver/folder for Node', async () => {
    const { warnings } = await bundled("export * from 'orbweaver/folder';", 'node');
    expect(warnings).toEqual([]);
  });

  test('Vite builds a page with every entry for browsers, without settings', async () => {
    const imports = browserEntries.map((entry, at) => `import * as part${at} from '${entry}';`);
    await writeFile(join(project, 'main.js'), `${imports.join('\n')}\nglobalThis.all = [part0, part1, part2];\n`);
    await writeFile(join(project, 'index.html'), '<script type="module" src="/main.js"></script>\n');
    await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: project });
    const built = (await readdir(join(project, 'dist/assets'))).filter((name) => name.endsWith('.js'));
    expect(built.length).toBeGreaterThan(0);
  });
});

test.skipIf(!hasChromium)(named('the library works in a browser, from another origin'), async () => {
  const { outputFiles } = await bundled(
    `${browserEntries.map((entry, at) => `import * as part${at} from '${entry}';`).join('')} globalThis.client = { ...part0, ...part1, ...part2 };`,
  );
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(`${server.base.replace('127.0.0.1', 'localhost')}/api/v1/groups`);
  const found = await page.evaluate(`${outputFiles[0]!.text}; (async () => {
    const catalog = new client.Orbweaver('${server.base}', { key: '${KEY}' });
    const names = [];
    for await (const { name } of catalog.search('hubble')) names.push(name);
    const { value } = await client.syncRecords(catalog);
    const refused = await catalog.satellite(999999999).catch(({ code }) => code);
    const [set] = client.rows(await catalog.elements('stations'));
    return { names, objects: value.meta.count, refused, place: client.propagator(set)(new Date(set.epoch)) !== null };
  })()`);
  expect(found).toEqual({ names: ['HST'], objects: 344, refused: 'not_found', place: true });
});

const builds =
  existsSync(PYTHON) &&
  (await run(PYTHON, ['-c', 'import build, setuptools, wheel']).then(
    () => true,
    () => false,
  ));
test.skipIf(!builds)(
  `python3 -m build creates a working package${builds ? '' : ' (skipped: apt-get install python3-build python3-setuptools python3-wheel)'}`,
  async () => {
    const copy = join(folder, 'python');
    await cp(join(root, 'clients/python'), copy, { recursive: true });
    await run(PYTHON, ['-m', 'build', '--no-isolation', '--outdir', folder, copy]);
    const built = (await readdir(folder)).filter((name) => /^orbweaver/.test(name) && !name.endsWith('.tgz'));
    // Newer setuptools write the hyphen as an underscore in both names.
    expect(built.sort().map((name) => name.replaceAll('-', '_'))).toEqual([
      `orbweaver_client_${version}.tar.gz`,
      `orbweaver_client_${version}_py3_none_any.whl`,
    ]);
    const code =
      'import sys; sys.path.insert(0, sys.argv[1]); from orbweaver import Orbweaver; print(Orbweaver(sys.argv[2], key=sys.argv[3]).satellite(25544)["name"])';
    const { stdout } = await run(
      PYTHON,
      ['-c', code, join(folder, built.find((name) => name.endsWith('.whl'))!), server.base, KEY],
      { cwd: folder },
    );
    expect(stdout).toBe('ISS (ZARYA)\n');
  },
);
