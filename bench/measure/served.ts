import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { memoryOf } from './memory.ts';

/** A server that is being measured. */
export interface Served {
  readonly base: string;
  /** Memory that its processes hold now, MiB: what they share is counted once. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** The same as a process, and how long it took to answer. */
export interface Started extends Served {
  readonly milliseconds: number;
  readonly pid: number;
  /** Ends it without a word (SIGKILL). */
  kill(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/** What `npm run serve` starts: what the C library is told, Node's options, and behind them the program with its own. */
const words = manifest.scripts.serve.split(' && ').at(-1)!.split(' ');
const node = words.indexOf('node');
const entry = words.findIndex((word, place) => place > node && !word.startsWith('--'));
const allocator = Object.fromEntries(words.slice(0, node).map((word) => word.split('=')));
const [nodeOptions, program] = [words.slice(node + 1, entry), words.slice(entry)];

/** A home of the bench's own on somebody's releases, with accounts of its own. */
export interface OwnHome {
  readonly folder: string;
  /** The headers of somebody with a key whose limits a load does not reach. */
  readonly headers: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Makes a home that has the releases of another, and a key. The other is only read. */
export async function ownHome(home: string): Promise<OwnHome> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  await symlink(join(resolve(home), 'releases'), join(folder, 'releases'));
  await symlink(await readlink(join(home, 'current')), join(folder, 'current'));
  const key = makeKey(folder);
  return {
    folder,
    headers: { Authorization: `Bearer ${key}` },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Makes a key that no limit stops, in the accounts of a home. */
export function makeKey(folder: string): string {
  const admin = (line: string) =>
    execFileSync(process.execPath, ['src/cli/orbweaver.ts', 'admin', ...line.split(' ')], {
      cwd: root,
      env: { ...process.env, ORBWEAVER_HOME: folder },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const key = admin('keys create --email bench@example.org --tier enterprise').trim();
  admin('accounts tier --email bench@example.org --tier enterprise --daily 2000000000 --burst 2000000');
  return key;
}

/** Starts Orbweaver as `npm run serve` does: accounts, keys and limits as everywhere. It is there when it answers `path`. */
export async function serveHome(
  folder: string,
  {
    path = '/readyz',
    headers = {},
    port,
    settings = {},
    asServed = true,
  }: {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly port?: number;
    readonly settings?: Readonly<Record<string, string>>;
    /** False: without what `npm run serve` tells Node and the C library. */
    readonly asServed?: boolean;
  } = {},
): Promise<Started> {
  const own = port ?? (await freePort());
  const env = {
    ...(asServed ? allocator : {}),
    ...settings,
    ORBWEAVER_HOME: folder,
    PORT: String(own),
    ORBWEAVER_LOG_LEVEL: 'warn',
    ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0',
  };
  return start([...(asServed ? nodeOptions : []), ...program], own, path, env, headers);
}

/** Starts Orbweaver on a home of its own. */
export async function serveRelease(home: string): Promise<Started & Pick<OwnHome, 'headers'>> {
  const own = await ownHome(home);
  const server = await serveHome(own.folder);
  const stop = async () => {
    await server.stop();
    await own.remove();
  };
  return { ...server, headers: own.headers, stop };
}

/** Starts a server that does nothing: bare node:http, or one route behind Hono. */
export async function serveNothing(which: 'bare' | 'hono'): Promise<Started> {
  const port = await freePort();
  return start(['bench/rivals/nothing.ts', which, String(port)], port, '/api/v1/satellites/1');
}

/** Starts a server that gives everybody the first answer that another gave, headers and body: what Node itself takes for it. */
export async function serveSame(base: string, headers: Readonly<Record<string, string>>): Promise<Started> {
  const port = await freePort();
  return start(['bench/rivals/nothing.ts', 'same', String(port), base], port, '/api/v1/satellites/25544', {}, headers);
}

/** Starts Orbweaver on the releases of a home without accounts: nobody is asked for a key, nothing is counted. */
export async function serveUnguarded(home: string): Promise<Served> {
  const port = await freePort();
  return start([...nodeOptions, 'bench/rivals/unguarded.ts', resolve(home), String(port)], port, '/readyz', allocator);
}

/** Starts a program of Node's and waits until it answers `path`; `milliseconds` passed from its start to that answer. */
export async function start(
  args: readonly string[],
  port: number,
  path: string,
  env: NodeJS.ProcessEnv = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const base = `http://127.0.0.1:${port}`;
  const end = stopper(child);
  await answers(child, `${base}${path}`, headers);
  return {
    base,
    milliseconds: performance.now() - began,
    pid: child.pid!,
    memory: () => memoryOf(child.pid!),
    stop: () => end(),
    kill: () => end('SIGKILL'),
  };
}

/** Ends a child when asked to, politely where nothing else is said, and whenever the bench ends. */
export function stopper(child: ChildProcess): (signal?: NodeJS.Signals) => Promise<void> {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  return async (signal = 'SIGTERM') => {
    child.kill(signal);
    await gone;
    process.off('exit', kill);
  };
}

/** How long a server may take to open what it has. */
const patienceMilliseconds = 60_000;

/** Waits until a server answers with 200, which is looked for every two milliseconds. Throws where it does not. */
export async function answers(
  child: ChildProcess,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const until = performance.now() + patienceMilliseconds;
  while (child.exitCode === null && child.signalCode === null && performance.now() < until) {
    const answer = await fetch(url, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new Error(`${child.spawnargs.slice(0, 4).join(' ')} never answered ${url} with 200: ${said}`);
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
