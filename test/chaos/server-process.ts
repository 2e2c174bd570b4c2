import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
/** How long a server may take to start on a busy machine, and to answer that it is ready, ms. */
const START_TIMEOUT_MS = 60_000;
export const ANSWER_TIMEOUT_MS = 5000;

/** The command of an npm script: the settings before `node`, and the arguments after it. */
export function npmScript(name: 'serve' | 'refresh' | 'admin'): { env: Record<string, string>; args: string[] } {
  const words = packageJson.scripts[name].split(' && ').at(-1)!.split(' ');
  const node = words.indexOf('node');
  return { env: Object.fromEntries(words.slice(0, node).map((word) => word.split('='))), args: words.slice(node + 1) };
}

/** A server that was started like `npm run serve`. */
export interface ServerProcess {
  readonly pid: number;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a server on a home, and waits until it is ready. */
export async function startServer(
  home: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const { env, args } = npmScript('serve');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      ...settings,
      ORBWEAVER_HOME: home,
      PORT: String(port),
      ORBWEAVER_LOG_LEVEL: 'warn',
      ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2000);
  });
  const closed = once(child, 'close');
  const kill = async () => {
    end();
    await closed;
    process.off('exit', end);
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null);
    await response?.arrayBuffer().catch(() => null);
    if (response?.ok) return { pid: child.pid!, kill };
    await wait(5);
  }
  await kill();
  throw new Error(`the server did not get ready on port ${port}: ${errors}`);
}

/** Creates a key with practically unlimited quota in the accounts of a home. */
export function createKey(home: string): string {
  const { env, args } = npmScript('admin');
  const admin = (line: string) =>
    execFileSync(process.execPath, [...args, ...line.split(' ')], {
      cwd: root,
      env: { ...process.env, ...env, ORBWEAVER_HOME: home },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const key = admin('keys create --email chaos@example.org --tier enterprise').trim();
  admin('accounts tier --email chaos@example.org --tier enterprise --daily 1000000000 --burst 2000000');
  return key;
}
