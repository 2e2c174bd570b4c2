import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Metrics } from '../../src/http/ops/metrics.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { makeHome, publish, removeHome } from './release-folder.ts';
import { ask, type RunningServer, startServer } from './running-server.ts';

let home: string;
let server: RunningServer;
beforeEach(async () => {
  home = await makeHome();
  await publish(home, 1);
  server = await startServer(home);
});
afterEach(async () => {
  await server.stop();
  await removeHome(home);
});

const read = async () => {
  const response = await ask(server.base, '/metrics');
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.body.toString();
};

test('counts requests by route and status, and times them', async () => {
  for (let n = 0; n < 3; n++) await ask(server.base, '/api/v1/elements');
  await ask(server.base, '/api/v1/dataset/active.csv');
  await ask(server.base, '/api/v1/nothing/here');
  await ask(server.base, '/api/v1/elements', {}, 'DELETE');
  const text = await read();
  expect(text).toContain('orbweaver_requests_total{route="/api/v1/elements",method="GET",status="200"} 3');
  expect(text).toContain('orbweaver_requests_total{route="/api/v1/elements",method="other",status="405"} 1');
  expect(text).toContain('orbweaver_requests_total{route="/api/v1/dataset/{slice}",method="GET",status="200"} 1');
  expect(text).toContain('orbweaver_requests_total{route="unknown",method="GET",status="404"} 1');
  expect(text).toContain('orbweaver_request_seconds_count{route="/api/v1/elements"} 4');
  expect(text).toMatch(/process_resident_memory_bytes \d{7,}/);
});

test('reports the age of the release and the record of refreshes', async () => {
  expect(await read()).not.toMatch(/^orbweaver_refresh_/m);
  const record = refreshRecord.parse({
    files: { 'celestrak/gp-active.csv': { failures: 2, answers: { new: 7, not_updated: 1, failed: 2 } } },
    last: { began_at: '2026-08-21T18:00:00Z', ended_at: '2026-08-21T18:01:00Z', outcome: 'failed', message: 'x' },
  });
  await writeFile(join(home, 'refresh.json'), JSON.stringify(record));
  const text = await read();
  expect(text).toMatch(/orbweaver_release_age_seconds \d+/);
  expect(text).toMatch(/orbweaver_release_info\{release="20260822T000000Z-00000001",sample="\w+"\} 1/);
  expect(text).toContain('orbweaver_source_failures{source="celestrak",file="gp-active.csv"} 2');
  expect(text).toContain('orbweaver_source_answers{source="celestrak",kind="not_updated"} 1');
  expect(text).toContain('orbweaver_refresh_success 0');
  expect(text).toMatch(/orbweaver_refresh_age_seconds 21540/);
});

test('times every DuckDB query and one in 64 record lookups', async () => {
  const count = (text: string, name: string) =>
    Number(new RegExp(`^orbweaver_${name}_count (\\d+)$`, 'm').exec(text)?.[1]);
  const before = count(await read(), 'duckdb_seconds');
  expect(before).toBeGreaterThan(0);
  const lease = server.served.hold()!;
  const { catalog } = lease.value;
  await catalog.pages.eventsDetected('2026-08-22T14:00:00Z');
  for (let id = 1; id <= 130; id++) catalog.summary(id);
  lease.end();
  const text = await read();
  expect(count(text, 'duckdb_seconds')).toBe(before + 1);
  expect(count(text, 'record_seconds')).toBe(2);
  expect(text).toMatch(/^orbweaver_duckdb_seconds_sum 0\.\d+$/m);
});

test('returns 404 for requests through a proxy', async () => {
  expect((await ask(server.base, '/metrics', { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
  expect((await ask(server.base, '/metrics', { Via: '1.1 proxy' })).status).toBe(404);
});

test('counts requests refused by a quota', async () => {
  const metrics = new Metrics();
  metrics.count({ name: '/api/v1/elements', kind: 'file' }, 'GET', 429, 0.001);
  metrics.count({ name: '/api/v1/elements', kind: 'file' }, 'GET', 429, 0.001);
  const text = await metrics.text({ now: 0, manifest: null, refreshes: null, webhooks: null });
  expect(text).toContain('orbweaver_quota_refusals_total{route="/api/v1/elements"} 2');
});

describe('route labels', () => {
  test.each([
    ['/api/v1/satellites', '/api/v1/satellites'],
    ['/api/v1/events/2026-08.json', '/api/v1/events/{month}'],
    ['/api/v1/elements.json', '/api/v1/elements'],
    ['/api/v1/satellites/25544', '/api/v1/satellites/{norad_cat_id}'],
    ['/openapi.json', '/openapi.json'],
    ['/api/v1/openapi.json', '/api/v1/openapi.json'],
    ['/api/v1/xyz', 'unknown'],
    ['/api', 'unknown'],
    ['/satellite/25544', 'site'],
    ['/healthz', '/healthz'],
  ])('of %s is %s', async (path, name) => {
    // A method that no route answers: its count is not that of another test.
    await ask(server.base, path, {}, 'PUT');
    const { body } = await ask(server.base, '/metrics');
    expect(body.toString()).toContain(`orbweaver_requests_total{route="${name}",method="other",status="405"}`);
  });
});
