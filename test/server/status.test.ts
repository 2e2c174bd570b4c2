import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Metrics } from '../../src/http/ops/metrics.ts';
import { answeringObjectives, freshnessObjectives } from '../../src/http/ops/service-levels.ts';
import type { ServiceStatus } from '../../src/http/ops/status.ts';
import { buildLog } from '../../src/schema/release/build-log.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { makeHome, publish, releaseId, removeHome } from './release-folder.ts';
import { ask, type RunningServer, startServer, tinySite } from './running-server.ts';

/** The clock of the servers here stands still at this time. */
const NOW = '2026-08-22T00:00:00.000Z';
let home: string;
let server: RunningServer;

beforeEach(async () => {
  home = await makeHome();
  server = await startServer(home, {
    ...tinySite,
    render: async ({ url }, { orbweaver }) => {
      const { pathname } = new URL(url);
      if (pathname === '/broken') throw new Error('no page');
      return pathname === '/status' ? Response.json(await orbweaver.status()) : null;
    },
  });
});
afterEach(async () => {
  await server.stop();
  await removeHome(home);
});

const status = async () => (await ask(server.base, '/status')).json() as unknown as ServiceStatus;
const build = (began_at: string, more: object) => ({
  ...{ began_at, ended_at: null, from: 'publishers', outcome: 'running', release: null, objects: null, reason: null },
  ...more,
});
const remember = (record: object) => writeFile(join(home, 'refresh.json'), JSON.stringify(refreshRecord.parse(record)));
const writeBuilds = (...builds: object[]) =>
  writeFile(join(home, 'builds.json'), JSON.stringify(buildLog.parse({ builds })));

test('without a release nothing can be served, and it says so', async () => {
  expect(await status()).toMatchObject({
    generated_at: NOW,
    state: 'unavailable',
    reasons: ['no release is published yet'],
    release: null,
    sources: [],
    builds: [],
  });
});

test('each source has its age, when it was asked and why it failed last; what has healed is still told', async () => {
  await publish(home, 1);
  await server.served.check();
  await remember({
    files: {
      'gcat/satcat.tsv': { asked_at: '2026-08-21T07:30:00Z', good_at: '2026-08-21T07:30:00Z' },
      'gcat/lv.tsv': {
        ...{ asked_at: '2026-08-21T07:31:00Z', good_at: '2026-08-21T07:31:00Z' },
        ...{ failed_at: '2026-08-20T07:31:00Z', failure: 'planet4589.org answered 500' },
      },
      'celestrak/gp-active.csv': {
        asked_at: '2026-08-21T18:00:00Z',
        ...{ problem: 'skipped: satcat.csv: celestrak.org answered 403' },
      },
      'celestrak/satcat.csv': {
        ...{ asked_at: '2026-08-21T17:00:00Z', problem: 'celestrak.org answered 403' },
        ...{ failed_at: '2026-08-21T17:00:02Z', failure: 'celestrak.org answered 403' },
      },
    },
    waiting: { celestrak: { until: '2026-08-22T02:00:00Z', because: 'celestrak.org answered 403' } },
    next: { celestrak: '2026-08-22T06:00:00Z', gcat: '2026-08-21T07:30:00Z' },
  });
  const { sources, release, state, reasons } = await status();
  const [celestrak, gcat, satnogs] = sources;
  expect(gcat).toMatchObject({
    slug: 'gcat',
    status: 'fresh',
    fetched_at: '2026-08-22T00:00:00Z',
    checked_at: '2026-08-21T07:31:00Z',
    asked_at: '2026-08-21T07:31:00Z',
    // What was planned is past, and this server keeps no schedule.
    next_ask_at: null,
    last_failure: { at: '2026-08-20T07:31:00Z', file: 'lv.tsv', reason: 'planet4589.org answered 500' },
    left_alone: null,
  });
  expect(celestrak).toMatchObject({
    checked_at: null,
    // The file that was left out because of the other was not asked for.
    asked_at: '2026-08-21T17:00:00Z',
    next_ask_at: '2026-08-22T06:00:00Z',
    last_failure: { file: 'satcat.csv' },
    left_alone: { until: '2026-08-22T02:00:00Z' },
  });
  expect(satnogs).toMatchObject({ status: 'stale', problem: expect.stringMatching(/smaller/), last_failure: null });
  expect(release).toMatchObject({ id: releaseId(1), objects: 66_305 });
  expect(state).toBe('degraded');
  expect(reasons).toEqual([
    'SatNOGS DB is stale',
    'objective not met: Elements (CelesTrak)',
    'objective not met: Catalog entries (CelesTrak)',
  ]);
});

test('the last builds are told, why one did not publish too; one that never ended was stopped', async () => {
  await publish(home, 1);
  await server.served.check();
  await writeBuilds(
    build('2026-08-21T23:59:00Z', {}),
    build('2026-08-21T18:00:00Z', { ended_at: '2026-08-21T18:01:00Z', outcome: 'failed', reason: 'no good file' }),
    build('2026-08-21T12:00:00Z', {}),
  );
  const { builds, reasons } = await status();
  expect(builds.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['running', null],
    ['failed', 'no good file'],
    ['killed', 'it never ended'],
  ]);
  expect(reasons).toContain('the last build failed');
});

test('a file that is half written is taken for none', async () => {
  await writeFile(join(home, 'builds.json'), '{"builds":[{"beg');
  await writeFile(join(home, 'refresh.json'), '');
  expect(await status()).toMatchObject({ builds: [] });
});

test('is asked anew every time: nobody may keep it', async () => {
  await publish(home, 1);
  await server.served.check();
  const first = await ask(server.base, '/status');
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  expect(first.headers.etag).toBeUndefined();
  await writeBuilds(build('2026-08-21T23:59:00Z', {}));
  expect((await status()).builds).toHaveLength(1);
});

describe('objectives', () => {
  test('count what was answered since the server began: errors of the server, and how soon', async () => {
    const of = async () => (await status()).objectives.filter(({ id }) => !id.startsWith('fresh_'));
    expect((await of()).map(({ measured, met }) => [measured, met])).toEqual([
      // The question itself is counted when it has been answered.
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect((await ask(server.base, '/broken')).status).toBe(500);
    await ask(server.base, '/readyz');
    const [availability] = await of();
    expect(availability).toMatchObject({ measured: '50 % of 2', met: false });
  });

  test('never round up to what was set out, and leave downloads and health checks out', async () => {
    const metrics = new Metrics();
    for (let n = 0; n < 9990; n++) metrics.count('/api/v1/elements', 'GET', 200, 0.1);
    for (let n = 0; n < 10; n++) metrics.count('/api/v1/elements', 'GET', 503, 0.11);
    metrics.count('/api/v1/dataset/{slice}', 'GET', 200, 12);
    metrics.count('/readyz', 'GET', 503, 12);
    metrics.count('site', 'GET', 200, 0.4);
    const measured = await metrics.measured();
    expect(measured).toEqual({
      answers: { all: 10_002, good: 9992 },
      api: { all: 10_000, good: 9990 },
      pages: { all: 1, good: 1 },
    });
    const all = { all: 100_001, good: 99_900 };
    const [availability] = answeringObjectives({ answers: all, api: all, pages: all });
    expect(availability).toMatchObject({ measured: '99.899 % of 100,001', met: false });
  });

  test('have no digits that so few requests do not have, and say when one more request would miss them', () => {
    const of = (all: number, good: number) => {
      const [availability] = answeringObjectives({ answers: { all, good }, api: { all, good }, pages: { all, good } });
      const { measured, met, narrowly } = availability!;
      return [measured, met, narrowly];
    };
    expect(of(2, 2)).toEqual(['100 % of 2', true, true]);
    expect(of(90, 86)).toEqual(['95 % of 90', false, false]);
    expect(of(1234, 1233)).toEqual(['99.9 % of 1,234', true, true]);
    expect(of(100_001, 100_001)).toEqual(['100 % of 100,001', true, false]);
  });

  test('freshness is the age of the oldest confirmation; a file that never came is not fresh', () => {
    const now = new Date(NOW);
    const of = (files: object) =>
      Object.fromEntries(
        freshnessObjectives(refreshRecord.parse({ files }), now).map(({ id, met, measured }) => [id, [met, measured]]),
      );
    const asked_at = '2026-08-21T18:00:00Z';
    const files = {
      'celestrak/gp-active.csv': { asked_at, good_at: '2026-08-21T10:59:00Z' },
      'celestrak/gp-goes.csv': { asked_at, good_at: '2026-08-20T18:00:00Z' },
      'celestrak/gp-stations.json': { asked_at, good_at: '2026-08-20T12:30:00Z' },
      'celestrak/satcat.csv': { asked_at, good_at: '2026-08-20T12:30:00Z' },
      'gcat/lv.tsv': { asked_at },
      // Only remembered: nobody has asked for it.
      'satnogs/satellites.json': {},
    };
    expect(of(files)).toEqual({
      fresh_elements: [false, '13.0 hours ago'],
      fresh_groups: [true, '35.5 hours ago'],
      fresh_catalog: [true, '35.5 hours ago'],
      fresh_gcat: [false, 'a file has never come'],
      fresh_satnogs: [null, null],
      fresh_wikidata: [null, null],
    });
  });
});
