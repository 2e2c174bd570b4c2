import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Budget } from '../../pipeline/fetch/daily-budget.ts';
import { isDue, nextDue } from '../../pipeline/fetch/due.ts';
import { readRetryAfter } from '../../pipeline/fetch/failure.ts';
import { Response } from '../../pipeline/fetch/fetch-deps.ts';
import { HostQueue } from '../../pipeline/fetch/host-queue.ts';
import { Memory } from '../../pipeline/fetch/record.ts';
import { releaseTime } from '../../pipeline/live.ts';
import { Releases } from '../../pipeline/publish/release.ts';
import type { Source } from '../../pipeline/sources/source.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { manifest } from '../../src/schema/release/manifest.ts';
import { keepSchedule } from '../../src/server/schedule.ts';
import { acceptAll, fetchOnly, simulated } from '../fetch/fetch-world.ts';
import { StandIn } from '../fetch/stand-in.ts';
import { FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { writeRelease } from '../server/release-folder.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const downloadsOf = (slug: string) => sources.find((source) => source.slug === slug)!.downloads.length;

let upstream: string;
let publishers: StandIn;
const folders: string[] = [];
const ownFolder = async () => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};
beforeAll(async () => {
  upstream = await makeFolder();
  await writeSmall(upstream);
  publishers = new StandIn(upstream);
  await publishers.start();
});
afterEach(async () => {
  publishers.faults.clear();
  await Promise.all(folders.splice(0).map(removeFolder));
});
afterAll(async () => {
  await publishers.stop();
  await removeFolder(upstream);
});

describe('a clock that ran 191 days ahead and was set back', () => {
  test('does not keep any file from being requested', async () => {
    const home = await ownFolder();
    const { bases } = publishers;
    await fetchOnly(simulated(new Date(FIRST.getTime() + 191 * DAY)), home, { bases });
    await acceptAll(home);
    const before = publishers.seen.length;
    const memory = await fetchOnly(simulated(FIRST), home, { bases });
    expect(publishers.seen.length - before).toBeGreaterThan(sources.length);
    const next = nextDue(sources, memory, new Date(FIRST.getTime() + 60_000));
    for (const { slug } of sources)
      expect(Date.parse(next[slug]!), slug).toBeLessThanOrEqual(FIRST.getTime() + 9 * DAY);
  });

  test('does not count a response or request with a time in the future', () => {
    const ahead = new Date(FIRST.getTime() + 191 * DAY).toISOString();
    const record = { asked_at: ahead, answered_at: ahead, good_at: ahead, unended: 0 };
    expect(isDue({ schedule: '0 0,6,12,18 * * *' }, { interval: 2 }, record, FIRST)).toBe(true);
  });

  test('does not give a publisher the requests of a day twice', async () => {
    const home = await ownFolder();
    const { budget } = sources.find(({ slug }) => slug === 'celestrak')!.fetchPolicy;
    const memory = await Memory.open(home);
    let now = FIRST;
    const celestrak = { slug: 'celestrak', fetchPolicy: { interval: 2, pause: 0, budget } } as unknown as Source;
    const spend = async () => {
      for (;;) await new Budget(memory, celestrak, () => now).request();
    };
    const spent = () => memory.spentOn('celestrak', now.toISOString().slice(0, 10)).requests;
    now = new Date(FIRST.getTime() + 191 * DAY);
    await expect(spend()).rejects.toThrow('daily budget');
    now = FIRST;
    await expect(spend()).rejects.toThrow('daily budget');
    expect(spent()).toBe(budget!.requests);
    now = new Date(FIRST.getTime() + DAY);
    expect(spent()).toBe(0);
  });

  test('does not delay the next scheduled refresh', async () => {
    let now = FIRST.getTime() + 191 * DAY;
    const stop = new AbortController();
    const refreshed: number[] = [];
    await keepSchedule(
      {
        now: () => now,
        sleep: async (milliseconds) => {
          now = refreshed.length === 1 && now > FIRST.getTime() + 100 * DAY ? FIRST.getTime() : now + milliseconds;
        },
        refresh: async () => {
          refreshed.push(now);
          if (refreshed.length === 2) stop.abort();
        },
        log: { info: () => {}, error: () => {} },
      },
      stop.signal,
    );
    expect(refreshed[1]! - FIRST.getTime()).toBeLessThanOrEqual(6 * HOUR);
  });
});

describe('a clock that is set back during a refresh', () => {
  test('makes no pause between requests longer', async () => {
    const deps = simulated(FIRST);
    const queue = new HostQueue(deps);
    await queue.run('https://one.example/a', 2000, async () => {});
    for (const back of [191 * DAY, HOUR, 500]) {
      deps.time -= back;
      deps.slept.length = 0;
      await queue.run('https://one.example/b', 2000, async () => {});
      expect(deps.slept).toEqual([2000]);
    }
  });

  test('lets no slow download last longer, and one that is set ahead ends none', async () => {
    const home = await ownFolder();
    const file = JSON.stringify([{ sat_id: 'a' }]);
    for (const [step, ends] of [
      [-DAY, true],
      [DAY, false],
    ] as const) {
      let bytes = 0;
      const deps = simulated(FIRST, {
        fetch: async () => {
          bytes = 0;
          const body = new ReadableStream<Uint8Array>({
            pull(controller) {
              // Set once, in the middle; a slow one sends a byte every two seconds of the simulated clock.
              deps.time += bytes++ === 5 ? step : ends ? 2000 : 1;
              if (bytes > 2000) throw new Error('it went on for ever');
              const text = ends ? ' ' : bytes <= file.length ? file[bytes - 1] : null;
              if (text == null) controller.close();
              else controller.enqueue(new TextEncoder().encode(text));
            },
          });
          return new Response(body, { status: 200 });
        },
      });
      const memory = await fetchOnly(deps, home, { bases: {}, only: new Set(['satnogs']), all: true });
      const { problem } = memory.file('satnogs/satellites.json');
      if (ends) expect(problem).toBe('the download was not complete within 600 s');
      else expect(problem ?? '').not.toContain('not complete');
    }
  });
});

describe('a new release', () => {
  const served = { generated_at: '2026-08-22T14:00:00Z', sample: false };
  test.each([
    ['2026-08-22T18:00:00.700Z', '2026-08-22T18:00:00Z'],
    ['2026-08-22T14:00:00.700Z', '2026-08-22T14:00:01Z'],
    ['2026-08-22T10:00:00Z', '2026-08-22T14:00:01Z'],
    ['2026-08-21T14:00:01Z', '2026-08-22T14:00:01Z'],
    ['2026-08-21T13:59:59Z', '2026-08-21T13:59:59Z'],
  ])('at %s has the time %s: after the served one, unless that is more than a day ahead', (now, time) => {
    expect(releaseTime(new Date(now), served)).toEqual(new Date(time));
  });

  test('does not follow the time of the sample', () => {
    expect(releaseTime(new Date('2026-08-22T10:00:00Z'), { ...served, sample: true })).toEqual(
      new Date('2026-08-22T10:00:00Z'),
    );
  });
});

test('releases of a clock that ran ahead are deleted before those of the right time', async () => {
  const home = await ownFolder();
  const releases = new Releases(home);
  const idOf = (day: number) =>
    `${new Date(FIRST.getTime() + day * DAY).toISOString().replace(/[-:]|\.\d{3}/g, '')}-0000000a`;
  const ahead = Array.from({ length: 9 }, (_, n) => idOf(191 + n));
  const right = [idOf(0), idOf(1)];
  for (const id of [...ahead, ...right]) await mkdir(releases.folder(id), { recursive: true });
  const own = await makeFolder();
  folders.push(own);
  await writeRelease(own, 1, { manifest: (one) => ({ ...one, id: idOf(2), previous: idOf(1) }) });
  const [written] = await readdir(join(own, 'releases'));
  const building = await releases.begin();
  await cp(join(own, 'releases', written!), building, { recursive: true });
  await releases.publish(building, manifest.parse(JSON.parse(await readFile(join(building, 'manifest.json'), 'utf8'))));
  const kept = await releases.ids();
  expect(kept).toHaveLength(10);
  expect(kept).toEqual(expect.arrayContaining([...right, idOf(2)]));
});

describe('Retry-After', () => {
  const now = new Date('2026-08-22T14:00:00Z');
  test.each([
    ['30', 30_000],
    ['86400', DAY],
    ['999999999', DAY],
    ['99999999999999999999', DAY],
    ['Sat, 22 Aug 2026 15:00:00 GMT', HOUR],
    ['Sun, 31 Jul 2058 00:00:00 GMT', DAY],
    ['Sat, 22 Aug 2020 15:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%s', (header, milliseconds) => {
    expect(readRetryAfter(header, now)).toBe(milliseconds);
  });

  test('is limited to a day, even if a publisher sends decades', async () => {
    const home = await ownFolder();
    publishers.faults.set('satnogs', ({ response }) => {
      response.writeHead(429, { 'Retry-After': '999999999' }).end('later');
    });
    const only = new Set(['satnogs']);
    const { bases } = publishers;
    await fetchOnly(simulated(FIRST), home, { bases, only });
    const refused = publishers.seen.length;
    await fetchOnly(simulated(new Date(FIRST.getTime() + 23 * HOUR)), home, { bases, only, all: true });
    expect(publishers.seen.length).toBe(refused);
    publishers.faults.clear();
    const memory = await fetchOnly(simulated(new Date(FIRST.getTime() + 25 * HOUR)), home, { bases, only, all: true });
    expect(publishers.seen.length).toBe(refused + downloadsOf('satnogs'));
    expect(memory.file('satnogs/satellites.json').problem).toBeNull();
  });

  test('of decades, recorded by an earlier version, is ignored', async () => {
    const home = await ownFolder();
    const until = '2058-07-31T00:00:00.000Z';
    await writeFile(
      join(home, 'refresh.json'),
      JSON.stringify({ waiting: { satnogs: { until, because: 'it said so' } } }),
    );
    expect((await Memory.open(home)).waiting('satnogs', FIRST)).toBeNull();
    expect(await readFile(join(home, 'refresh.json'), 'utf8')).toContain('2058');
  });
});

test('gives up at the deadline, without a retry, on a publisher that sends a byte now and then', async () => {
  const home = await ownFolder();
  let requests = 0;
  let bytes = 0;
  const deps = simulated(FIRST, {
    fetch: async () => {
      requests++;
      // Pulled, not timed: each byte advances the simulated clock by two seconds.
      const slowBody = new ReadableStream<Uint8Array>({
        pull(controller) {
          deps.time += 2000;
          bytes++;
          controller.enqueue(new TextEncoder().encode(bytes === 1 ? '[' : ' '));
        },
      });
      return new Response(slowBody, { status: 200 });
    },
  });
  const memory = await fetchOnly(deps, home, { bases: {}, only: new Set(['satnogs']) });
  const files = downloadsOf('satnogs');
  expect(requests).toBe(files);
  expect(bytes / files).toBeGreaterThan(250);
  expect(bytes / files).toBeLessThan(310);
  expect(memory.file('satnogs/satellites.json').problem).toBe('the download was not complete within 600 s');
});
