import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../test/accounts/services.ts';
import { createKey, npmScript } from '../test/chaos/server-process.ts';

const root = join(import.meta.dirname, '..');
/** How long a server may take to open what it has. */
const START_TIMEOUT_MS = 60_000;

/** A server that is measured. */
export interface Server extends AsyncDisposable {
  readonly base: string;
  /** What a request with a key sends; empty where no key is needed. */
  readonly headers: Readonly<Record<string, string>>;
  /** From the start of the process to its first good answer. */
  readonly startMs: number;
  /** Memory that it holds now, MiB. */
  memory(): number;
}

/** An empty folder, which goes with the one that made it. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** A home of the bench's own on the releases of another, which is only read, and a key that no limit stops. */
export async function ownHome(home: string) {
  const own = await temporaryFolder();
  const { folder } = own;
  await symlink(join(resolve(home), 'releases'), join(folder, 'releases'));
  await symlink(await readlink(join(home, 'current')), join(folder, 'current'));
  return { ...own, headers: { Authorization: `Bearer ${createKey(folder)}` } };
}
export type OwnHome = Awaited<ReturnType<typeof ownHome>>;

/** Starts Orbweaver as `npm run serve` does, with keys and limits; it has started when it answers `path`. */
export async function serve({ folder, headers }: OwnHome, path = '/readyz'): Promise<Server> {
  const port = await freePort();
  const env = { ORBWEAVER_HOME: folder, PORT: String(port), ORBWEAVER_LOG_LEVEL: 'warn' };
  return startServer(npmScript('serve').args, port, path, headers, { ...env, ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0' });
}

/** Starts Orbweaver on a home of its own, which goes with it. */
export async function serveRelease(home: string): Promise<Server> {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await serve(stack.use(await ownHome(home))));
  return { ...server, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** A program of ours in a process of its own, which ends with the bench at the latest. Its errors are seen. */
function spawnNode(args: readonly string[], env: NodeJS.ProcessEnv) {
  const options: SpawnOptions = { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] };
  const child = spawn(process.execPath, args, options);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').finally(() => process.off('exit', kill));
  return { child, ended };
}

/** Starts a program of Node's and waits until it answers `path` with 200. */
export async function startServer(
  args: readonly string[],
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  env: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const began = performance.now();
  const { child, ended } = spawnNode(args, env);
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  while (child.exitCode === null && performance.now() - began < START_TIMEOUT_MS) {
    const answer = await fetch(base + path, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    const startMs = performance.now() - began;
    if (answer?.ok)
      return { base, headers, startMs, memory: () => mib(child.pid!, 'VmRSS'), [Symbol.asyncDispose]: stop };
    await pause(2);
  }
  await stop();
  throw new Error(`${args.join(' ')} never answered ${base}${path} with 200`);
}

/** Memory that a process holds now (VmRSS), or held at most (VmHWM), MiB; 0 where it has ended. */
function mib(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = `/proc/${pid}/status`;
  const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
}

/** Runs a program of ours to its end: how long it took, and the most memory it held. */
export async function measureProgram(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const began = performance.now();
  const { child, ended } = spawnNode(args, env);
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, mib(child.pid!, 'VmHWM'));
  }, 100);
  const [code] = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, mib: most };
}
