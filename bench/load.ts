import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a load found. Times are milliseconds as the client saw them. */
export interface Load {
  readonly requests_s: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  /** Answers that were not 200, connections that failed, and requests that got no answer in two seconds. */
  readonly failed: number;
}

/** What is asked, and how. */
export interface Asked {
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

const quoted = (text: string) => `"${text.replace(/[\\"\n]/g, '\\$&')}"`;

/** A script for wrk that asks random ones of the paths and prints what it found as JSON. */
const script = ({ paths, headers }: Asked) => `
math.randomseed(${Math.floor(Math.random() * 1e9)})
local paths = {${paths.map(quoted).join(',\n')}}
local headers = {${Object.entries(headers)
  .map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
  .join(', ')}}
request = function() return wrk.format("GET", paths[math.random(#paths)], headers) end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests_s":%f,"p50_ms":%f,"p95_ms":%f,"p99_ms":%f,"failed":%d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(95) / 1000,
    latency:percentile(99) / 1000, e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** Loads a server with wrk. Throws where wrk is not installed. */
export async function load(base: string, asked: Asked): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-load-'));
  const file = join(folder, 'asked.lua');
  try {
    await writeFile(file, script(asked));
    const args = ['-t1', `-c${asked.connections}`, `-d${asked.seconds}s`, '--timeout', '2s', '-s', file, base];
    const { stdout } = await promisify(execFile)('wrk', args);
    return JSON.parse(/^RESULT (.*)$/m.exec(stdout)![1]!) as Load;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('wrk makes the load, and is not installed: apt-get install wrk');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
