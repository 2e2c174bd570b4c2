import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnvironment } from '../child-environment.ts';

const program = join(import.meta.dirname, '../../pipeline/refresh.ts');

/** How a refresh is started. */
export interface RefreshStart {
  readonly home: string;
  readonly args: readonly string[];
  /** URLs of modules to load before it, such as one that skips pauses. */
  readonly loaded?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running refresh, and its result: its exit code (null if it was killed) and its log. */
export interface RefreshProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; told: string }>;
}

/** Starts `npm run refresh` as a separate process in its home, without this process's settings. */
export function startRefresh({ home, args, loaded = [], settings = {} }: RefreshStart): RefreshProcess {
  const child = spawn(process.execPath, [...loaded.flatMap((one) => ['--import', one]), program, ...args], {
    cwd: home,
    env: {
      ...childEnvironment,
      ORBWEAVER_HOME: home,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill);
    return { code: code as number | null, told };
  });
  return { child, ended };
}
