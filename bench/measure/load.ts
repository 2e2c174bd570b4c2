import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** What a load found. Times are milliseconds as the client saw them. */
export interface Load {
  readonly requests_s: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  /** Answers whose whole content was compared while the load ran; one that is wrong ends the bench. */
  readonly checked: number;
}

/** What is asked, and how. */
export interface Question {
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Says what is wrong with an answer; null where nothing is. */
  readonly wrong: (path: string, answer: Response) => Promise<string | null>;
}

const quoted = (text: string) => `"${text.replace(/[\\"\n]/g, '\\$&')}"`;

/** A script for wrk that asks random ones of the paths and prints what it found as JSON. */
const script = ({ paths, headers }: Question) => `
math.randomseed(${Math.floor(Math.random() * 1e9)})
local paths = {${paths.map(quoted).join(',\n')}}
local headers = {${Object.entries(headers)
  .map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
  .join(', ')}}
request = function() return wrk.format("GET", paths[math.random(#paths)], headers) end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests_s":%f,"p50_ms":%f,"p95_ms":%f,"p99_ms":%f,"failed":%d,"refused":%d,"late":%d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(95) / 1000,
    latency:percentile(99) / 1000, e.connect + e.read + e.write, e.status, e.timeout))
end
`;

/** How long an answer is waited for. */
const patienceSeconds = 5;
/** How long the checking client rests between two answers. */
const restMilliseconds = 40;

/**
 * Loads a server with wrk, and compares whole answers beside it. Throws where an answer is wrong, and where wrk counted one
 * that was no success, a connection that failed or a request without an answer in five seconds: then there is no figure.
 */
export async function load(base: string, question: Question): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-load-'));
  const file = join(folder, 'asked.lua');
  const done = new AbortController();
  try {
    await writeFile(file, script(question));
    const args = [
      '-t1',
      `-c${question.connections}`,
      `-d${question.seconds}s`,
      '--timeout',
      `${patienceSeconds}s`,
      '-s',
      file,
      base,
    ];
    const checking = check(base, question, done.signal);
    const running = promisify(execFile)('wrk', args, { signal: done.signal });
    // A wrong answer ends the load at once.
    const [checked, { stdout }] = await Promise.all([checking, running.finally(() => done.abort())]);
    const told = JSON.parse(/^RESULT (.*)$/m.exec(stdout)![1]!) as Load & Record<'failed' | 'refused' | 'late', number>;
    const { failed, refused, late, ...found } = told;
    if (failed + refused + late > 0)
      throw new Error(
        `of the requests to ${base}, such as ${question.paths[0]}, ${failed} failed, ${refused} were no success, ${late} had no answer in ${patienceSeconds} s`,
      );
    return { ...found, checked };
  } finally {
    done.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Asks paths one after the other until told to stop, and looks at each answer. At least one is looked at. */
async function check(base: string, { paths, headers, wrong }: Question, end: AbortSignal): Promise<number> {
  let checked = 0;
  do {
    const path = paths[Math.floor(Math.random() * paths.length)]!;
    const answer = await fetch(`${base}${path}`, { headers });
    const problem = answer.ok ? await wrong(path, answer) : `status ${answer.status}`;
    if (problem !== null) throw new Error(`${base}${path} answered wrongly: ${problem}`);
    checked += 1;
    await pause(restMilliseconds);
  } while (!end.aborted);
  return checked;
}
