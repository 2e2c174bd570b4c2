import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { until } from '../until.ts';
import { kill, startScreen } from './screen.ts';

const missing = ['stellarium', 'Xvfb'].filter((name) => !existsSync(join('/usr/bin', name)));
const title =
  missing.length === 0
    ? 'Stellarium'
    : `Stellarium (skipped: no ${missing.join(', ')}; apt-get install stellarium xvfb)`;

/** Minimal settings for Stellarium. The URL is unquoted because Stellarium would include the quotation marks. */
const settings = (url: string) => `[main]
version = 0.22.2
[init_location]
landscape_name = guereins
location = auto
[plugins_load_at_startup]
Satellites = true
[video]
fullscreen = false
screen_w = 320
screen_h = 240
maximum_fps = 5
minimum_fps = 1
[Satellites]
updates_enabled = true
update_frequency_hours = 1
last_update = 2010-01-01T00:00:00
tle_sources/size = 1
tle_sources/1/url = ${url}
tle_sources/1/add_new = true
`;

const emptyCatalog = JSON.stringify({
  creator: 'Satellites plugin version 0.12.0',
  hintColor: [0, 0.4, 0.6],
  shortName: 'satellite orbital data',
  version: '0.12.0',
  satellites: {},
});

/** Stellarium updates its satellites at startup from the sources in its settings, and logs each object that it adds. */
describe.skipIf(missing.length > 0)(title, () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await serveSample(null);
  });
  afterAll(() => server?.remove());

  test('adds every object of a group in its update at startup', async () => {
    const path = '/NORAD/elements/gp.php?GROUP=active&FORMAT=tle';
    const lines = (await server.get(path)).body.toString().trimEnd().split('\r\n');
    const objects = lines.flatMap((line, at) =>
      at % 3 === 0 ? [`satellite added: "${Number(lines[at + 1]!.slice(2, 7))}" "${line.trimEnd()}"`] : [],
    );
    const home = await mkdtemp(join(tmpdir(), 'orbweaver-stellarium-'));
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    await writeFile(join(home, 'config.ini'), settings(server.base + path));
    // Replaces its catalog of 2022, from which objects that have decayed since are removed even after an update.
    await mkdir(join(home, 'modules/Satellites'), { recursive: true });
    await writeFile(join(home, 'modules/Satellites/satellites.json'), emptyCatalog);
    const program = spawn('stellarium', ['--user-dir', home], {
      env: { PATH: process.env.PATH, HOME: home, DISPLAY: await startScreen(), LIBGL_ALWAYS_SOFTWARE: '1' },
      stdio: 'ignore',
    });
    onTestFinished(() => kill(program));

    const log = () => readFile(join(home, 'log.txt'), 'utf8').catch(() => '');
    await until(async () => program.exitCode !== null || (await log()).includes('[Satellites] update finished.'));
    const added = (await log()).match(/satellite added: .*/g);
    expect(added?.toSorted()).toEqual(objects.toSorted());
    expect(objects.length).toBeGreaterThan(20);
  });
});
