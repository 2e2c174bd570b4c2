import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
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
/** How long the checking client rests between two answers. */
const REST_MS = 40;

const quoted = (text: string) => `"${text.replace(/[\\"\n]/g, '\\$&')}"`;

/** A script for wrk that asks random ones of the paths and prints what it found as JSON. */
const script = ({ paths, headers }: LoadOptions) => `
math.randomseed(${Math.floor(Math.random() * 1e9)})
local paths = {${paths.map(quoted).join(',\n')}}
local headers = {${Object.entries(headers).map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)}}
request = function() return wrk.format("GET", paths[math.random(#paths)], headers) end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests_s":%f,"p95_ms":%f,"failed":%d}\\n', summary.requests / summary.duration * 1e6,
    latency:percentile(95) / 1000, e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/**
 * Loads a server with wrk, and compares whole responses during the load. Throws where an answer is wrong, and where a request failed,
 * was no success or had no answer in five seconds: then there is no figure.
 */
export async function load(base: string, options: LoadOptions): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-load-'));
  const done = new AbortController();
  try {
    const file = join(folder, 'paths.lua');
    await writeFile(file, script(options));
    const { connections, seconds } = options;
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', `${TIMEOUT_S}s`, '-s', file, base];
    const running = promisify(execFile)('wrk', args, { signal: done.signal });
    // A wrong answer ends the load at once.
    const [{ stdout }] = await Promise.all([running.finally(() => done.abort()), check(base, options, done.signal)]);
    const { failed, ...found } = JSON.parse(/^RESULT (.*)$/m.exec(stdout)![1]!) as Load & { failed: number };
    if (failed > 0) throw new Error(`${failed} requests to ${base}, such as ${options.paths[0]}, failed`);
    return found;
  } finally {
    done.abort();
    await rm(folder, { recursive: true, force: true });
  }
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
