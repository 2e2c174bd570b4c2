import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** A server that is being measured. */
export interface Measured {
  readonly base: string;
  /** Memory that its process holds now, MiB (VmRSS). */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** Starts Orbweaver as `npm run serve` does, on the releases of a home, with accounts of its own, and makes a key. */
export async function serveRelease(home: string): Promise<Measured & { readonly key: string }> {
  const own = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  await symlink(join(resolve(home), 'releases'), join(own, 'releases'));
  await symlink(await readlink(join(home, 'current')), join(own, 'current'));
  const port = await freePort();
  const environment = {
    ...process.env,
    ORBWEAVER_HOME: own,
    PORT: String(port),
    ORBWEAVER_LOG_LEVEL: 'warn',
    ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0',
  };
  const admin = (...args: string[]) =>
    execFileSync(process.execPath, ['src/admin/admin.ts', ...args], { cwd: root, env: environment, encoding: 'utf8' });
  const key = admin('keys', 'create', '--email', 'bench@example.org', '--tier', 'enterprise').trim();
  admin(
    'accounts',
    'tier',
    '--email',
    'bench@example.org',
    '--tier',
    'enterprise',
    '--daily',
    '2000000000',
    '--burst',
    '2000000',
  );
  const server = await started(manifest.scripts.serve.split(' ').slice(1), environment, 'Orbweaver serves', port);
  return {
    ...server,
    key,
    async stop() {
      await server.stop();
      await rm(own, { recursive: true, force: true });
    },
  };
}

/** Starts one of the rivals. */
export async function serveRival(which: 'bare' | 'hono'): Promise<Measured> {
  const port = await freePort();
  return started(['bench/rivals.ts', which, String(port)], process.env, 'ready', port);
}

/** Starts Orbweaver on the releases of a home without accounts: nobody is asked for a key, nothing is counted. */
export async function serveUnguarded(home: string): Promise<Measured> {
  const port = await freePort();
  const args = [...manifest.scripts.serve.split(' ').slice(1, -2), 'bench/unguarded.ts', resolve(home), String(port)];
  return started(args, process.env, 'ready', port);
}

async function started(args: string[], env: NodeJS.ProcessEnv, sign: string, port: number): Promise<Measured> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await said(child, sign, args.join(' '));
  return {
    base: `http://127.0.0.1:${port}`,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
    },
    async stop() {
      const gone = new Promise((done) => child.once('close', done));
      child.kill('SIGTERM');
      await gone;
      process.off('exit', kill);
    },
  };
}

function said(child: ChildProcess, sign: string, what: string): Promise<void> {
  return new Promise((done, fail) => {
    let text = '';
    const look = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(sign)) done();
    };
    child.stdout!.on('data', look);
    child.stderr!.on('data', look);
    child.once('close', (code) => fail(new Error(`${what} ended with ${code}: ${text.slice(-2000)}`)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
