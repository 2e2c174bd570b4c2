import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveRefresh, refreshLive } from '../../pipeline/live.ts';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { releaseFormat } from '../../src/schema/release/manifest.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { openRelease } from '../pipeline/release/opened-release.ts';
import {
  build,
  copyHome,
  FIRST,
  inSmallest,
  makeFolder,
  removeFolder,
  SECOND,
  sample,
  writeSmall,
} from '../pipeline/sample-build.ts';
import { content, transport } from './faults.ts';
import { type SimulatedDeps, simulated } from './fetch-world.ts';
import { type Fault, StandIn } from './stand-in.ts';
import { servedManifest } from './stand-in-refresh.ts';

const WEEK = 7 * 86_400_000;
const victims: Readonly<Record<string, string>> = {
  celestrak: 'celestrak/satcat.csv',
  gcat: 'gcat/satcat.tsv',
  satnogs: 'satnogs/satellites.json',
  wikidata: 'wikidata/satellites.json',
};
const slugs = Object.keys(victims);

let upstream: string;
let published: string;
let standIn: StandIn;
const folders: string[] = [];
const ownFolder = async () => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  upstream = await ownFolder();
  published = await ownFolder();
  await writeSmall(upstream, inSmallest);
  standIn = new StandIn(upstream);
  await standIn.start();
  await refresh(published, simulated(FIRST));
});

afterAll(async () => {
  await standIn.stop();
  await Promise.all(folders.map(removeFolder));
});

function refresh(home: string, deps: SimulatedDeps, more: Partial<LiveRefresh> = {}) {
  return refreshLive(deps, {
    home,
    sources,
    only: new Set(slugs),
    all: false,
    bases: standIn.bases,
    contact: 'test@example.org',
    base: '',
    expected: false,
    limits: { memory: '500MB', ...smallCatalog },
    // The manifest is all that these tests read of a release.
    files: 'database',
    progress: () => {},
    ...more,
  });
}

const state = async (home: string) =>
  (await servedManifest(home)).sources.map(({ slug, status, problem }) => ({ slug, status, problem }));
const counts = async (home: string) => ({ ...(await servedManifest(home)).counts, events: 0, rejects: 0 });

async function publishedHome(): Promise<string> {
  const home = await ownFolder();
  copyHome(published, home);
  return home;
}

/**
 * In each round every publisher has a fault, each a different one. Every publisher has each fault in the rows once; faults
 * in transport are tested for every publisher without a build (`faults.test.ts`, `matrix.test.ts`).
 */
const faults: Readonly<Record<string, Fault>> = { ...content, ...transport };
const rounds = [
  ['a fifth is missing', 'a column is renamed', 'HTML with 200', '500'],
  ['a column is renamed', 'a fifth is missing', '429', 'half a body'],
  ['403', '404', 'a fifth is missing', 'a column is renamed'],
  ['mojibake', '10 GB, announced', 'a column is renamed', 'a fifth is missing'],
  ['an empty file', 'half a body that claims to be whole', 'an endless stream', 'text that is not UTF-8'],
] as const;

test('serves the last valid rows over several bad days, with a reason for each source, and recovers on a good day', async () => {
  const home = await publishedHome();
  const validCounts = await counts(home);
  const validFiles = await new Snapshots(home).index();
  let day = 0;
  for (const round of rounds) {
    for (const [at, slug] of slugs.entries()) standIn.faults.set(victims[slug]!, faults[round[at]!]!);
    // The other files of a publisher are unchanged: only its faulty file is new.
    await refresh(home, simulated(new Date(FIRST.getTime() + ++day * WEEK)));
    expect(await counts(home)).toEqual(validCounts);
    for (const { slug, status, problem } of await state(home))
      expect([round, slug, status, problem]).toEqual([round, slug, 'stale', expect.stringMatching(/\S/)]);
    expect(await new Snapshots(home).index()).toMatchObject(
      Object.fromEntries(Object.entries(validFiles).map(([key, { sha256 }]) => [key, { sha256 }])),
    );
    standIn.faults.clear();
  }
  await refresh(home, simulated(new Date(FIRST.getTime() + ++day * WEEK)));
  expect(await counts(home)).toEqual(validCounts);
  expect((await state(home)).map(({ status, problem }) => [status, problem])).toEqual(Array(4).fill(['fresh', null]));
  const record = refreshRecord.parse(JSON.parse(await readFile(join(home, 'refresh.json'), 'utf8')));
  expect(record.last).toMatchObject({ outcome: 'published' });
  expect(Object.entries(record.files).filter(([, { failures }]) => failures > 0)).toEqual([]);
  // No files remain: the snapshots are those of the first day.
  expect(await new Snapshots(home).arrived()).toEqual({});
  for (const slug of slugs)
    expect((await readdir(join(home, 'snapshots', slug))).length).toBe(
      Object.keys(validFiles).filter((key) => key.startsWith(slug)).length,
    );
  expect(await readdir(home)).toEqual(['archive', 'current', 'refresh.json', 'releases', 'snapshots']);
});

test('creates one object for a row that every publisher has twice', async () => {
  const home = await publishedHome();
  for (const slug of slugs) standIn.faults.set(victims[slug]!, content['a row is duplicated']!);
  await refresh(home, simulated(new Date(FIRST.getTime() + WEEK)));
  standIn.faults.clear();
  expect((await servedManifest(home)).counts.satellites).toBe((await servedManifest(published)).counts.satellites);
});

test('builds nothing if nothing is new', async () => {
  const home = await publishedHome();
  const before = (await servedManifest(home)).id;
  expect(await refresh(home, simulated(new Date(FIRST.getTime() + WEEK)))).toBeNull();
  expect((await servedManifest(home)).id).toBe(before);
});

test('rebuilds a release of another format from the stored files', async () => {
  const home = await publishedHome();
  const before = await servedManifest(home);
  const path = join(home, 'releases', before.id, 'manifest.json');
  await writeFile(path, JSON.stringify({ ...before, format: 1 }));
  const requests = standIn.seen.length;
  const report = await refresh(home, simulated(new Date(FIRST.getTime() + 60_000)));
  expect(report?.release).toBe((await servedManifest(home)).id);
  expect(await servedManifest(home)).toMatchObject({ format: releaseFormat, previous: before.id });
  expect(await counts(home)).toEqual({ ...before.counts, events: 0, rejects: 0 });
  expect(standIn.seen).toHaveLength(requests);
  expect(await refresh(home, simulated(new Date(FIRST.getTime() + 120_000)))).toBeNull();
});

test('resumes a refresh that was killed just before its release was activated, without new requests', async () => {
  const home = await publishedHome();
  const before = standIn.seen.length;
  const snapshots = new Snapshots(home);
  // The files are already accepted, nothing is served, and no response was recorded.
  const accepted = await snapshots.index();
  await snapshots.await(accepted);
  for (const name of ['current', 'releases']) await rm(join(home, name), { recursive: true });
  const path = join(home, 'refresh.json');
  const record = refreshRecord.parse(JSON.parse(await readFile(path, 'utf8')));
  for (const key of Object.keys(accepted)) record.files[key]!.answered_at = null;
  await writeFile(path, JSON.stringify(record));
  const times = Object.values(record.files).flatMap(({ asked_at }) => (asked_at ? [Date.parse(asked_at)] : []));
  const soon = new Date(Math.max(...times) + 60_000);
  expect(await refresh(home, simulated(soon), { all: true })).not.toBeNull();
  expect(await counts(home)).toEqual(await counts(published));
  expect(standIn.seen).toHaveLength(before);
  expect(standIn.seen).toHaveLength(before);
});

test('has nothing to do after a refresh that was killed just after its release was activated', async () => {
  const home = await publishedHome();
  const before = (await servedManifest(home)).id;
  const snapshots = new Snapshots(home);
  await snapshots.await(await snapshots.index());
  await mkdir(join(home, 'spill'));
  expect(await refresh(home, simulated(new Date(FIRST.getTime() + 1_800_000)))).toBeNull();
  expect((await servedManifest(home)).id).toBe(before);
  expect(await readdir(home)).toEqual(['archive', 'current', 'refresh.json', 'releases', 'snapshots']);
});

test('does not build again from the same invalid file', async () => {
  const home = await publishedHome();
  standIn.faults.set(victims.gcat!, content['a fifth is missing']!);
  expect(await refresh(home, simulated(new Date(FIRST.getTime() + WEEK)))).not.toBeNull();
  expect(await refresh(home, simulated(new Date(FIRST.getTime() + 2 * WEEK)))).toBeNull();
  standIn.faults.clear();
  expect((await state(home)).find(({ slug }) => slug === 'gcat')).toMatchObject({
    status: 'stale',
    problem: expect.stringMatching(/rows after/),
  });
});

test('publishes a release for new data, and retries a failed file only at its scheduled time', async () => {
  const home = await publishedHome();
  // At 06:15 the catalog entries fail; at 10:00 nothing is due; at 18:00 the elements are.
  const day = new Date('2026-08-23T06:15:00Z');
  standIn.faults.set(victims.celestrak!, transport['500']);
  await refresh(home, simulated(day), { only: new Set(['celestrak']) });
  standIn.faults.clear();
  standIn.faults.set(
    'celestrak/gp-active.csv',
    ({ response, body }) => void response.end(body.toString().replaceAll(',999,', ',998,')),
  );
  const before = standIn.seen.length;
  const report = await refresh(home, simulated(new Date('2026-08-23T10:00:00Z')), { only: new Set(['celestrak']) });
  expect(report).toBeNull();
  expect(standIn.seen).toHaveLength(before);
  expect(
    await refresh(home, simulated(new Date('2026-08-23T18:00:00Z')), { only: new Set(['celestrak']) }),
  ).not.toBeNull();
  standIn.faults.clear();
  expect((await state(home)).find(({ slug }) => slug === 'celestrak')?.status).toBe('fresh');
});

test('a small list that has lost all of its members has none; one with many is held aside', async () => {
  const home = await ownFolder();
  const folder = await ownFolder();
  await cp(upstream, folder, { recursive: true });
  const [few, many] = ['goes', 'weather'].map((slug) => join(folder, `celestrak/gp-${slug}.csv`)) as [string, string];
  const lines = (await readFile(join(folder, 'celestrak/gp-active.csv'), 'utf8')).split('\n');
  await writeFile(few, `${lines.slice(0, 4).join('\n')}\n`);
  await writeFile(many, `${lines.slice(0, 9).join('\n')}\n`);
  standIn.folder = folder;
  const members = async (weeks: number) => {
    await refresh(home, simulated(new Date(FIRST.getTime() + weeks * WEEK)), { only: new Set(['celestrak']) });
    const release = await openRelease(home);
    const rows = await release.rows<{ slug: string; n: number }>(
      "SELECT slug, objects AS n FROM groups WHERE slug IN ('goes', 'weather') ORDER BY slug",
    );
    release.close();
    return rows.map(({ slug, n }) => `${slug} ${n}`);
  };
  try {
    const [three, others] = await members(0);
    expect([three, others]).toEqual(['goes 3', expect.stringMatching(/^weather [6-8]$/)]);
    // CelesTrak answers "No GP data found".
    for (const path of [few, many]) await rm(path);
    expect(await members(1)).toEqual([others]);
    expect((await state(home))[0]).toEqual({
      slug: 'celestrak',
      status: 'stale',
      problem: expect.stringMatching(/^gp-weather\.csv: it has 0 rows after [6-8]$/),
    });
    await writeFile(few, `${lines.slice(0, 3).join('\n')}\n`);
    await writeFile(many, `${lines.slice(0, 9).join('\n')}\n`);
    expect(await members(2)).toEqual(['goes 2', others]);
    expect((await state(home))[0]).toMatchObject({ status: 'fresh' });
  } finally {
    standIn.folder = upstream;
  }
});

describe('the first release of real data', () => {
  test('replaces the sample completely, but not before CelesTrak’s files have arrived', async () => {
    const home = await ownFolder();
    await build(home, join(sample, 'second'), SECOND);
    expect(await servedManifest(home)).toMatchObject({ sample: true });
    standIn.faults.set('celestrak', transport['500']);
    await expect(refresh(home, simulated(SECOND))).rejects.toThrow(/no valid file of CelesTrak/);
    expect(await servedManifest(home)).toMatchObject({ sample: true });
    expect(refreshRecord.parse(JSON.parse(await readFile(join(home, 'refresh.json'), 'utf8'))).last).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/500/),
    });
    standIn.faults.clear();
    // Files of the other sources have arrived, and are not requested again.
    const before = standIn.seen.length;
    const report = await refresh(home, simulated(new Date(SECOND.getTime() + 6 * 3_600_000)));
    expect(standIn.seen.slice(before).filter(({ source }) => source !== 'celestrak')).toEqual([]);
    expect(report?.files.map(({ problem }) => problem)).toEqual(Array(report!.files.length).fill(null));
    const now = await servedManifest(home);
    expect(now).toMatchObject({ sample: false, previous: null });
    expect(now.sources.map(({ slug }) => slug).sort()).toEqual(slugs.toSorted());
  });

  test('shows a source that never sent a valid file as failed, with the reason, and recovers on a good day', async () => {
    const home = await ownFolder();
    standIn.faults.set('gcat', transport['500']).set('satnogs', transport['HTML with 200']);
    standIn.faults.set('wikidata', content['a column is renamed']!);
    await refresh(home, simulated(FIRST));
    expect(await state(home)).toEqual([
      { slug: 'celestrak', status: 'fresh', problem: null },
      { slug: 'gcat', status: 'failed', problem: expect.stringMatching(/orgs\.tsv: .* answered 500; .*skipped: /) },
      { slug: 'satnogs', status: 'failed', problem: expect.stringMatching(/HTML/) },
      { slug: 'wikidata', status: 'failed', problem: expect.stringMatching(/scn/) },
    ]);
    standIn.faults.clear();
    await refresh(home, simulated(new Date(FIRST.getTime() + WEEK)));
    expect((await state(home)).map(({ status }) => status)).toEqual(Array(4).fill('fresh'));
    const { next } = refreshRecord.parse(JSON.parse(await readFile(join(home, 'refresh.json'), 'utf8')));
    // Friday 2026-08-28 at 23:00: next are the elements, then the tables in the morning, and on Sunday the enrichment.
    expect(next).toEqual({
      celestrak: '2026-08-29T06:00:00.000Z',
      gcat: '2026-08-29T07:30:00.000Z',
      satnogs: '2026-08-30T08:00:00.000Z',
      wikidata: '2026-08-30T08:30:00.000Z',
    });
  }, 60_000);

  test('is not published from files that are too small', async () => {
    const home = await ownFolder();
    await expect(refresh(home, simulated(FIRST), { expected: true })).rejects.toThrow(/at least 60000 are expected/);
    expect(await readdir(home)).not.toContain('current');
  });
});
