import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { free } from '../../src/accounts/limits/admission.ts';
import { mcpEndpoint } from '../../src/features/mcp/mcp-endpoint.ts';
import type { HttpEnv, RequestContext } from '../../src/http/request-context.ts';
import { parseTarget } from '../../src/http/request-target.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';
import { conformanceFixture } from './conformance-fixture.ts';

/**
 * The official conformance suite, in the version in package.json. Most of its scenarios call the suite's own tools, resources,
 * and prompts: those run against this endpoint with the suite's fixture, the others against the real server. Set
 * ORBWEAVER_CONFORMANCE_LOG to a file to keep the output.
 */
const program = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that need sessions: this server has none, and sends no requests to clients. */
const sessionScenarios = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
];
const commonScenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

let results: string;
let home: string;
let real: RunningServer;
beforeAll(async () => {
  results = await makeFolder();
  home = await makeHome();
  await publish(home, 1);
  real = await startServer(home);
});
afterAll(async () => {
  await real?.stop();
  await removeHome(home);
  await removeFolder(results);
});

function conformance(...args: string[]): Promise<string> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [program, 'server', '-o', results, ...args],
      { timeout: 60_000 },
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`),
    ),
  );
}

/** Parses the suite's summary: the passed and failed checks of each scenario. */
const summaryOf = (output: string) =>
  [...output.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$/gm)].map(([, name, passed, failed]) => ({
    name: name!,
    passed: Number(passed),
    failed: Number(failed),
  }));

test.each(commonScenarios)(
  'the server passes %s',
  async (scenario) => {
    const output = await conformance('--url', `${real.base}/mcp`, '--scenario', scenario);
    expect(output).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
  },
  60_000,
);

test('the endpoint, with the suite’s fixture, passes every scenario that needs no session', async () => {
  const app = new Hono<HttpEnv>();
  const gateway = { admit: () => free, addressOf: (_forwarded: string | undefined, socket: string) => socket };
  const create = () => conformanceFixture();
  app.post(
    '/mcp',
    mcpEndpoint({ app, gateway, publicUrl: undefined, host: '127.0.0.1', version: '1', now: () => 0, create }),
  );
  const listener = getRequestListener((request, bindings) => {
    const { incoming } = bindings as HttpBindings;
    const context = {
      request: incoming,
      target: parseTarget(incoming),
      headers: {},
      served: null,
      onClosed: (work: () => void) => void (bindings as HttpBindings).outgoing.once('close', work),
      report: (error: unknown) => expect.fail(String(error)),
    } as unknown as RequestContext;
    return app.fetch(request, { ...(bindings as HttpBindings), context });
  });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const output = await conformance(
      '--url',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
      '--suite',
      'all',
    );
    if (process.env.ORBWEAVER_CONFORMANCE_LOG) writeFileSync(process.env.ORBWEAVER_CONFORMANCE_LOG, output);
    const summary = summaryOf(output);
    expect(summary.length).toBeGreaterThanOrEqual(32);
    expect(summary.filter(({ failed }) => failed > 0).map(({ name }) => name)).toEqual(sessionScenarios);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}, 90_000);
