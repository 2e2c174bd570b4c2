import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../accounts/services.ts';
import { seeded } from '../seeded.ts';
import { until } from '../until.ts';
import { PacedLoad, type Seen } from './paced-load.ts';
import { startRefresh } from './refresh-process.ts';
import { makeKey, type ServerProcess, startServer } from './server-process.ts';
import { type Question, Truth } from './truth.ts';

/** How much is killed, under which load. */
export interface KillOptions {
  /** Kills of refreshes and of servers together: three of five are refreshes. */
  readonly kills: number;
  /** Requests a second, as long as it lasts. */
  readonly rate: number;
}

/** What was seen, and what was left. */
export interface KillOutcome extends Seen {
  readonly refreshes_killed: number;
  readonly refreshes_ended: number;
  readonly servers_killed: number;
  /** Different releases that readers were answered from. */
  readonly releases_seen: number;
  /** Names in the home that are no part of a home at rest. */
  readonly leftovers: readonly string[];
  /** Files that the servers hold open though they are deleted: releases that nobody reads any more must not be held. */
  readonly deleted_held: number;
}

const sample = join(import.meta.dirname, '../../pipeline/sample');
const FIRST = Date.parse('2026-08-22T14:00:00Z');
const HOUR = 3_600_000;
/** The longest quiet time before a server is killed, ms. */
const QUIET = 2500;

/** Kills refreshes and servers at random moments while readers ask, and looks at every answer. */
export async function killRun({ kills, rate }: KillOptions): Promise<KillOutcome> {
  const home = await mkdtemp(join(tmpdir(), 'orbweaver-kill-'));
  const servers: ServerProcess[] = [];
  try {
    let hour = 0;
    const refresh = () => {
      hour += 1;
      // By turns the sample's two snapshots, so that every release differs from the one before.
      const from = join(sample, hour % 2 === 0 ? 'second' : 'first');
      return startRefresh({
        home,
        args: ['--from', from, '--now', new Date(FIRST + hour * HOUR).toISOString(), '--compression', 'fast'],
      });
    };
    let whole = 0;
    for (let first = 0; first < 2; first++) {
      const began = performance.now();
      const { code, told } = await refresh().ended;
      if (code !== 0) throw new Error(`the first refresh failed: ${told}`);
      whole = performance.now() - began;
    }
    const settings = { ORBWEAVER_PUBLIC_URL: 'http://orbweaver.test' };
    const key = makeKey(home);
    const ports = [await freePort(), await freePort()];
    for (const port of ports) servers.push(await startServer(home, port, settings));
    const truth = new Truth(home);
    const load = new PacedLoad(
      ports.map((port) => `http://127.0.0.1:${port}`),
      questions(key),
      truth,
    );
    const seen = load.run(rate);
    const counted = { refreshes_killed: 0, refreshes_ended: 0, servers_killed: 0 };
    const killRefreshes = async (many: number) => {
      const random = seeded(1);
      while (counted.refreshes_killed < many) {
        const { child, ended } = refresh();
        const gone = await Promise.race([ended, wait(random() * whole)]);
        if (gone) {
          if (gone.code !== 0) throw new Error(`a refresh failed: ${gone.told}`);
          counted.refreshes_ended++;
          continue;
        }
        child.kill('SIGKILL');
        await ended;
        counted.refreshes_killed++;
        // The next one has to take up what is left; every fifth time it may end.
        if (counted.refreshes_killed % 5 !== 0) continue;
        const { code, told } = await refresh().ended;
        if (code !== 0) throw new Error(`a refresh after a kill failed: ${told}`);
        counted.refreshes_ended++;
      }
    };
    const killServers = async (many: number) => {
      const random = seeded(2);
      while (counted.servers_killed < many) {
        await wait(random() * QUIET);
        // One fault at a time: a server is lost when nobody waits any more because of the other one.
        await until(() => load.retrying === 0);
        const which = Math.floor(random() * 2);
        await servers[which]!.kill();
        counted.servers_killed++;
        servers[which] = await startServer(home, ports[which]!, settings);
      }
    };
    const refreshKills = Math.round(kills * 0.6);
    await Promise.all([killRefreshes(refreshKills), killServers(kills - refreshKills)]);
    const { code, told } = await refresh().ended;
    if (code !== 0) throw new Error(`the last refresh failed: ${told}`);
    // Both servers follow the last release before the readers go, and let go of those before it.
    const last = await readlink(join(home, 'current'));
    for (const port of ports) await until(async () => (await servedBy(port)) === basename(last));
    load.stop();
    const answers = await seen;
    const held = async () =>
      (await Promise.all(servers.map(({ pid }) => deletedHeld(pid)))).reduce((sum, n) => sum + n, 0);
    await until(async () => (await held()) === 0);
    const files = await filesOutside(home);
    const releases = await readdir(join(home, 'releases'));
    return {
      ...answers,
      ...counted,
      releases_seen: truth.releases.size,
      leftovers: [
        ...files.filter((path) => !atRest.test(path)),
        ...releases.filter((name) => name.startsWith('.')).map((name) => `releases/${name}`),
      ],
      deleted_held: await held(),
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await rm(home, { recursive: true, force: true });
  }
}

/** What readers ask for: files in two codings, a record, a list, a search, a page. */
function questions(key: string): Question[] {
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

/** What may be in a home where nothing runs, releases apart. */
const atRest =
  /^(lock\.sqlite|builds\.json|refresh\.json|current|archive\/(index\.json|(elements|values|claims)\/[\w.-]+\.parquet|datasets\/[\w.-]+\.(parquet|csv\.gz)|objects\/[\w.-]+\.sqlite)|accounts\/(secret|accounts\.sqlite(-wal|-shm)?)|snapshots\/(index|arrived)\.json|snapshots\/\w+\/[0-9a-f]{64}-[\w.-]+)$/;

/** Every file of a home but those of its releases. */
async function filesOutside(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .filter((path) => !path.startsWith('releases/'));
}

/** The release that a server answers from. */
async function servedBy(port: number): Promise<string | null> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { method: 'HEAD' });
  return headers.get('x-catalog-release');
}

async function deletedHeld(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const links = await readdir(folder).catch(() => []);
  const targets = await Promise.all(links.map((name) => readlink(join(folder, name)).catch(() => '')));
  return targets.filter((target) => target.includes('/releases/') && target.endsWith(' (deleted)')).length;
}
