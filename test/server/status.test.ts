import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setPaused } from '../../src/accounts/auth/account-store.ts';
import { Metrics } from '../../src/http/ops/metrics.ts';
import { answeringObjectives, freshnessObjectives } from '../../src/http/ops/service-levels.ts';
import { type ServiceStatus, serviceStatus } from '../../src/http/ops/status.ts';
import type { Site } from '../../src/http/pages/site.ts';
import { buildLog, refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { accountWorld } from '../accounts/account-world.ts';
import { makeHome, publish, releaseId, removeHome } from './release-folder.ts';
import { ask, type RunningServer, startServer, tinySite } from './running-server.ts';

/** The fixed time of the servers' clocks. */
const NOW = '2026-08-22T00:00:00.000Z';
let home: string;
let server: RunningServer;

const site: Site = {
  ...tinySite,
  render: async ({ url }, { orbweaver }) => {
    const { pathname } = new URL(url);
    if (pathname === '/broken') throw new Error('no page');
    return pathname === '/status' ? Response.json(await orbweaver.status()) : null;
  },
};

beforeEach(async () => {
  home = await makeHome();
  server = await startServer(home, site);
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
const writeRecord = (record: object) =>
  writeFile(join(home, 'refresh.json'), JSON.stringify(refreshRecord.parse(record)));
const writeBuilds = (...builds: object[]) =>
  writeFile(join(home, 'builds.json'), JSON.stringify(buildLog.parse({ builds })));

test('reports the service as unavailable without a release', async () => {
  expect(await status()).toMatchObject({
    generated_at: NOW,
    state: 'unavailable',
    reasons: ['no release is published yet'],
    release: null,
    sources: [],
    builds: [],
  });
});

test('reports the age, last request and last failure of each source, even after recovery', async () => {
  await publish(home, 1);
  await server.served.check();
  await writeRecord({
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
    // The planned time has passed, and this server runs no schedule.
    next_ask_at: null,
    last_failure: { at: '2026-08-20T07:31:00Z', file: 'lv.tsv', reason: 'planet4589.org answered 500' },
    left_alone: null,
  });
  expect(celestrak).toMatchObject({
    checked_at: null,
    // The file that was skipped because of the other was not requested.
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

test('lists the last builds with the reason for a failure, and a build that never ended as killed', async () => {
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

test('of a clock that ran ahead and was set back names no wait that is not kept, and no build that runs', async () => {
  await publish(home, 1);
  await server.served.check();
  await writeRecord({
    waiting: { celestrak: { until: '2027-08-22T02:00:00Z', because: 'celestrak.org answered 403' } },
  });
  await writeBuilds(build('2027-08-21T17:00:00Z', {}));
  const { sources, builds } = await status();
  expect(sources[0]).toMatchObject({ slug: 'celestrak', left_alone: null });
  expect(builds).toMatchObject([{ outcome: 'killed' }]);
});

test('is degraded while the operator has paused the API, and while keys cannot be checked', async () => {
  await publish(home, 1);
  const world = await accountWorld();
  const { accounts } = world;
  const gateway = {
    admit: accounts.admit,
    addressOf: (_forwarded: string | undefined, socket: string) => socket,
    accounts,
  };
  const paused = await startServer(home, site, undefined, gateway);
  const reasonsOf = async () => {
    const { state, reasons } = (await ask(paused.base, '/status')).json() as unknown as ServiceStatus;
    expect(state).toBe('degraded');
    return reasons;
  };
  expect(await reasonsOf()).not.toContain('the operator has paused the API');
  await setPaused(world.other, { reason: 'a test' }, Date.parse(NOW));
  await accounts.refresh();
  expect(await reasonsOf()).toContain('the operator has paused the API');
  await paused.stop();
  await world.close();

  const options = {
    home,
    scheduled: false,
    measured: async () => [{ began: 0, counts: await new Metrics().measured() }],
    problems: () => [],
    now: () => Date.parse(NOW),
  };
  const refused = 'API keys cannot be checked, so requests that need one are refused';
  const reasonsWith = async (ready: boolean) =>
    (await serviceStatus({ ...options, accounts: { ready, paused: false } }, null)).reasons;
  expect(await reasonsWith(false)).toContain(refused);
  expect(await reasonsWith(true)).not.toContain(refused);
});

test('ignores truncated record files', async () => {
  await writeFile(join(home, 'builds.json'), '{"builds":[{"beg');
  await writeFile(join(home, 'refresh.json'), '');
  expect(await status()).toMatchObject({ builds: [] });
});

test('is generated for every request and sent with no-cache', async () => {
  await publish(home, 1);
  await server.served.check();
  const first = await ask(server.base, '/status');
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  expect(first.headers.etag).toBeUndefined();
  await writeBuilds(build('2026-08-21T23:59:00Z', {}));
  expect((await status()).builds).toHaveLength(1);
});

describe('objectives', () => {
  test('measure availability over the requests since the server started', async () => {
    const requestObjectives = async () => (await status()).objectives.filter(({ id }) => !id.startsWith('fresh_'));
    expect((await requestObjectives()).map(({ measured, met }) => [measured, met])).toEqual([
      // The request itself is counted only after its response.
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect((await ask(server.base, '/broken')).status).toBe(500);
    await ask(server.base, '/readyz');
    const [availability] = await requestObjectives();
    expect(availability).toMatchObject({ measured: '50 % of 2', met: false });
  });

  test('never round up to the target, and exclude downloads and health checks', async () => {
    const metrics = new Metrics();
    const api = { name: '/api/v1/elements', kind: 'file', level: 'api' } as const;
    for (let n = 0; n < 9990; n++) metrics.count(api, 'GET', 200, 0.1);
    for (let n = 0; n < 10; n++) metrics.count(api, 'GET', 503, 0.11);
    metrics.count({ name: '/api/v1/dataset/{slice}', kind: 'file' }, 'GET', 200, 12);
    metrics.count({ name: '/readyz', kind: 'json', level: 'unmeasured' }, 'GET', 503, 12);
    metrics.count({ name: 'site', kind: 'page', level: 'pages' }, 'GET', 200, 0.4);
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

  test('show no more digits than the requests justify, and report when one more failure would miss the target', () => {
    const availabilityOf = (all: number, good: number) => {
      const [availability] = answeringObjectives({ answers: { all, good }, api: { all, good }, pages: { all, good } });
      const { measured, met, narrowly } = availability!;
      return [measured, met, narrowly];
    };
    expect(availabilityOf(2, 2)).toEqual(['100 % of 2', true, true]);
    expect(availabilityOf(90, 86)).toEqual(['95 % of 90', false, false]);
    expect(availabilityOf(1234, 1233)).toEqual(['99.9 % of 1,234', true, true]);
    expect(availabilityOf(100_001, 100_001)).toEqual(['100 % of 100,001', true, false]);
  });

  test('measure freshness by the oldest confirmation, and fail for a file that was never downloaded', () => {
    const now = new Date(NOW);
    const freshness = (files: object) =>
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
      // In the record, but never requested.
      'satnogs/satellites.json': {},
    };
    expect(freshness(files)).toEqual({
      fresh_elements: [false, '13.0 hours ago'],
      fresh_groups: [true, '35.5 hours ago'],
      fresh_catalog: [true, '35.5 hours ago'],
      fresh_gcat: [false, 'a file has never come'],
      fresh_satnogs: [null, null],
      fresh_wikidata: [null, null],
    });
  });
});
