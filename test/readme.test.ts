import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNode } from '../src/server/child.ts';
import { type RunningServer, startServer } from './server/running-server.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const address = 'http://127.0.0.1:4321';

/** One command of a ```sh block, and what its output must hold. */
interface Example {
  readonly command: string;
  readonly expected: readonly string[];
}

const examples: Example[] = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => {
  const found: { command: string; expected: string[] }[] = [];
  for (const line of block!.split('\n')) {
    if (line.startsWith('#=> ')) found.at(-1)!.expected.push(line.slice(4));
    else if (line !== '' && !line.startsWith('#')) found.push({ command: line, expected: [] });
  }
  return found;
});

const hasCurl = ['/usr/bin/curl', '/bin/curl', '/usr/local/bin/curl'].some((path) => existsSync(path));
const name = hasCurl ? 'the README’s requests' : 'the README’s requests (skipped: no curl; apt-get install curl)';

describe.skipIf(!hasCurl)(name, () => {
  let home: string;
  let folder: string;
  let server: RunningServer;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'orbweaver-readme-home-'));
    folder = await mkdtemp(join(tmpdir(), 'orbweaver-readme-'));
    // Failing answers fail the command, and nobody waits for ever.
    await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\nfail\nmax-time = 30\n');
    await runNode(root, ['pipeline/refresh.ts', '--sample'], { ORBWEAVER_HOME: home });
    server = await startServer(home);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    for (const path of [home, folder]) if (path) await rm(path, { recursive: true, force: true });
  });

  test('there are some, each with the address that the server prints', () => {
    expect(examples.length).toBeGreaterThan(9);
    for (const { command } of examples) expect(command).toContain(address);
  });

  test.each(examples)('$command', async ({ command, expected }) => {
    const output = await new Promise<string>((resolve, reject) => {
      execFile(
        'sh',
        ['-c', command.replaceAll(address, server.base)],
        { cwd: folder, env: { PATH: process.env.PATH, CURL_HOME: folder }, maxBuffer: 2 ** 26 },
        (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
      );
    });
    for (const words of expected) expect(output).toContain(words);
  });
});

describe('the README', () => {
  const selfHost = readFileSync(join(root, 'src/content/docs/docs/self-host.md'), 'utf8');

  test('names every setting that there is, as the page for operators does', () => {
    const config = readFileSync(join(root, 'src/config.ts'), 'utf8');
    const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): setting\(/gm)].map((match) => match[1]!);
    expect(settings.length).toBeGreaterThan(4);
    for (const setting of settings)
      for (const text of [readme, selfHost]) expect(text).toMatch(new RegExp(`^\\| \`${setting}\` \\|`, 'm'));
  });

  test('names every command that there is, and no other', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const said = (script: string) => (['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`);
    for (const script of Object.keys(scripts))
      for (const text of [readme, selfHost]) expect(text).toContain(`\`${said(script)}\``);
    for (const [, script] of readme.matchAll(/npm run ([a-z]+)/g)) expect(Object.keys(scripts)).toContain(script);
  });

  test('links to files that are there', () => {
    for (const [, link] of readme.matchAll(/\]\(([^)#]+)\)/g))
      if (!link!.includes(':')) expect([link, existsSync(join(root, link!))]).toEqual([link, true]);
  });
});
