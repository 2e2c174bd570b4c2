import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Memory } from '../../pipeline/fetch/record.ts';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { reasons, timeoutFor, transport } from './faults.ts';
import { acceptAll, fetchOnly, simulated } from './fetch-world.ts';
import { correct, type Fault, StandIn } from './stand-in.ts';

const DAY = 86_400_000;
/** Sunday evenings, when everything is due. */
const WEEK_LATER = new Date(FIRST.getTime() + 9 * DAY);
const THEN = new Date(WEEK_LATER.getTime() + 7 * DAY);
const slugs = ['celestrak', 'gcat', 'satnogs', 'wikidata'] as const;
type Slug = (typeof slugs)[number];
type Name = keyof typeof transport;
const names = Object.keys(transport) as Name[];

/** The faulty file if there is no snapshot yet: the main file of each source. */
const first = {
  celestrak: 'celestrak/satcat.csv',
  gcat: 'gcat/satcat.tsv',
  satnogs: 'satnogs/satellites.json',
  wikidata: 'wikidata/satellites.json',
} as const;
/** The faulty file in the middle of a sequence: a file between others, one page of three, or one query of ten. */
const middle = { ...first, celestrak: 'celestrak/gp-stations.csv', gcat: 'gcat/launch.tsv' } as const;

let upstream: string;
let fetched: string;
let pages: Buffer[];
const folders: string[] = [];
const standIns: StandIn[] = [];

async function ownFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

async function standIn(): Promise<StandIn> {
  const one = new StandIn(upstream);
  await one.start();
  standIns.push(one);
  return one;
}

/** SatNOGS DB's list in three pages, the second with a fault, if any. */
const paged =
  (fault: Fault | null): Fault =>
  (context) => {
    const page = Number(new URL(context.request.url!, 'http://x').searchParams.get('page') ?? 1);
    const body = pages[page - 1]!;
    if (fault && page === 2) fault({ ...context, body });
    else context.response.writeHead(200, { 'Content-Length': body.length }).end(body);
  };

/** The sixth of ten queries fails, and so do its retries; the five before it succeed. */
function sixthQuery(fault: Fault): Fault {
  let count = 0;
  return (context) => {
    count += 1;
    // Retries are still for the sixth query.
    if (count >= 6) fault(context);
    else correct(context);
  };
}

function addFault(one: StandIn, slug: Slug, fault: Fault): void {
  if (slug === 'satnogs') one.faults.set(middle.satnogs, paged(fault));
  else if (slug === 'wikidata') one.faults.set('wikidata', sixthQuery(fault));
  else one.faults.set(middle[slug], fault);
}

beforeAll(async () => {
  upstream = await ownFolder();
  await writeSmall(upstream);
  const list = JSON.parse(await readFile(join(upstream, 'satnogs/satellites.json'), 'utf8')) as unknown[];
  const third = Math.ceil(list.length / 3);
  pages = [0, 1, 2].map((page) =>
    Buffer.from(
      JSON.stringify({
        next: page === 2 ? null : `/satnogs/api/satellites/?format=json&page=${page + 2}`,
        results: list.slice(page * third, (page + 1) * third),
      }),
    ),
  );
  fetched = await ownFolder();
  const one = await standIn();
  one.faults.set(middle.satnogs, paged(null));
  await fetchOnly(simulated(FIRST), fetched, { bases: one.bases });
  await acceptAll(fetched);
});

afterAll(async () => {
  await Promise.all(standIns.map((one) => one.stop()));
  await Promise.all(folders.map(removeFolder));
});

const problems = (memory: Memory, slug: Slug) =>
  Object.fromEntries(
    memory.keys.filter((key) => key.startsWith(`${slug}/`)).map((key) => [key, memory.file(key).problem]),
  );
/** Expects no leftover files. If no file has arrived, there is no snapshots folder. */
const expectNoLeftovers = async (home: string) =>
  expect((await readdir(home)).filter((name) => name !== 'snapshots')).toEqual(['refresh.json']);

describe.each(names)('%s', (name) => {
  test.concurrent.each(slugs)(
    'in the middle of the requests to %s: keeps earlier files, accepts no partial file, and recovers with a valid response',
    async (slug) => {
      const home = await ownFolder();
      await cp(fetched, home, { recursive: true });
      const before = await new Snapshots(home).index();
      const one = await standIn();
      addFault(one, slug, transport[name]);
      const only = new Set([slug]);
      const victim = middle[slug];
      const memory = await fetchOnly(simulated(WEEK_LATER, timeoutFor(name)), home, { bases: one.bases, only });
      const part = slug === 'wikidata' ? /answered a query with nothing/ : /a page of its list is missing/;
      const expected = reasons[name] ?? (slug === 'celestrak' || slug === 'gcat' ? null : part);
      const { [victim]: problem, ...others } = problems(memory, slug);
      if (expected === null) expect(problem).toBeNull();
      else expect(problem).toMatch(expected);
      // Each other file arrived, or was skipped because of this one.
      const files = Object.keys(others);
      for (const key of files)
        expect([key, others[key] ?? 'skipped: ']).toEqual([key, expect.stringMatching(/^skipped/)]);
      // CelesTrak's list of files is no file of a release.
      const requested = one.seen.map(({ source, file }) => `${source}/${file}`).filter((key) => !/jsonDir/.test(key));
      for (const key of requested.slice(0, requested.indexOf(victim))) expect([key, others[key]]).toEqual([key, null]);
      expect(await new Snapshots(home).index()).toEqual(before);
      expect(Object.keys(await new Snapshots(home).arrived())).not.toContain(victim);
      await expectNoLeftovers(home);
      one.faults.clear();
      if (slug === 'satnogs') one.faults.set(middle.satnogs, paged(null));
      const healed = await fetchOnly(simulated(THEN), home, { bases: one.bases, only });
      expect(Object.values(problems(healed, slug)).filter((one) => one !== null)).toEqual([]);
      expect(healed.file(victim)).toMatchObject({ failures: 0, good_at: healed.file(victim).asked_at });
    },
  );

  test.concurrent.each(slugs)(
    'at the very first request to %s: stores no file and reports the reason; a valid response recovers',
    async (slug) => {
      const home = await ownFolder();
      const one = await standIn();
      const victim = first[slug];
      one.faults.set(victim, transport[name]);
      const only = new Set([slug]);
      const memory = await fetchOnly(simulated(FIRST, timeoutFor(name)), home, { bases: one.bases, only });
      const noData =
        slug === 'wikidata' ? /answered a query with nothing/ : /nothing has changed since a download that is not here/;
      expect(memory.file(victim).problem).toMatch(reasons[name] ?? noData);
      expect(memory.file(victim)).toMatchObject({ good_at: null, failures: 1, failed_at: expect.any(String) });
      expect(Object.keys(await new Snapshots(home).arrived())).not.toContain(victim);
      await expectNoLeftovers(home);
      one.faults.clear();
      const healed = await fetchOnly(simulated(WEEK_LATER), home, { bases: one.bases, only });
      expect(Object.values(problems(healed, slug)).filter((one) => one !== null)).toEqual([]);
      expect(Object.keys(await new Snapshots(home).arrived())).toContain(victim);
      // The source has recovered, and the last failure is still recorded.
      expect(healed.file(victim).failure).toBe(memory.file(victim).problem);
    },
  );
});
