import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { copyArchive } from '../src/release/archive-copy.ts';
import { freePort } from '../test/accounts/services.ts';
import { createKey, npmScript } from '../test/chaos/server-process.ts';

const root = join(import.meta.dirname, '..');
/** How long a server may take to start. */
const START_TIMEOUT_MS = 60_000;

/** A server under measurement. */
export interface Server extends AsyncDisposable {
  readonly base: string;
  /** The headers of a request with a key; empty if none is required. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time from the start of the process to its first successful response. */
  readonly startMs: number;
  /** Its current memory, MiB. */
  memory(): number;
}

/** An empty folder, which is deleted when it is disposed. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Links the releases of a home, which are only read, and its current one into another folder. */
export async function linkRelease(home: string, folder: string): Promise<void> {
  await symlink(join(resolve(home), 'releases'), join(folder, 'releases'));
  await symlink(await readlink(join(home, 'current')), join(folder, 'current'));
}

/** A temporary home that links to the releases of another, which is only read, and a key with practically unlimited quota. */
export async function ownHome(home: string) {
  const own = await temporaryFolder();
  const { folder } = own;
  await linkRelease(home, folder);
  return { ...own, headers: { Authorization: `Bearer ${createKey(folder)}` } };
}
export type OwnHome = Awaited<ReturnType<typeof ownHome>>;

/** A home with the archive of another one and only its current release, so that an earlier one has to be reconstructed. */
export async function archiveHome(home: string): Promise<OwnHome> {
  const own = await ownHome(home);
  const current = basename(await readlink(join(home, 'current')));
  await rm(join(own.folder, 'releases'));
  await mkdir(join(own.folder, 'releases'));
  await symlink(join(resolve(home), 'releases', current), join(own.folder, 'releases', current));
  if ((await copyArchive(join(home, 'archive'), join(own.folder, 'archive'))) === null)
    throw new Error(`${home} has no archive: npm run refresh creates one`);
  return own;
}

/** Starts Orbweaver like `npm run serve`, with keys and limits, and waits for a successful response to `path`. */
export async function serve(
  { folder, headers }: OwnHome,
  path = '/readyz',
  settings: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const port = await freePort();
  const env = { ...settings, ORBWEAVER_HOME: folder, PORT: String(port), ORBWEAVER_LOG_LEVEL: 'warn' };
  return startServer(npmScript('serve').args, port, path, headers, { ...env, ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0' });
}

/** Starts Orbweaver on a temporary home, which is deleted with it. */
export async function serveRelease(home: string, settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await serve(stack.use(await ownHome(home)), '/readyz', settings));
  return { ...server, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Starts a Node program as a child process, which ends with the benchmark at the latest. Its errors are printed. */
function spawnNode(args: readonly string[], env: NodeJS.ProcessEnv) {
  const options: SpawnOptions = { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] };
  const child = spawn(process.execPath, args, options);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').finally(() => process.off('exit', kill));
  return { child, ended };
}

/** Starts a Node program, and waits until it returns 200 for `path`. */
export async function startServer(
  args: readonly string[],
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  env: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const startedAt = performance.now();
  const { child, ended } = spawnNode(args, env);
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  while (child.exitCode === null && performance.now() - startedAt < START_TIMEOUT_MS) {
    const response = await fetch(base + path, { headers }).catch(() => null);
    await response?.arrayBuffer();
    const startMs = performance.now() - startedAt;
    if (response?.ok)
      return { base, headers, startMs, memory: () => mib(child.pid!, 'VmRSS'), [Symbol.asyncDispose]: stop };
    await pause(2);
  }
  await stop();
  throw new Error(`${args.join(' ')} never returned 200 for ${base}${path}`);
}

/** The current (VmRSS) or maximum (VmHWM) memory of a process, MiB; 0 if it has ended. */
function mib(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = `/proc/${pid}/status`;
  const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
}

/** Runs a Node program to its end, and returns its time and maximum memory. */
export async function measureProgram(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const startedAt = performance.now();
  const { child, ended } = spawnNode(args, env);
  let maxMib = 0;
  const timer = setInterval(() => {
    maxMib = Math.max(maxMib, mib(child.pid!, 'VmHWM'));
  }, 100);
  const [code] = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000, mib: maxMib };
}
