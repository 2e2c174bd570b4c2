import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { until } from '../until.ts';
import { kill, startScreen } from './screen.ts';

const missing = ['gpredict', 'Xvfb', 'xdotool'].filter((name) => !existsSync(join('/usr/bin', name)));
const title =
  missing.length === 0
    ? 'gpredict'
    : `gpredict (skipped: no ${missing.join(', ')}; apt-get install gpredict xvfb xdotool)`;

/** gpredict downloads a group through its menu, on a virtual screen, and stores each object in a file. */
describe.skipIf(missing.length > 0)(title, () => {
  let server: SampleServer;
  /** Element lines by catalog number, for the objects that five digits can number. */
  let lines: Map<number, readonly [string, string]>;

  beforeAll(async () => {
    server = await serveSample(null);
    const text = (await server.get('/api/v1/elements/active.2le')).body.toString().trimEnd().split('\r\n');
    const numbered = text.flatMap((line, at) => (at % 2 === 0 ? [[line, text[at + 1]!] as const] : []));
    lines = new Map(
      numbered.flatMap((pair) => (/^1 \d{5}U/.test(pair[0]) ? [[Number(pair[0].slice(2, 7)), pair] as const] : [])),
    );
  });
  afterAll(() => server?.remove());

  test.each([
    ['/NORAD/elements/gp.php?GROUP=active&FORMAT=tle', false],
    ['/api/v1/elements/active.5-digit.tle', false],
    // gpredict reads every Alpha-5 number as 0: the documentation recommends the files above.
    ['/api/v1/elements/active.tle', true],
  ])('"Update TLE data from network" loads %s; with an object 0: %s', async (path, zero) => {
    const home = await mkdtemp(join(tmpdir(), 'orbweaver-gpredict-'));
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    const config = join(home, '.config/Gpredict');
    await mkdir(config, { recursive: true });
    await writeFile(join(config, 'gpredict.cfg'), `[TLE]\nURLS=${server.base}${path}\nADD_NEW_SATS=true\n`);

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
    let requested = false;
    const satdata = join(config, 'satdata');
    server.server.on('request', ({ url }) => {
      requested ||= url === path;
    });
    const hasZero = () => existsSync(join(satdata, '0.sat'));
    await until(async () => {
      // Edit > Update TLE data from network. A window that is not ready yet ignores keys.
      if (!requested) press('Escape', 'alt+e', 'n');
      return (await unwritten(satdata, lines)).length === 0 && (hasZero() || !zero);
    });
    expect(requested).toBe(true);
    expect(lines.size).toBeGreaterThan(20);
    expect(hasZero()).toBe(zero);
  });
});

/** The catalog numbers whose file does not contain these lines. */
async function unwritten(folder: string, lines: ReadonlyMap<number, readonly [string, string]>): Promise<number[]> {
  const found: number[] = [];
  for (const [number, [one, two]] of lines) {
    const text = await readFile(join(folder, `${number}.sat`), 'utf8').catch(() => '');
    if (!text.includes(`TLE1=${one}\n`) || !text.includes(`TLE2=${two}\n`)) found.push(number);
  }
  return found;
}
