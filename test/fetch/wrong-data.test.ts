import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshLive } from '../../pipeline/live.ts';
import { Releases } from '../../pipeline/publish/release.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { runAdmin } from '../../src/cli/run-admin.ts';
import { build, databaseOnly, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { simulated } from './fetch-world.ts';
import { StandIn } from './stand-in.ts';

const satcat = 'celestrak/satcat.csv';
let home: string;
let upstream: string;
let standIn: StandIn;

beforeAll(async () => {
  [home, upstream] = [await makeFolder(), await makeFolder()];
  await writeSmall(upstream);
  standIn = new StandIn(upstream);
  await standIn.start();
});
afterAll(async () => {
  await standIn.stop();
  await Promise.all([home, upstream].map(removeFolder));
});

/** Each refresh is on its own day, when every file is due. */
const refresh = (day: number, accept?: string) =>
  refreshLive(simulated(new Date(FIRST.getTime() + day * 86_400_000)), {
    ...{ home, base: '', sources, only: new Set(sources.map(({ slug }) => slug)), all: true, expected: false },
    ...{ bases: standIn.bases, contact: 'test@example.org', limits: { memory: '500MB', ...smallCatalog } },
    ...(accept !== undefined && { accept: new Set([accept]) }),
    ...databaseOnly,
    progress: () => {},
  });

const objects = async () => (await new Releases(home).current())!.counts.satellites;
const problem = async () =>
  (await new Releases(home).current())!.sources.find(({ slug }) => slug === 'celestrak')!.problem;

test('an inflated file is held aside, can be accepted, and can be taken back', { timeout: 600_000 }, async () => {
  const truth = await readFile(join(upstream, satcat), 'utf8');
  const invented = Array.from(
    { length: 3500 },
    (_one, n) => `INVENTED ${n},2026-100A,${300_000 + n},PAY,+,US,2026-05-01,AFETR,,95,50,500,490,,,EA,ORB\r\n`,
  ).join('');
  await refresh(0);
  const first = (await new Releases(home).current())!.id;
  const count = await objects();

  await writeFile(join(upstream, satcat), truth + invented);
  const held = await refresh(1);
  expect(held?.files.find(({ file }) => file === satcat)?.problem).toMatch(
    /^it has \d+ rows after \d+: more than are added between two files$/,
  );
  expect(held?.new_events.filter(({ type }) => type === 'new_object')).toEqual([]);
  expect([await objects(), await problem()]).toEqual([count, expect.stringContaining('more than are added')]);

  // The operator accepts it.
  await refresh(1.5, satcat);
  expect(await objects()).toBe(count + 3500);
  await expect(refresh(1.6, satcat)).rejects.toThrow('--accept celestrak/satcat.csv: no such file is held aside');

  // The accepted file was wrong after all: the true one is too small, until the release is rolled back.
  await writeFile(join(upstream, satcat), truth);
  const refused = await refresh(2);
  expect(refused?.files.find(({ file }) => file === satcat)?.problem).toMatch(/^it has \d+ rows after \d+$/);
  const said: string[] = [];
  const deps = { home, databaseUrl: undefined, secret: undefined, now: () => 0, actor: 'test' };
  const log = { out: (line: string) => said.push(line), say: (line: string) => said.push(line) };
  expect(await runAdmin(['releases', 'rollback', '--to', first], { ...deps, ...log })).toBe(0);
  expect(said).toEqual([`Now serving release ${first}.`, expect.stringMatching(/^Held aside \d+ newer upstream file/)]);
  await refresh(3);
  expect([await objects(), await problem()]).toEqual([count, null]);

  // The bytes of the rolled-back release are not used again.
  await writeFile(join(upstream, satcat), truth + invented);
  await refresh(4);
  expect([await objects(), await problem()]).toEqual([
    count,
    expect.stringContaining('more than are added between two files'),
  ]);
});

/** The lines of a file of the small sample, and a function that publishes it with other rows on a day. */
async function growing(own: string, files: string, key: string) {
  await writeSmall(files);
  // An object that other sources have as well does not go with its row.
  for (const source of ['gcat', 'satnogs', 'wikidata']) await rm(join(files, source), { recursive: true });
  const lines = (await readFile(join(files, key), 'utf8')).trimEnd().split('\n');
  const published = async (day: number, some: readonly string[]) => {
    await writeFile(join(files, key), `${[lines[0], ...some].join('\n')}\n`);
    const more = { sample: false, ...databaseOnly };
    const report = await build(own, files, new Date(FIRST.getTime() + day * 86_400_000), more).catch(
      (error: Error) => error,
    );
    const { satellites } = (await new Releases(own).current())!.counts;
    const problem = report instanceof Error ? report.message : report?.files.find(({ file }) => file === key)?.problem;
    return { satellites, problem };
  };
  return { rows: lines.slice(1), published };
}

test('invented rows of SATCAT below the limit of growth go again with the true file', {
  timeout: 600_000,
}, async () => {
  const [own, files] = [await makeFolder(), await makeFolder()];
  try {
    const { rows, published } = await growing(own, files, satcat);
    const invented = Array.from(
      { length: 80 },
      (_one, n) => `INVENTED ${n},2026-100A,${300_000 + n},PAY,+,US,2026-05-01,AFETR,,95,50,500,490,,,EA,ORB`,
    );
    const { satellites } = await published(0, rows);
    const good = { satellites, problem: null };
    // Two steps, each below the limit.
    expect(await published(1, [...rows, ...invented.slice(0, 40)])).toEqual({
      satellites: satellites + 40,
      problem: null,
    });
    expect(await published(2, [...rows, ...invented])).toEqual({ satellites: satellites + 80, problem: null });
    // A file that keeps the invented rows and loses as many old ones has not healed, nor has one that loses more.
    const orbiting = await readFile(join(files, 'celestrak/gp-active.csv'), 'utf8');
    const hasElements = (row: string) => orbiting.includes(`,U,${row.split(',')[2]},`);
    const lost = rows.filter((row) => !hasElements(row)).slice(0, 5);
    const fewer = rows.filter((row) => !lost.includes(row));
    for (const shrunken of [[...fewer, ...invented.slice(5)], fewer])
      expect(await published(2.5, shrunken)).toEqual({
        satellites: satellites + 80,
        problem: expect.stringMatching(/at most 1 % of the objects may go, but \d+ of \d+ are gone/),
      });
    expect(await published(3, rows)).toEqual(good);
    expect((await published(4, fewer)).problem).toMatch(/at most 1 % of the objects/);
    // After a week, rows that came are rows that a file may not lose at once.
    await published(5, [...rows, ...invented.slice(0, 40)]);
    expect((await published(13, rows)).problem).toMatch(/^it has \d+ rows after \d+$/);
  } finally {
    await Promise.all([own, files].map(removeFolder));
  }
});

test('invented element sets go again with the true file', { timeout: 600_000 }, async () => {
  const [own, files] = [await makeFolder(), await makeFolder()];
  try {
    const { rows, published } = await growing(own, files, 'celestrak/gp-active.csv');
    const { satellites } = await published(0, rows);
    const invented = rows.slice(0, 60).map((row, n) => {
      const cells = row.split(',');
      // OBJECT_NAME, OBJECT_ID, NORAD_CAT_ID
      [cells[0], cells[1], cells[11]] = [`INVENTED ${n}`, '', String(300_000 + n)];
      return cells.join(',');
    });
    const grown = await published(1, [...rows, ...invented]);
    expect([grown.satellites > satellites * 1.2, grown.problem]).toEqual([true, null]);
    expect(await published(2, rows)).toEqual({ satellites, problem: null });
    expect((await published(3, rows.slice(0, rows.length * 0.85))).problem).toMatch(/^it has \d+ rows after \d+$/);
  } finally {
    await Promise.all([own, files].map(removeFolder));
  }
});

test('a file that grew in several small steps shrinks back at once, but no further, and not without a column', {
  timeout: 600_000,
}, async () => {
  const [own, files] = [await makeFolder(), await makeFolder()];
  try {
    await writeSmall(files);
    const launches = 'gcat/launch.tsv';
    const lines = (await readFile(join(files, launches), 'utf8')).trimEnd().split('\n');
    const isRow = (line: string) => !line.startsWith('#');
    const rows = lines.filter(isRow);
    const head = lines.filter((line) => !isRow(line));
    const published = async (day: number, some: readonly string[]) => {
      await writeFile(join(files, launches), `${[...head, ...some].join('\n')}\n`);
      const report = await build(own, files, new Date(FIRST.getTime() + day * 86_400_000), databaseOnly);
      return report?.files.find(({ file }) => file === launches)?.problem;
    };
    const step = Math.floor(rows.length * 0.09);
    const invented = rows.slice(0, 2 * step).map((row, n) => row.replace(/^[^\t]+/, `1999-${900 + n}`));
    expect(await published(0, rows)).toBeNull();
    // Each step alone is smaller than the loss that would be refused; both together are larger.
    expect(await published(1, [...rows, ...invented.slice(0, step)])).toBeNull();
    expect(await published(2, [...rows, ...invented])).toBeNull();
    const column = head[0]!.split('\t').indexOf('LV_Type');
    const emptied = rows.map((row) => row.split('\t').with(column, '-').join('\t'));
    expect(await published(2.5, emptied)).toBe(
      'its column LV_Type has a value in 0 % of its rows, and had one in 100 %',
    );
    expect(await published(3, rows)).toBeNull();
    expect(await published(4, rows.slice(0, rows.length * 0.85))).toMatch(/^it has \d+ rows after \d+$/);
  } finally {
    await Promise.all([own, files].map(removeFolder));
  }
});
