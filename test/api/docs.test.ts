import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY, PUBLIC_URL, type SampleServer, serveSample } from './sample-server.ts';

/** Runs every request in the API documentation against the sample: its output contains the text after `#=>`. */
const folder = join(import.meta.dirname, '../../src/content/docs/docs/api');

interface Example {
  readonly page: string;
  readonly command: string;
  readonly expected: readonly string[];
}

const examples = readdirSync(folder).flatMap((page) =>
  [...readFileSync(join(folder, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => {
    const found: { page: string; command: string; expected: string[] }[] = [];
    for (const line of block!.split('\n')) {
      if (line.startsWith('#=> ')) found.at(-1)!.expected.push(line.slice(4));
      else if (line !== '' && !line.startsWith('#')) found.push({ page, command: line, expected: [] });
    }
    return found as Example[];
  }),
);

const hasCurl = ['/usr/bin/curl', '/bin/curl', '/usr/local/bin/curl'].some((path) => existsSync(path));
const name = `requests in the API documentation${hasCurl ? '' : ' (skipped: no curl; apt-get install curl)'}`;

describe.skipIf(!hasCurl)(name, () => {
  let server: SampleServer;
  let workFolder: string;
  beforeAll(async () => {
    server = await serveSample();
    workFolder = await mkdtemp(join(tmpdir(), 'orbweaver-docs-'));
    await writeFile(join(workFolder, '.curlrc'), 'silent\nshow-error\nmax-time = 30\n');
  });
  afterAll(async () => {
    await server?.remove();
    if (workFolder) await rm(workFolder, { recursive: true, force: true });
  });

  test.each(examples)('$page: $command', async ({ command, expected }) => {
    const output = await new Promise<string>((resolve, reject) => {
      execFile(
        'sh',
        ['-c', command.replaceAll(PUBLIC_URL, server.base)],
        {
          cwd: workFolder,
          env: { PATH: process.env.PATH, CURL_HOME: workFolder, KEY, LC_ALL: 'C.UTF-8' },
          maxBuffer: 2 ** 26,
        },
        (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
      );
    });
    expect(expected.length, 'has expected output').toBeGreaterThan(0);
    for (const text of expected) expect(output).toContain(text);
  });

  test('are on every page, with the public URL', () => {
    expect([...new Set(examples.map(({ page }) => page))].sort()).toEqual(readdirSync(folder).sort());
    for (const { command } of examples) expect(command).toContain(PUBLIC_URL);
  });
});
