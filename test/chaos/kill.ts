import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { releaseIndex } from '../../src/schema/release/snapshot.ts';
import { freePort } from '../accounts/services.ts';
import { openFiles } from '../open-files.ts';
import { sample } from '../pipeline/sample-build.ts';
import { seeded } from '../seeded.ts';
import { until } from '../until.ts';
import { PacedLoad, type Seen } from './paced-load.ts';
import { startRefresh } from './refresh-process.ts';
import { ANSWER_TIMEOUT_MS, createKey, type ServerProcess, startServer } from './server-process.ts';
import { type CheckedRequest, Truth } from './truth.ts';

/** The number of kills, and the load meanwhile. */
export interface KillOptions {
  /** Kills of refreshes and servers together: three of five are refreshes. */
  readonly kills: number;
  /** Requests per second during the run. */
  readonly rate: number;
  /** Is told each step of the run. */
  readonly say?: (step: string) => void;
}

/** The results of the load, and the files that remain afterward. */
export interface KillOutcome extends Seen {
  readonly refreshes_killed: number;
  readonly refreshes_ended: number;
  readonly servers_killed: number;
  /** Number of different releases in responses. */
  readonly releases_seen: number;
  /** Files in the home that do not belong there when nothing runs. */
  readonly leftovers: readonly string[];
  /** Files of replaced releases that the servers still have open, and those that are deleted: releases without readers must be closed. */
  readonly replaced_held: number;
  readonly deleted_held: number;
}

const FIRST = Date.parse('2026-08-22T14:00:00Z');
const HOUR = 3_600_000;
/** The maximum time between kills of servers, ms. */
const MAX_PAUSE_MS = 2500;

/** Kills refreshes and servers at random moments while clients send requests, and checks every response. */
export async function killRun({ kills, rate, say = () => {} }: KillOptions): Promise<KillOutcome> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'orbweaver-kill-')));
  const servers: ServerProcess[] = [];
  try {
    let hour = 0;
    const refresh = () => {
      hour += 1;
      // Alternates between the sample's two snapshots, so that every release differs from the previous one.
      const from = join(sample, hour % 2 === 0 ? 'second' : 'first');
      return startRefresh({
        home,
        args: ['--from', from, '--now', new Date(FIRST + hour * HOUR).toISOString(), '--compression', 'fast'],
      });
    };
    let refreshMs = 0;
    for (let first = 0; first < 2; first++) {
      const began = performance.now();
      const { code, told } = await refresh().ended;
      if (code !== 0) throw new Error(`the first refresh failed: ${told}`);
      refreshMs = performance.now() - began;
    }
    say('two releases are built');
    const settings = { ORBWEAVER_PUBLIC_URL: 'http://orbweaver.test' };
    const key = createKey(home);
    const ports = [await freePort(), await freePort()];
    for (const port of ports) servers.push(await startServer(home, port, settings));
    say('two servers run');
    const truth = new Truth(home);
    const load = new PacedLoad(
      ports.map((port) => `http://127.0.0.1:${port}`),
      checkedRequests(key),
      truth,
    );
    const seen = load.run(rate);
    const counted = { refreshes_killed: 0, refreshes_ended: 0, servers_killed: 0 };
    const killRefreshes = async (count: number) => {
      const random = seeded(1);
      while (counted.refreshes_killed < count) {
        const { child, ended } = refresh();
        const finished = await Promise.race([ended, wait(random() * refreshMs)]);
        if (finished) {
          if (finished.code !== 0) throw new Error(`a refresh failed: ${finished.told}`);
          counted.refreshes_ended++;
          say('a refresh has ended');
          continue;
        }
        child.kill('SIGKILL');
        await ended;
        counted.refreshes_killed++;
        say('a refresh is killed');
        // The next refresh has to resume; after every fifth kill it may finish.
        if (counted.refreshes_killed % 5 !== 0) continue;
        const { code, told } = await refresh().ended;
        if (code !== 0) throw new Error(`a refresh after a kill failed: ${told}`);
        counted.refreshes_ended++;
      }
    };
    const killServers = async (count: number) => {
      const random = seeded(2);
      while (counted.servers_killed < count) {
        await wait(random() * MAX_PAUSE_MS);
        // One fault at a time: no server is killed while requests are retried because of the other one.
        await until(() => load.retrying === 0);
        const which = Math.floor(random() * 2);
        await servers[which]!.kill();
        counted.servers_killed++;
        say(`server ${which} is killed`);
        servers[which] = await startServer(home, ports[which]!, settings);
        say(`server ${which} runs again`);
      }
    };
    const refreshKills = Math.round(kills * 0.6);
    await Promise.all([killRefreshes(refreshKills), killServers(kills - refreshKills)]);
    const { code, told } = await refresh().ended;
    if (code !== 0) throw new Error(`the last refresh failed: ${told}`);
    say('the last release is built');
    // Both servers switch to the last release before the load stops, and close the releases before it.
    const last = await readlink(join(home, 'current'));
    for (const port of ports) await until(async () => (await servedBy(port)) === basename(last));
    say('both servers serve it');
    load.stop();
    const results = await seen;
    say('every request has ended');
    let held: string[] = [];
    const holdsNone = async () => {
      held = (await Promise.all(servers.map(({ pid }) => openOfReplaced(pid, home, basename(last))))).flat();
      return held.length === 0;
    };
    await until(holdsNone, () => JSON.stringify({ held, ...results }));
    const files = await filesOutside(home);
    const releases = await readdir(join(home, 'releases'));
    const indexes = new Set(releases.map((name) => `snapshots/${releaseIndex(name)}`));
    return {
      ...results,
      ...counted,
      releases_seen: truth.releases.size,
      leftovers: [
        ...files.filter((path) => !atRest.test(path) && !indexes.has(path)),
        ...releases.filter((name) => name.startsWith('.')).map((name) => `releases/${name}`),
      ],
      replaced_held: held.length,
      deleted_held: held.filter((path) => path.endsWith(' (deleted)')).length,
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await rm(home, { recursive: true, force: true });
  }
}

/** The requests of the load: files in two encodings, records, a list, a search, a page. */
function checkedRequests(key: string): CheckedRequest[] {
  const keyed = { Authorization: `Bearer ${key}` };
  return [
    {
      path: '/api/v1/elements',
      headers: { 'Accept-Encoding': 'br' },
      truth: { file: 'public/api/v1/elements.json.br' },
    },
    { path: '/api/v1/events', truth: { file: 'public/api/v1/events.json' } },
    { path: '/api/v1/dataset/active.csv', truth: { file: 'public/api/v1/dataset/active.csv' } },
    {
      path: '/api/v1/launches',
      headers: { 'Accept-Encoding': 'gzip' },
      truth: { file: 'public/api/v1/launches.json.gz' },
    },
    { path: '/api/v1/satellites/25544', headers: keyed, truth: { record: 25_544 } },
    { path: '/api/v1/satellites/20580', headers: keyed, truth: { record: 20_580 } },
    { path: '/api/v1/satellites?orbit_class=LEO&limit=10', headers: keyed, truth: 'same' },
    { path: '/api/v1/search?q=hubbel', headers: keyed, truth: 'same' },
    { path: '/launches', truth: 'page' },
  ];
}

/** Files that may be in a home when nothing runs, except releases. */
const atRest =
  /^(lock\.sqlite|builds\.json|refresh\.json|current|archive\/(index\.json|(elements|values|claims)\/[\w.-]+\.parquet|datasets\/[\w.-]+\.(parquet|csv\.gz)|objects\/[\w.-]+\.sqlite)|accounts\/(secret|accounts\.sqlite(-wal|-shm)?)|snapshots\/(index|arrived)\.json|snapshots\/\w+\/[0-9a-f]{64}-[\w.-]+)$/;

/** All files of a home outside its releases. */
async function filesOutside(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .filter((path) => !path.startsWith('releases/'));
}

/** The release that a server serves; null if it does not answer. */
async function servedBy(port: number): Promise<string | null> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { method: 'HEAD', signal }).catch(() => null);
  return response?.headers.get('x-catalog-release') ?? null;
}

/**
 * The files of replaced releases of a home that a server still has open: they keep the disk of deleted releases full. Files of other
 * homes are not the server's: DuckDB opens files without close-on-exec, so a child process inherits those of tests in its parent.
 */
async function openOfReplaced(pid: number, home: string, served: string): Promise<string[]> {
  const releases = join(home, 'releases');
  const open = await openFiles(pid);
  return open.filter((path) => path.startsWith(`${releases}/`) && !path.startsWith(`${join(releases, served)}/`));
}
