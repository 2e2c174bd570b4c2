import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { RefreshSummary } from '../../../pipeline/report/refresh-summary.ts';
import { freePort } from '../../accounts/services.ts';
import { builtSite } from '../../built-site.ts';
import { childEnvironment } from '../../child-environment.ts';
import { until } from '../../until.ts';
import { copySample, removeFolder } from '../sample-build.ts';

const root = join(import.meta.dirname, '../../..');
const hasScript = existsSync('/usr/bin/script');

let publishers: Server;
beforeAll(async () => {
  await builtSite();
  publishers = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(publishers, 'listening');
});
afterAll(() => publishers.close());

/** An environment with a new home, empty or with the sample, and publishers that return 404 for every file. */
async function environmentWithoutFiles(sample: boolean): Promise<NodeJS.ProcessEnv> {
  const home = sample ? await copySample() : mkdtempSync(join(tmpdir(), 'orbweaver-terminal-'));
  onTestFinished(() => removeFolder(home));
  const publisherUrl = `http://127.0.0.1:${(publishers.address() as AddressInfo).port}`;
  const upstream = ['CELESTRAK', 'GCAT', 'SATNOGS', 'WIKIDATA'].map((name) => [`ORBWEAVER_${name}_URL`, publisherUrl]);
  return { ...childEnvironment, TERM: 'xterm', ORBWEAVER_HOME: home, ...Object.fromEntries(upstream) };
}

describe.skipIf(!hasScript)(
  hasScript ? 'on a terminal' : 'on a terminal (skipped: no script; apt-get install bsdutils)',
  () => {
    /** Runs Node on a terminal; `lines` omits overwritten output. */
    function atTerminal(args: readonly string[], env: NodeJS.ProcessEnv) {
      const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
      const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { cwd: root, env, detached: true });
      let output = '';
      child.stdout.on('data', (part) => {
        output += part;
      });
      const lines = () =>
        output
          .split('\n')
          // Removes control sequences, then output that was overwritten.
          .map((line) => stripVTControlCharacters(line).trimEnd().replace(/^.*\r/s, ''))
          .filter((line) => line !== '');
      return { child, lines };
    }

    test('reports the published sample in at most five lines', async () => {
      const { child, lines } = atTerminal(
        ['pipeline/refresh.ts', '--sample', '--compression', 'fast'],
        await environmentWithoutFiles(false),
      );
      await once(child, 'close');
      expect(lines()[0]).toMatch(/^Published the embedded sample \S+: 344 objects, [\d,]+ claims$/);
      expect(lines().length).toBeLessThanOrEqual(5);
    });

    test('`npm start` prints one line per source with its next attempt if no publisher has files', async () => {
      const env = { ...(await environmentWithoutFiles(true)), PORT: String(await freePort()) };
      const { child, lines } = atTerminal(['src/server/serve.ts'], env);
      onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'));
      await until(() => lines().some((line) => line.includes('next refresh')));
      process.kill(-child.pid!, 'SIGTERM');
      const text = lines().join('\n');
      expect(lines().length).toBeLessThanOrEqual(25);
      expect(text).not.toMatch(/^\{"level"/m);
      expect(text).toMatch(/Orbweaver serves http:/);
      expect(text).toMatch(
        /CelesTrak +no list of files: 127\.0\.0\.1:\d+ answered 404: keeping the sample; next attempt \d\d:\d\d UTC/,
      );
      expect(text).toMatch(/GCAT +\S+ answered 404: keeping the sample/);
      expect(text).toMatch(
        /Nothing was published: a catalog requires a valid file of CelesTrak\. Release \S+ is still served\./,
      );
    });
  },
);

test('reports the published sample in at most five lines without a terminal too, and in full with --report', async () => {
  const reported = async (...more: string[]) => {
    const args = ['pipeline/refresh.ts', '--sample', '--compression', 'fast', ...more];
    const child = spawn(process.execPath, args, { cwd: root, env: await environmentWithoutFiles(false) });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
      });
    await once(child, 'close');
    return output.trimEnd().split('\n');
  };
  const [short, full] = await Promise.all([reported(), reported('--report')]);
  expect(short[0]).toMatch(/^Published the embedded sample \S+: 344 objects/);
  expect(short.length).toBeLessThanOrEqual(5);
  expect(full.length).toBeGreaterThan(30);
});

test('the log is JSON without a terminal, or in the format of ORBWEAVER_LOG_FORMAT', async () => {
  const formats = [
    [undefined, /^\{"level":30,.*"msg":"next refresh"\}$/m],
    ['pretty', /^\[\d\d:\d\d:\d\d\] INFO: next refresh \{"next":"[^"]+"\}$/m],
  ] as const;
  const running = formats.map(async ([format]) => {
    const env = {
      ...(await environmentWithoutFiles(true)),
      PORT: '0',
      ...(format && { ORBWEAVER_LOG_FORMAT: format }),
    };
    const child = spawn(process.execPath, ['src/server/serve.ts'], { cwd: root, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
      });
    await until(() => output.includes('next refresh'));
    child.kill('SIGKILL');
    return output;
  });
  const outputs = await Promise.all(running);
  for (const [at, [format, expected]] of formats.entries())
    expect([format, outputs[at]]).toEqual([format, expect.stringMatching(expected)]);
}, 300_000);

test('summarizes each source in one line', () => {
  const summary = new RefreshSummary();
  for (const line of [
    'celestrak/satcat.csv: 1,234,567 bytes',
    'celestrak/gp-active.csv: 10 bytes',
    'celestrak/gp-visual.json: not modified',
    'gcat/orgs.tsv: not modified',
    'satnogs/satellites.json: the connection to db.satnogs.org failed: ENOTFOUND',
    'wikidata/satellites.json: skipped: ORBWEAVER_CONTACT is not set',
  ])
    summary.add(line);
  const named = ['celestrak', 'gcat', 'satnogs', 'wikidata', 'other'].map((slug) => ({ slug, name: slug }));
  expect(summary.lines(named, 'the sample', { satnogs: '2026-08-22T18:00:00Z' })).toEqual([
    'celestrak  2 files, 1,234,577 bytes; 1 unchanged',
    'gcat       nothing new in 1 file',
    'satnogs    unreachable: keeping the sample; next attempt 18:00 UTC (the connection to db.satnogs.org failed: ENOTFOUND)',
    'wikidata   skipped: ORBWEAVER_CONTACT is not set: keeping the sample',
  ]);
});
