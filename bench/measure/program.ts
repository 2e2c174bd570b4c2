import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchMemory } from './memory.ts';

/** What a process used: processor time of all its threads in seconds, the most memory it ever held in MiB. */
export interface Usage {
  readonly cpu_s: number;
  readonly peak_mb: number;
}

/** One run of a program. */
export interface Measure extends Usage {
  readonly wall_s: number;
}

const hook = new URL('./usage-at-exit.ts', import.meta.url).href;

/** Runs a program of ours in a process of its own; its memory is counted with that of its children. Throws with what it said where it fails. */
export async function measured(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
): Promise<Measure> {
  const usage = join(tmpdir(), `orbweaver-usage-${process.pid}.json`);
  const start = performance.now();
  const child = spawn(process.execPath, [...flags, '--import', hook, program, ...args], {
    env: { ...process.env, ...environment, ORBWEAVER_BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const memory = watchMemory(child.pid!);
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
  const wall = (performance.now() - start) / 1000;
  process.off('exit', stop);
  const together = await memory();
  if (code !== 0)
    throw new Error(`${program} failed after ${wall.toFixed(0)} s (${signal ?? `exit ${code}`}): ${said}`);
  const used = JSON.parse(await readFile(usage, 'utf8')) as Usage;
  await rm(usage);
  return { wall_s: wall, cpu_s: used.cpu_s, peak_mb: Math.max(used.peak_mb, together) };
}
