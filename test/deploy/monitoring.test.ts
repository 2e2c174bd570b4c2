import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { free } from '../../src/accounts/limits/admission.ts';
import { publishers } from '../../src/schema/release/publishers.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';
import { ask, type RunningServer, startServer } from '../server/running-server.ts';

/** The dashboard for Grafana and the alerts for Prometheus, compared with the metrics of the server. */

const PROMTOOL = '/usr/bin/promtool';
const has = existsSync(PROMTOOL);
const named = (name: string) => (has ? name : `${name} (skipped: no promtool; apt-get install prometheus)`);
const run = promisify(execFile);
const deploy = join(import.meta.dirname, '../../deploy');
const alerts = join(deploy, 'prometheus/orbweaver-alerts.yml');

let home: string;
let server: RunningServer;
let metrics: string;
beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  const failed = { files: { 'celestrak/gp-active.csv': { failures: 2, answers: { new: 7 } } } };
  const last = { began_at: '2026-08-21T18:00:00Z', ended_at: '2026-08-21T18:01:00Z', outcome: 'failed', message: 'x' };
  await writeFile(join(home, 'refresh.json'), JSON.stringify(refreshRecord.parse({ ...failed, last })));
  const refused = { admitted: false, code: 'burst_limit_exceeded', retryAfter: 1, headers: [] } as const;
  server = await startServer(home, undefined, undefined, {
    admit: ({ access }) => (access === 'keyed' ? refused : free),
    addressOf: (_forwarded, socket) => socket,
    accounts: {
      webhooks: { work: { sending: 0, attempts: { delivered: 1, failed: 2, stuck: 0 } } },
      ready: true,
    } as never,
  });
  for (const path of ['/api/v1/elements', '/api/v1/satellites', '/api/v1/operators?limit=1'])
    await ask(server.base, path);
  metrics = (await ask(server.base, '/metrics')).body.toString();
});
afterAll(async () => {
  await server?.stop();
  await removeHome(home);
});

/** The metrics that an expression reads, with the labels that it names. */
function selectors(expression: string): [name: string, labels: string[]][] {
  const found = expression.matchAll(/\b((?:orbweaver|process|nodejs)_\w+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name, labels = '']) => [
    name!,
    [...labels.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label]) => label!),
  ]);
}

/** Labels that Prometheus adds. */
const ADDED = ['instance', 'job'];

function expectExposed(expressions: readonly string[]): void {
  const read = expressions.flatMap(selectors);
  expect(read.length).toBeGreaterThan(7);
  for (const [name, labels] of read) {
    const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    expect([name, lines.length > 0]).toEqual([name, true]);
    for (const label of labels)
      if (!ADDED.includes(label)) expect([name, label, lines[0]!.includes(`${label}="`)]).toEqual([name, label, true]);
  }
}

test('the panels of the dashboard read metrics and labels that the server exposes', async () => {
  const { panels } = JSON.parse(await readFile(join(deploy, 'grafana/orbweaver.json'), 'utf8')) as {
    panels: { id: number; targets: { expr: string }[] }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expectExposed(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
});

test('the alerts read metrics and labels that the server exposes, and have the limit of the objective for elements', async () => {
  const rules = await readFile(alerts, 'utf8');
  expectExposed(
    rules
      .split(/^ {6}- alert: /m)
      .slice(1)
      .map((rule) => rule.split('annotations:')[0]!),
  );
  const { hours } = publishers
    .flatMap(({ objectives }): { id: string; hours: number }[] => [...objectives])
    .find(({ id }) => id === 'elements')!;
  expect(rules).toContain(`orbweaver_release_age_seconds > ${hours * 3600}\n`);
});

describe.skipIf(!has)(named('promtool'), () => {
  test('accepts the metrics', async () => {
    const checking = spawn(PROMTOOL, ['check', 'metrics']);
    const complaints = Promise.all([text(checking.stdout), text(checking.stderr)]);
    const code = new Promise((resolve) => checking.once('close', resolve));
    checking.stdin.end(metrics);
    expect([await complaints, await code]).toEqual([['', ''], 0]);
  });

  test('accepts the alerts, and they fire on made-up series as they should', async () => {
    await run(PROMTOOL, ['check', 'rules', alerts]);
    await run(PROMTOOL, ['test', 'rules', join(import.meta.dirname, 'orbweaver-alerts.test.yml')]);
  });

  test('accepts the expressions of the dashboard', async () => {
    const { panels } = JSON.parse(await readFile(join(deploy, 'grafana/orbweaver.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const filled = panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')),
    );
    const rules = { groups: [{ name: 'panels', rules: filled.map((expr, at) => ({ record: `panel:${at}`, expr })) }] };
    const file = join(home, 'panels.yml');
    await writeFile(file, JSON.stringify(rules));
    await run(PROMTOOL, ['check', 'rules', file]);
  });
});
