import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isDue, nextDue } from '../../pipeline/fetch/due.ts';
import { readRetryAfter } from '../../pipeline/fetch/failure.ts';
import { Memory } from '../../pipeline/fetch/record.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { keepSchedule } from '../../src/server/schedule.ts';
import { acceptAll, fetchOnly, simulated } from '../fetch/fetch-world.ts';
import { StandIn } from '../fetch/stand-in.ts';
import { FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';

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
