import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from './process.ts';
import type { Check } from './release-data.ts';

/** What a load found, as the client saw it. */
export type Load = Readonly<Record<'requests_s' | 'p95_ms', number>>;

/** What is requested, and how. */
interface LoadOptions {
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  readonly wrong: Check;
}

const TIMEOUT_S = 5;
/** Requests random ones of the paths, and prints what it found as JSON. */
const script = join(import.meta.dirname, 'load.lua');
/** How long the checking client rests between two answers. */
const REST_MS = 40;

/**
 * Loads a server with wrk, and compares whole responses during the load. Throws where an answer is wrong, and where a request failed,
 * was no success or had no answer in five seconds: then there is no figure.
 */
export async function load(base: string, options: LoadOptions): Promise<Load> {
  await using work = await temporaryFolder();
  const { connections, seconds, headers } = options;
  const paths = join(work.folder, 'paths');
  await writeFile(paths, options.paths.join('\n'));
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const times = [`-d${seconds}s`, '--timeout', `${TIMEOUT_S}s`];
  const args = ['-t1', `-c${connections}`, ...times, '-s', script, ...sent, base, paths];
  const done = new AbortController();
  const running = promisify(execFile)('wrk', args, { signal: done.signal }).finally(() => done.abort());
  // A wrong answer ends the load immediately.
  const [{ stdout }] = await Promise.all([running, check(base, options, done.signal).finally(() => done.abort())]);
  const { failed, ...found } = JSON.parse(/^RESULT (.*)$/m.exec(stdout)![1]!) as Load & { failed: number };
  if (failed > 0) throw new Error(`${failed} requests to ${base}, such as ${options.paths[0]}, failed`);
  return found;
}

/** Requests paths one after the other until stopped, and compares each response. At least one is compared. */
async function check(base: string, { paths, headers, wrong }: LoadOptions, end: AbortSignal): Promise<void> {
  do {
    const path = paths[Math.floor(Math.random() * paths.length)]!;
    const answer = await fetch(`${base}${path}`, { headers });
    const problem = answer.ok ? await wrong(path, answer) : `status ${answer.status}`;
    if (problem !== null) throw new Error(`${base}${path} answered wrongly: ${problem}`);
    await pause(REST_MS);
  } while (!end.aborted);
}
