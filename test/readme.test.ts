import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, settingRules } from '../src/config.ts';
import { openGateway } from '../src/http/accounts-gateway.ts';
import { mirrorSetting, publishers } from '../src/schema/release/publishers.ts';
import { runNode } from '../src/server/child.ts';
import { type RunningServer, startServer } from './server/running-server.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const documentedUrl = 'http://127.0.0.1:4321';

/** One command of a ```sh block, and the text its output must contain. */
interface Example {
  readonly command: string;
  readonly expected: readonly string[];
}

const examples: Example[] = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => {
  const commands: { command: string; expected: string[] }[] = [];
  for (const line of block!.split('\n')) {
    if (line.startsWith('#=> ')) commands.at(-1)!.expected.push(line.slice(4));
    else if (line !== '' && !line.startsWith('#')) commands.push({ command: line, expected: [] });
  }
  return commands;
});

const createsKey = (command: string) => command.startsWith('KEY=');
const requests = examples.filter(({ command }) => !createsKey(command));

const hasCurl = ['/usr/bin/curl', '/bin/curl', '/usr/local/bin/curl'].some((path) => existsSync(path));
const name = hasCurl ? 'the README’s requests' : 'the README’s requests (skipped: no curl; apt-get install curl)';

describe.skipIf(!hasCurl)(name, () => {
  let home: string;
  let folder: string;
  let server: RunningServer;
  let gateway: Awaited<ReturnType<typeof openGateway>>;
  let key: string;

  /** Runs a command of the README in a shell, and returns its output. */
  const shell = (command: string, cwd: string) =>
    new Promise<string>((resolve, reject) => {
      execFile(
        'sh',
        ['-c', command],
        { cwd, env: { PATH: process.env.PATH, CURL_HOME: folder, ORBWEAVER_HOME: home, KEY: key }, maxBuffer: 2 ** 26 },
        (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
      );
    });

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'orbweaver-readme-home-'));
    folder = await mkdtemp(join(tmpdir(), 'orbweaver-readme-'));
    // A failing response fails the command, and every request has a time limit.
    await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\nfail\nmax-time = 30\n');
    await runNode(root, ['pipeline/refresh.ts', '--sample'], { ORBWEAVER_HOME: home });
    // Creates the key with the README's own command.
    key = (await shell(`${examples.find(({ command }) => createsKey(command))!.command}; echo "$KEY"`, root)).trim();
    // Default settings: pasting all commands as one block must not exceed the limits.
    const config = readConfig({ ORBWEAVER_HOME: home }, join(folder, 'none'));
    gateway = await openGateway(config, { now: Date.now, log: pino({ level: 'silent' }) });
    server = await startServer(home, undefined, undefined, gateway);
  }, 400_000);
  afterAll(async () => {
    await server?.stop();
    await gateway?.close();
    for (const path of [home, folder]) if (path) await rm(path, { recursive: true, force: true });
  });

  test('use the URL that the server prints', () => {
    expect(requests.length).toBeGreaterThan(9);
    for (const { command } of requests) expect(command).toContain(documentedUrl);
    expect(key).toMatch(/^ow_[A-Za-z0-9]{38,}$/);
  });

  test.each(requests)('$command', async ({ command, expected }) => {
    const output = await shell(command.replaceAll(documentedUrl, server.base), folder);
    for (const words of expected) expect(output).toContain(words);
  });
});

describe('the README', () => {
  const selfHost = readFileSync(join(root, 'src/content/docs/docs/self-host.md'), 'utf8');

  test('the page for operators lists every setting', () => {
    const mirrors: readonly string[] = publishers.map(({ slug }) => mirrorSetting(slug));
    const settings = settingRules().filter(({ name }) => !mirrors.includes(name));
    expect(settings.length).toBeGreaterThan(4);
    // The table of meanings; the one of allowed values is printed from the code.
    const meanings = selfHost.split('<!-- table:settings -->')[0]!;
    for (const { name: setting } of settings) expect(meanings).toMatch(new RegExp(`^\\| \`${setting}\` \\|`, 'm'));
  });

  test('that page lists every option of a refresh', () => {
    const output = execFileSync(process.execPath, ['pipeline/refresh.ts', '--help'], { cwd: root, encoding: 'utf8' });
    const options = [...output.matchAll(/^ {2}(--[a-z]+)/gm)]
      .map(([, option]) => option!)
      .filter((option) => option !== '--help');
    expect(options.length).toBeGreaterThan(6);
    const named = [...selfHost.matchAll(/^\| `(--[a-z]+)[^`]*` \|/gm)].map(([, option]) => option!);
    expect(named.filter((option) => option !== '--help').sort()).toEqual(options.sort());
  });

  test('the alert on the age of a release is that of the objective for elements', () => {
    const { hours } = publishers
      .flatMap(({ objectives }): { id: string; hours: number }[] => [...objectives])
      .find(({ id }) => id === 'elements')!;
    const page = (name: string) => readFileSync(join(root, `src/content/docs/docs/run/${name}.md`), 'utf8');
    expect(page('refresh')).toContain(`orbweaver_release_age_seconds > ${hours * 3600}\` (${hours} hours`);
    expect(page('operate')).toContain(`\`orbweaver_release_age_seconds\` in \`/metrics\` | over ${hours} hours`);
  });

  test('the page for operators lists every npm script, and the README no other', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commandOf = (script: string) => (['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`);
    for (const script of Object.keys(scripts)) expect(selfHost).toContain(`\`${commandOf(script)}\``);
    for (const [, script] of readme.matchAll(/npm run ([a-z:]+)/g)) expect(Object.keys(scripts)).toContain(script);
  });

  test('links only to existing files', () => {
    for (const [, link] of readme.matchAll(/\]\(([^)#]+)\)/g))
      if (!link!.includes(':')) expect([link, existsSync(join(root, link!))]).toEqual([link, true]);
  });
});
