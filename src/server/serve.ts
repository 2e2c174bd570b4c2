import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { explained, flag, helpOption, parseOptions } from '../cli/option.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { openGateway } from '../http/accounts-gateway.ts';
import { createOrbweaver } from '../http/orbweaver.ts';
import { openSite } from '../http/pages/site.ts';
import { SiteMissing } from '../http/pages/site-build.ts';
import { openLog } from '../log-format.ts';
import { alone, type Peers } from '../peers.ts';
import { redact } from '../redact.ts';
import { currentReleaseId, readManifest } from '../release/release.ts';
import { plural } from '../schema/plain-text.ts';
import { readsFormat } from '../schema/release/manifest.ts';
import { UserError } from '../user-error.ts';
import { ChildFailed, runNode } from './child.ts';
import { firstKey, LOCAL_EMAIL } from './first-key.ts';
import { runServers } from './main-process.ts';
import { startSchedule } from './refresh-child.ts';
import { buildStaleSite } from './website.ts';
import { reportServing, type Serving, workerPeers } from './worker-peers.ts';

const options = { schedule: flag('refresh on schedule (the default), or only serve'), ...helpOption };

const help = `Orbweaver: an open API and website for the catalog of everything in orbit.

  npm start        builds the website if needed, publishes the embedded sample if there is no release, then serves and
                   refreshes on schedule
  npm run serve    serves the existing release, without refreshing (--no-schedule)

Options
${explained(options).join('\n')}

Settings, from the environment or .env
  HOST 127.0.0.1 · PORT 4321 · ORBWEAVER_HOME ./var · ORBWEAVER_PUBLIC_URL · ORBWEAVER_LOG_LEVEL info · ORBWEAVER_LOG_FORMAT auto
  ORBWEAVER_SCHEDULE on · ORBWEAVER_WORKERS 1 · ORBWEAVER_CONTACT (for publishers and visitors)
All settings: src/content/docs/docs/self-host.md, or /docs/self-host/ on the website.`;

const root = join(import.meta.dirname, '../..');
const say = (line: string) => console.log(line);

/** Reads the command line, builds a missing website or release, and serves until it receives a stop signal. */
async function main(): Promise<void> {
  const { values, words } = parseOptions(process.argv.slice(2), options);
  if (values.help) return say(help);
  if (words.length > 0) throw new UserError(`Unexpected argument: ${words[0]}\n\n${help}`);
  const isScheduled = values.schedule !== false;
  const config = readConfig();
  const scheduled = isScheduled && config.schedule;
  if (cluster.isWorker) return serveAsWorker(config, scheduled);
  await mkdir(config.home, { recursive: true });
  const buildSite = () =>
    buildStaleSite(root, () => runNode(root, ['node_modules/astro/bin/astro.mjs', 'build', '--silent']), say);
  await together(buildSite, () => (isScheduled ? publishMissingSample(config.home) : Promise.resolve()));
  const log = await openLog(config);
  const server =
    config.workers === 1
      ? await openServer(config, scheduled, alone, log)
      : await openServers(config, isScheduled, log);
  const isTerminal = process.stdout.isTTY === true;
  // Without an accounts database, the server reports why, and serves the routes that need no key.
  const key = isScheduled ? await firstKey(config, { isTerminal, now: Date.now }).catch(() => null) : null;
  announce(config, server, scheduled, key);
  const stopping = new AbortController();
  const schedule = scheduled ? startSchedule(root, config, log, stopping.signal) : Promise.resolve();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      say('Stopping: finishing open requests.');
      stopping.abort();
      void Promise.all([server.stop(), schedule])
        .then(() => server.close())
        .finally(() => process.exit(0));
    });
  }
}

/** Memory that the builds of the website (1.3 GB) and of the sample (0.5 GB) need at the same time, bytes. */
const TOGETHER_BYTES = 2e9;

/** Runs both steps at the same time if there is memory for it: each keeps one core busy. */
async function together(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  if (process.availableMemory() < TOGETHER_BYTES) {
    await first();
    return second();
  }
  // If one fails, the other ends first: its process would otherwise go on without its parent.
  for (const result of await Promise.allSettled([first(), second()]))
    if (result.status === 'rejected') throw result.reason;
}

/** Publishes the embedded sample if there is nothing to serve; quickly, because real data soon replaces it. */
async function publishMissingSample(home: string): Promise<void> {
  if (!(await needsSample(home))) return;
  say('No release for this version yet: publishing the embedded sample.');
  await runNode(root, ['pipeline/refresh.ts', '--sample', '--compression', 'fast'], { ORBWEAVER_HOME: home });
}

/** A server that listens, in this process or in others. */
interface RunningServer extends Serving {
  /** Stops after the delay for load balancers, and after its running requests. */
  stop(): Promise<void>;
  /** Closes the accounts. */
  close(): Promise<void>;
}

/** When to load what further requests will need, ms after the server listens. */
const PREPARE_AFTER_MILLISECONDS = 1000;

/** Serves in this process. */
async function openServer(config: Config, scheduled: boolean, peers: Peers, log: Logger): Promise<RunningServer> {
  const gateway = await openGateway(config, { now: Date.now, log, peers });
  const world = { now: Date.now, requestId: randomUUID, log, gateway, peers };
  const orbweaver = await createOrbweaver({ ...config, schedule: scheduled }, world, openSite(join(root, 'dist')));
  const address = await orbweaver.listen();
  // The first requests come first: what they need, they load themselves.
  void setTimeout(PREPARE_AFTER_MILLISECONDS, undefined, { ref: false }).then(() => orbweaver.prepare());
  const lease = orbweaver.served.hold();
  const release = lease?.value.release.manifest ?? null;
  lease?.end();
  return {
    address,
    release,
    async stop() {
      orbweaver.drain();
      await setTimeout(config.stopAfter * 1000);
      await orbweaver.stop();
    },
    close: () => gateway.close(),
  };
}

/** Serves in processes of their own. */
async function openServers(config: Config, isScheduled: boolean, log: Logger): Promise<RunningServer> {
  const servers = await runServers(config, isScheduled ? [] : ['--no-schedule'], log);
  return { ...(await servers.started), stop: () => servers.stop(), close: async () => {} };
}

/** Serves in one of several processes, until the main process or the operator stops it. */
async function serveAsWorker(config: Config, scheduled: boolean): Promise<void> {
  let stop = (): void => process.exit(0);
  // A terminal and systemd signal every process of a group; the main process does in addition.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop());
  const peers = workerPeers(() => stop());
  const log = (await openLog(config)).child({ worker: peers.worker });
  const server = await openServer(config, scheduled, peers, log);
  reportServing(server);
  let stopping = false;
  stop = () => {
    if (stopping) return;
    stopping = true;
    void server
      .stop()
      .then(() => server.close())
      .finally(() => process.exit(0));
  };
}

/** Whether there is nothing to serve before the first refresh: no release, or a sample built by another version. */
async function needsSample(home: string): Promise<boolean> {
  // A damaged `current` is reported by the server, which serves the newest intact release.
  const id = await currentReleaseId(home).catch(() => '');
  if (id === '') return false;
  if (id === null) return true;
  // The server reports an unreadable manifest, with the reason.
  const manifest = await readManifest(join(home, 'releases', id, 'manifest.json')).catch(() => null);
  return manifest?.sample === true && !readsFormat(manifest.format);
}

/** `key` is that of the account created for this terminal. It is printed, and never logged. */
function announce(
  { publicUrl, workers }: Config,
  { address: own, release }: Serving,
  scheduled: boolean,
  key: string | null,
): void {
  const address = publicUrl ?? own;
  say(`Orbweaver serves ${address}${workers > 1 ? `, with ${workers} processes` : ''}`);
  if (release) {
    const { id, sample, counts } = release;
    say(
      `  release  ${id}${sample ? ', the embedded sample' : ''}: ${plural(counts.satellites, 'object')}, ${plural(counts.claims, 'claim')}`,
    );
  } else {
    say('  release  none yet: the API returns 503 until one is published');
  }
  if (key === null) say(`  try      curl ${address}/api/v1/elements`);
  else {
    say(`  try      curl -H 'Authorization: Bearer ${key}' ${address}/api/v1/satellites/25544`);
    say(`  key      of the account ${LOCAL_EMAIL}, created now; you won't see it again: only a hash is stored`);
  }
  say(`  refresh  ${scheduled ? 'on schedule, starting now' : 'npm run refresh   (scheduled refreshes are off)'}`);
}

main().catch((error: unknown) => {
  console.error(redact(formatError(error)));
  process.exit(1);
});

/** The error for the terminal; only unexpected errors include a stack trace. */
function formatError(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid setting.\n${error.message}`;
  if (error instanceof ChildFailed) return `Cannot start: ${error.message}. See its output above.`;
  if (error instanceof SiteMissing || error instanceof UserError) return error.message;
  const { code, message, stack, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port is already in use (${message}). Stop the other program, or set PORT.`;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `The server cannot listen at this address (${message}). Set HOST to an IP address or name of this machine, and PORT to a port that this user may open.`;
  if (syscall === 'mkdir')
    return `The home folder cannot be created (${message}). Set ORBWEAVER_HOME to a folder that this user may write to.`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\n\n${help}`;
  return stack ?? message;
}
