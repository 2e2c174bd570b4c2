import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask, type RunningServer } from '../server/running-server.ts';
import { until } from '../until.ts';
import { serveDefaults } from './default-server.ts';
import { GPREDICT, gpredictLists } from './gpredict-lists.ts';
import { kill, startScreen } from './screen.ts';

const missing = ['gpredict', 'Xvfb', 'xdotool'].filter((name) => !existsSync(join('/usr/bin', name)));
const title =
  missing.length === 0
    ? 'gpredict'
    : `gpredict (skipped: no ${missing.join(', ')}; apt-get install gpredict xvfb xdotool)`;

/** The lists that gpredict has built in; the sample has elements in few of them. */
const builtIn = existsSync(GPREDICT) ? gpredictLists() : [];

/** gpredict downloads lists through its menu, on a virtual screen, and stores each object in a file. */
describe.skipIf(missing.length > 0)(title, () => {
  let server: Awaited<ReturnType<typeof serveDefaults>>;
  beforeAll(async () => {
    server = await serveDefaults();
  });
  afterAll(() => server?.remove());

  test.each([
    ['13 built-in lists, with another host', builtIn, false, 1],
    ['a group of gp.php', ['/NORAD/elements/gp.php?GROUP=active&FORMAT=tle'], false, 21],
    ['a file', ['/api/v1/elements/active.5-digit.tle'], false, 21],
    // gpredict reads every Alpha-5 number as 0: the documentation recommends the files above.
    ['a file with Alpha-5 numbers', ['/api/v1/elements/active.tle'], true, 21],
  ])('"Update TLE data from network" loads %s', async (_title, paths, zero, atLeast) => {
    const lines = await linesOf(server, paths);
    const home = await mkdtemp(join(tmpdir(), 'orbweaver-gpredict-'));
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    const config = join(home, '.config/Gpredict');
    await mkdir(config, { recursive: true });
    await writeFile(
      join(config, 'gpredict.cfg'),
      `[TLE]\nURLS=${paths.map((path) => server.base + path).join(';')}\nADD_NEW_SATS=true\n`,
    );

    const env = {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      DISPLAY: await startScreen(),
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
    };
    const program = spawn('gpredict', [], { env, stdio: 'ignore' });
    onTestFinished(() => kill(program));

    const press = (...keys: string[]) =>
      execFileSync('xdotool', ['key', '--clearmodifiers', ...keys], { env, timeout: 30_000 });
    const find = ['search', '--sync', '--onlyvisible', '--name', '^Gpredict: '];
    const [main] = execFileSync('xdotool', find, { env, encoding: 'utf8', timeout: 30_000 }).split('\n');
    execFileSync('xdotool', ['windowfocus', '--sync', main!], { env, timeout: 30_000 });

    // The first start copies a catalog of 2018 with hundreds of objects; the downloaded elements are newer.
    const statuses = new Map<string, number>();
    const satdata = join(config, 'satdata');
    const watch = ({ url = '' }: IncomingMessage, response: ServerResponse) =>
      response.on('finish', () => statuses.set(url, response.statusCode));
    server.server.on('request', watch);
    onTestFinished(() => void server.server.off('request', watch));
    const hasZero = () => existsSync(join(satdata, '0.sat'));
    let missing: number[] = [];
    await until(
      async () => {
        // Edit > Update TLE data from network. A window that is not ready yet ignores keys.
        if (statuses.size === 0) press('Escape', 'alt+e', 'n');
        missing = await unwritten(satdata, lines);
        return statuses.size === paths.length && missing.length === 0 && (hasZero() || !zero);
      },
      () => `responses: ${JSON.stringify([...statuses])}; objects without their lines: ${missing}`,
    );
    expect([...statuses.keys()].sort()).toEqual([...paths].sort());
    // A list without elements is a 404, as at CelesTrak.
    expect([...statuses.values()].filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(lines.size).toBeGreaterThanOrEqual(atLeast);
    expect(hasZero()).toBe(zero);
  });
});

/** Element lines by catalog number, for the objects of the lists that five digits can number. */
async function linesOf({ base }: RunningServer, paths: readonly string[]) {
  const found = new Map<number, readonly [string, string]>();
  for (const path of paths)
    for (const [, one, number, two] of (await ask(base, path)).body
      .toString()
      .matchAll(/^(1 (\d{5})U.+)\r\n(2 .+)\r$/gm))
      found.set(Number(number), [one!, two!]);
  return found;
}

/** The catalog numbers whose file does not contain these lines. */
async function unwritten(folder: string, lines: ReadonlyMap<number, readonly [string, string]>): Promise<number[]> {
  const found: number[] = [];
  for (const [number, [one, two]] of lines) {
    const text = await readFile(join(folder, `${number}.sat`), 'utf8').catch(() => '');
    if (!text.includes(`TLE1=${one}\n`) || !text.includes(`TLE2=${two}\n`)) found.push(number);
  }
  return found;
}
