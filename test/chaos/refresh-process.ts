import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../pipeline/refresh.ts');

/** What a refresh is started with. */
export interface RefreshStart {
  readonly home: string;
  readonly args: readonly string[];
  /** Modules that are loaded before it, as addresses: tests leave out compression and pauses. */
  readonly loaded?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

/** A refresh that runs, and what became of it: its exit code (null where it was killed) and what it said. */
export interface RefreshProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; told: string }>;
}

/** Starts `npm run refresh` as a process of its own, in its home, with nothing of this one's settings. */
export function startRefresh({ home, args, loaded = [], settings = {} }: RefreshStart): RefreshProcess {
  const child = spawn(process.execPath, [...loaded.flatMap((one) => ['--import', one]), program, ...args], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
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
