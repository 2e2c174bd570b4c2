import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from './process.ts';
import type { Check } from './release-data.ts';

/** Results of a load, measured by the client. */
export type Load = Readonly<Record<'requests_s' | 'p95_ms', number>>;

/** The requests of a load. */
interface LoadOptions {
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  readonly check: Check;
}

const TIMEOUT_S = 5;
/** Requests random paths, and prints results as JSON. */
const script = join(import.meta.dirname, 'load.lua');
/** Pause of the checking client between two requests. */
const PAUSE_MS = 40;

/**
 * Loads a server with wrk, and checks complete responses during the load. Throws, so that there is no figure, if a response is
 * incorrect or a request fails, is unsuccessful, or has no response within five seconds.
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
  // An incorrect response ends the load immediately.
  const [{ stdout }] = await Promise.all([running, checkAll(base, options, done.signal).finally(() => done.abort())]);
  const { failed, ...found } = JSON.parse(/^RESULT (.*)$/m.exec(stdout)![1]!) as Load & { failed: number };
  if (failed > 0) throw new Error(`${failed} requests to ${base}, such as ${options.paths[0]}, failed`);
  return found;
}

/** Requests one path at a time until stopped, and checks each response; at least one. */
async function checkAll(base: string, { paths, headers, check }: LoadOptions, end: AbortSignal): Promise<void> {
  do {
    const path = paths[Math.floor(Math.random() * paths.length)]!;
    const response = await fetch(`${base}${path}`, { headers });
    const problem = response.ok ? await check(path, response) : `status ${response.status}`;
    if (problem !== null) throw new Error(`${base}${path} returned an incorrect response: ${problem}`);
    await pause(PAUSE_MS);
  } while (!end.aborted);
}
