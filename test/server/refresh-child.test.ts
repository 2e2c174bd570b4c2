import { appendFile, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { newestRun } from '../../src/features/conjunctions/run-folder.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { settingsOf, startSchedule } from '../../src/server/refresh-child.ts';
import { StandIn } from '../fetch/stand-in.ts';
import { build, FIRST, inSmallest, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { until } from '../until.ts';

const root = join(import.meta.dirname, '../..');
const noPauses = new URL('../fetch/no-pauses.ts', import.meta.url);
let home: string;
let upstream: string;
let standIn: StandIn;

beforeAll(async () => {
  home = await makeFolder();
  upstream = await makeFolder();
  await writeSmall(upstream, inSmallest);
  await build(home, upstream, FIRST, { sample: false });
  standIn = new StandIn(upstream);
  await standIn.start();
  process.env.NODE_OPTIONS = `--import ${noPauses.href}`;
});
afterAll(async () => {
  delete process.env.NODE_OPTIONS;
  await standIn.stop();
  await Promise.all([home, upstream].map(removeFolder));
});

/** Runs the schedule until a refresh has ended, or this line is in the log, and returns the log lines. */
async function oneRefresh(
  settings: Record<string, string> = {},
  last = 'next refresh',
): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const stopping = new AbortController();
  const note = (facts: Record<string, unknown> | string, message?: string) =>
    lines.push(typeof facts === 'string' ? { message: facts } : { ...facts, message });
  const config = readConfig(
    {
      ORBWEAVER_HOME: home,
      ORBWEAVER_CONTACT: 'test@example.org',
      ...Object.fromEntries(
        Object.entries(standIn.bases).map(([slug, url]) => [`ORBWEAVER_${slug.toUpperCase()}_URL`, url]),
      ),
      ...settings,
    },
    join(home, 'none'),
  );
  const schedule = startSchedule(root, config, { info: note, error: note } as never, stopping.signal);
  await until(
    () => lines.some(({ message }) => message === last),
    () => `in ${JSON.stringify(lines)}`,
    // Both processes have a low priority: on a busy machine, they wait for all others.
    300_000,
  );
  stopping.abort();
  await schedule;
  return lines;
}

test('a refresh has every setting that it reads from its server', async () => {
  const refresh = await readFile(join(root, 'pipeline/refresh.ts'), 'utf8');
  const [, names] = /const \{([^}]+)\} = readConfig\(\);/.exec(refresh)!;
  const read = names!.split(',').flatMap((name) => /\w+/.exec(name)?.[0] ?? []);
  expect(read).toContain('commons');
  const settings = [
    ...['HOME', 'PUBLIC_URL', 'CONTACT', 'CELESTRAK_URL', 'WIKIDATA_URL', 'WIKIDATA_SECOND_URL'],
    ...['SPACETRACK_IDENTITY', 'SPACETRACK_PASSWORD'],
  ].map((name) => [
    `ORBWEAVER_${name}`,
    name.endsWith('URL') ? `https://${name.toLowerCase()}.example` : 'x@example.org',
  ]);
  const some = {
    ...Object.fromEntries(settings.map(([name, value]) => [name, value!.replaceAll('_', '-')])),
    ...{ ORBWEAVER_SPACETRACK_PUBLISH: 'on', ORBWEAVER_LOG_FORMAT: 'json' },
    ...{ ORBWEAVER_DOWNLOAD_DEADLINE: '77', ORBWEAVER_REFRESH_MEMORY: '777' },
  };
  for (const commons of ['off', 'https://commons.example']) {
    const config = readConfig({ ...some, ORBWEAVER_COMMONS_URL: commons }, join(home, 'none'));
    const shared = readConfig(settingsOf(config), join(home, 'none'));
    const of = (one: typeof config) => read.map((name) => [name, one[name as keyof typeof config]]);
    expect(of(shared)).toEqual(of(config));
  }
});

test('a starting server downloads what it missed in a child process, and publishes the changes', async () => {
  const before = await readlink(join(home, 'current'));
  // The same satellite with a new name, so that something has changed.
  const satcat = join(upstream, 'celestrak/satcat.csv');
  const [, row = ''] = (await readFile(satcat, 'utf8')).split('\n');
  await appendFile(satcat, `${row.replace(/^[^,]+/, 'RENAMED').replace(/,(\d+),(PAY|R\/B|DEB|UNK),/, ',99990,$2,')}\n`);
  const lines = await oneRefresh();
  expect(lines.filter(({ message }) => message === 'refresh failed')).toEqual([]);
  expect(lines.find(({ refresh }) => /^celestrak\/satcat\.csv: [\d,]+ bytes$/.test(String(refresh)))).toBeDefined();
  expect(await readlink(join(home, 'current'))).not.toBe(before);
  const record = refreshRecord.parse(JSON.parse(await readFile(join(home, 'refresh.json'), 'utf8')));
  expect(record.last).toMatchObject({ outcome: 'published' });
  for (const { headers } of standIn.seen) expect(headers['user-agent']).toContain('(test@example.org)');
});

test('a restarted server makes no request if nothing is due', async () => {
  const count = standIn.seen.length;
  const lines = await oneRefresh();
  expect(lines.map(({ refresh }) => refresh)).toContain('Nothing to do: nothing is due, or nothing has changed.');
  expect(standIn.seen).toHaveLength(count);
});

test('after a refresh, close approaches are searched in a process of its own', { timeout: 320_000 }, async () => {
  const lines = await oneRefresh({}, 'close approaches searched');
  expect(lines.filter(({ message }) => message === 'search of close approaches failed')).toEqual([]);
  const found = await newestRun(home);
  expect(found?.run).toMatchObject({ release: await currentReleaseId(home) });
  const none = await oneRefresh({ ORBWEAVER_CONJUNCTIONS: 'off' });
  expect(none.filter(({ message }) => /close approaches/.test(String(message)))).toEqual([]);
});

test('a refresh that fails is logged once, with its reason', async () => {
  // A folder below a file cannot be made.
  const lines = await oneRefresh({ ORBWEAVER_HOME: join(home, 'refresh.json') });
  const failures = lines.filter((line) => line['message'] === 'refresh failed');
  expect(failures).toHaveLength(1);
  expect(failures[0]!['reason']).toMatch(/refresh\.json/);
  expect(lines.filter(({ refresh }) => refresh !== undefined)).toEqual([]);
});
