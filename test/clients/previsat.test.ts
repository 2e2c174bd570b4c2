import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../server/running-server.ts';
import { until } from '../until.ts';
import { serveDefaults } from './default-server.ts';
import { PREVISAT_LISTS, previsatLists } from './previsat-lists.ts';
import { kill, startScreen } from './screen.ts';

const missing = ['PreviSat', 'Xvfb', 'xdotool'].filter((name) => !existsSync(join('/usr/bin', name)));
/** The name of the server cannot be given to another one otherwise. */
const isRoot = process.getuid?.() === 0;
const title =
  missing.length > 0
    ? `PreviSat (skipped: no ${missing.join(', ')}; apt-get install previsat xvfb xdotool)`
    : `PreviSat${isRoot ? '' : ' (skipped: only root can give www.celestrak.com another address)'}`;

/** Where www.celestrak.com leads for the program: the address is only used by this test. */
const ADDRESS = '127.0.0.2';

/**
 * PreviSat downloads every list of its built-in server through its window on a virtual screen. Nothing of it is changed: its requests for
 * `http://www.celestrak.com/NORAD/elements/` reach this server, as with an entry in `/etc/hosts`.
 */
describe.skipIf(missing.length > 0 || !isRoot)(title, () => {
  let server: Awaited<ReturnType<typeof serveDefaults>>;
  beforeAll(async () => {
    server = await serveDefaults();
  });
  afterAll(() => server?.remove());

  test('"Update now" loads its 41 built-in lists', async () => {
    const home = await mkdtemp(join(tmpdir(), 'orbweaver-previsat-'));
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    const folder = join(home, '.local/share/Astropedia/PreviSat');
    await mkdir(folder, { recursive: true });
    await cp(dirname(PREVISAT_LISTS), join(folder, 'data'), { recursive: true });
    // The first line is selected when the program starts: the one with all lists.
    const lines = (await readFile(PREVISAT_LISTS, 'latin1')).split('\n');
    const isAll = (line: string) => line.startsWith('all@www.celestrak.com');
    const sorted = [...lines.filter(isAll), ...lines.filter((line) => !isAll(line))];
    await writeFile(join(folder, 'data', basename(PREVISAT_LISTS)), sorted.join('\n'), 'latin1');
    const hosts = join(home, 'hosts');
    await writeFile(hosts, `127.0.0.1 localhost\n${ADDRESS} www.celestrak.com astropedia.free.fr\n`);
    const relay = createServer((socket) => {
      const other = connect(Number(new URL(server.base).port), '127.0.0.1');
      socket.on('error', () => other.destroy()).pipe(other);
      other.on('error', () => socket.destroy()).pipe(socket);
    }).listen(80, ADDRESS);
    await once(relay, 'listening');
    onTestFinished(() => void relay.close());

    const env = {
      PATH: process.env.PATH,
      HOME: home,
      // The program finds other instances of itself there.
      TMPDIR: home,
      XDG_RUNTIME_DIR: home,
      LANG: 'en_US.UTF-8',
      QT_QPA_PLATFORM: 'xcb',
      DISPLAY: await startScreen('1100x760'),
    };
    const start = 'mount --bind "$1" /etc/hosts && exec PreviSat';
    const program = spawn('unshare', ['--mount', 'sh', '-c', start, 'sh', hosts], { env, stdio: 'ignore' });
    onTestFinished(() => kill(program));
    const run = (...args: string[]) => execFileSync('xdotool', args, { env, encoding: 'utf8', timeout: 30_000 });
    const [main] = run('search', '--sync', '--onlyvisible', '--name', '^PreviSat 3').split('\n');
    const click = (x: number, y: number) =>
      run('mousemove', '--window', main!, '--sync', String(x), String(y), 'click', '1');

    const statuses = new Map<string, number>();
    const watch = ({ url = '' }: IncomingMessage, response: ServerResponse) =>
      response.on('finish', () => statuses.set(url, response.statusCode));
    server.server.on('request', watch);
    onTestFinished(() => void server.server.off('request', watch));
    const paths = previsatLists();
    await until(
      async () => {
        if (statuses.size === 0) {
          // Tools, Update now. A window that is not ready yet ignores them.
          click(314, 439);
          click(352, 500);
        }
        // A list that is empty here is an error that the program waits to be closed.
        else run('key', 'Return');
        return paths.every((path) => statuses.has(path));
      },
      () => `responses: ${JSON.stringify([...statuses])}`,
    );
    expect([...statuses.keys()].sort()).toEqual([...paths].sort());
    expect([...statuses.values()].filter((status) => status !== 200 && status !== 404)).toEqual([]);
    const served = paths.filter((path) => statuses.get(path) === 200);
    expect(served.length).toBeGreaterThan(1);
    const sent = new Map<string, string>();
    for (const path of served) {
      // As the site's own pages: the program has spent the day's requests of this address.
      const { status, body } = await ask(server.base, path, { 'Sec-Fetch-Site': 'same-origin' });
      expect([path, status]).toEqual([path, 200]);
      sent.set(path, linesOf(body.toString()).join('\n'));
    }
    const differing: string[] = [];
    await until(
      async () => {
        differing.length = 0;
        for (const path of served) {
          const stored = await readFile(join(folder, 'tle', path.split('/').at(-1)!), 'utf8').catch(() => '');
          if (linesOf(stored).join('\n') !== sent.get(path)) differing.push(path);
        }
        // The program stores the lists once every error is closed.
        if (differing.length > 0) run('key', 'Return');
        return differing.length === 0;
      },
      () => `lists that the program did not store as they were sent: ${differing}`,
    );
  });
});

/** The element lines of a list. */
const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => /^[12] \d{5}/.test(line));
