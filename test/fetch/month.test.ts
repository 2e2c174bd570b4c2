import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { type RequestInit, Response } from '../../pipeline/fetch/fetch-deps.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { acceptAll, fetchOnly, simulated } from './fetch-world.ts';
import { DAYS, requestRows, requestTimes, START, ticks, tooOften } from './month.ts';

const HOUR = 3_600_000;
const folders: string[] = [];
afterAll(() => Promise.all(folders.map(removeFolder)));

/** In-memory publishers: GP updates every two hours and is sent once per update; everything else changes daily at noon, with an ETag. */
function publishers(now: () => number) {
  const requests = new Map<string, Date[]>();
  const fetched = new Map<string, number>();
  const statuses = new Map<string, number>();
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const query = new URLSearchParams(String(init.body ?? '')).get('query') ?? '';
    const digit = /STRENDS\(\?scn, "(\d)"\)/.exec(query)?.[1] ?? '';
    const key = `${url} ${digit}`.trim();
    requests.set(key, [...(requests.get(key) ?? []), new Date(now())]);
    const respond = (status: number, body: string | null, headers: Record<string, string> = {}) => {
      statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
      return new Response(body, { status, headers });
    };
    if (url.includes('gp.php')) {
      const update = Math.floor(now() / (2 * HOUR));
      if (fetched.get(key) === update)
        return respond(403, 'GP data has not updated since your last successful download');
      fetched.set(key, update);
      return respond(200, url.endsWith('csv') ? `NORAD_CAT_ID\n${update}\n` : `[${update}]`);
    }
    const day = Math.floor((now() - 12 * HOUR) / (24 * HOUR));
    if (url.endsWith('jsonDir.php'))
      return respond(200, `[{"FILE_NAME":"satcat.csv","FILE_SIZE":9,"FILE_MTIME":"${day}"}]`);
    const headers = init.headers as Record<string, string>;
    if (headers['If-None-Match'] === `"${day}"`) return respond(304, null);
    if (url.endsWith('/sparql')) return respond(200, `{"head":{"vars":[]},"results":{"bindings":[${day}${digit}]}}`);
    return respond(200, url.includes('satnogs') ? `[${day}]` : `HEADER\n${day}\n`, { ETag: `"${day}"` });
  };
  return { requests, statuses, fetch };
}

test('sends each publisher, in thirty days on schedule, exactly the documented requests, and none too often', async () => {
  // Thousands of small writes: in memory if the system allows it.
  const home = existsSync('/dev/shm') ? await mkdtemp('/dev/shm/orbweaver-month-') : await makeFolder();
  folders.push(home);
  const deps = simulated(START);
  const { requests, statuses, fetch } = publishers(() => deps.time);
  const bases = Object.fromEntries(sources.map(({ slug }) => [slug, `https://${slug}.test`]));
  for (const now of ticks()) {
    // The pauses of one refresh take simulated minutes; the next begins at its own time.
    deps.time = Math.max(deps.time, now.getTime());
    await fetchOnly({ ...deps, fetch, now: deps.now }, home, { bases });
    await acceptAll(home);
  }
  const planned = requestTimes();
  expect(planned.size).toBe(sources.flatMap(({ downloads }) => downloads).length);
  const total = [...requests.values()].reduce((sum, list) => sum + list.length, 0);
  // SATCAT had not changed once, a day after the first start: its list of files said so.
  expect(total).toBe(requestRows(planned).reduce((sum, [, , count]) => sum + Number(count), 0) - 1);
  expect(requests.get('https://celestrak.test/pub/satcat.csv')?.length).toBe(30);
  for (const { slug, downloads, base } of sources)
    for (const { file, path, queries, listing } of downloads) {
      expect(base).toMatch(/^https:/);
      const keys = queries
        ? queries.map((_query, digit) => `https://${slug}.test${path} ${digit}`)
        : [`https://${slug}.test${listing ?? path}`];
      for (const key of keys)
        expect([key, requests.get(key)?.length]).toEqual([key, planned.get(`${slug}/${file}`)?.length]);
    }
  expect(tooOften(planned)).toEqual([]);
  expect(tooOften(new Map([...requests].map(([url, times]) => [`${url.split(/[/.]/)[2]}/${url}`, times])))).toEqual([]);
  expect(Math.max(...requestRows(planned).map((row) => Number(row[3])))).toBeLessThanOrEqual(4);
  // CelesTrak never returned "not updated"; each file of GCAT and SatNOGS DB was not modified once, a day after the first start.
  expect([...statuses.keys()].sort()).toEqual(['200', '304']);
  expect(statuses.get('304')).toBeLessThanOrEqual(11);
  expect(DAYS).toBe(30);
});

test('where nothing fails, the schedule confirms every file more often than its objective requires', () => {
  const planned = requestTimes();
  const late = sources.flatMap(({ slug, objectives }) =>
    objectives.flatMap(({ name, files, hours }) => {
      const matching = [...planned].filter(([key]) => key.startsWith(`${slug}/`) && files.test(key));
      expect([name, matching.length > 0]).toEqual([name, true]);
      return matching.flatMap(([key, times]) => {
        const longest = Math.max(...times.slice(1).map((time, at) => time.getTime() - times[at]!.getTime())) / HOUR;
        return longest < hours ? [] : [`${key}: ${longest} hours, and ${name} requires ${hours}`];
      });
    }),
  );
  expect(late).toEqual([]);
  const covered = [...planned.keys()].filter(
    (key) => sources.flatMap(({ objectives }) => [...objectives]).filter(({ files }) => files.test(key)).length === 1,
  );
  expect(covered).toEqual([...planned.keys()]);
});
