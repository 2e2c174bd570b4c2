import { spawn } from 'node:child_process';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a process used: processor time of all its threads in seconds, the most memory it ever held in MiB. */
export interface Usage {
  readonly user_s: number;
  readonly system_s: number;
  readonly peak_mb: number;
}

/** One run of a program, or the median of several. */
export interface Measure extends Usage {
  readonly wall_s: number;
}

const hook = new URL('./usage-at-exit.ts', import.meta.url).href;

/** Runs a program of ours in a process of its own. Throws with what it said where it fails. */
export async function measured(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Measure> {
  const usage = join(tmpdir(), `orbweaver-usage-${process.pid}.json`);
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', hook, program, ...args], {
    env: { ...process.env, ...environment, ORBWEAVER_BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...end) => resolve(end));
  });
  process.off('exit', stop);
  const wall = (performance.now() - start) / 1000;
  if (code !== 0)
    throw new Error(`${program} failed after ${wall.toFixed(0)} s (${signal ?? `exit ${code}`}): ${said}`);
  const used = JSON.parse(await readFile(usage, 'utf8')) as Usage;
  await rm(usage);
  return { wall_s: wall, ...used };
}

/** The median of each figure by itself. */
export function medians(rounds: readonly Measure[]): Measure {
  const of = (figure: keyof Measure) => {
    const sorted = rounds.map((round) => round[figure]).sort((a, b) => a - b);
    const middle = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
    return Math.round(middle * 100) / 100;
  };
  return { wall_s: of('wall_s'), user_s: of('user_s'), system_s: of('system_s'), peak_mb: of('peak_mb') };
}

/** Bytes of all files below a folder. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
