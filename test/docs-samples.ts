import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src/content/docs/docs');
const pythonClient = join(root, 'clients/python');

/** The mark before a line of expected output, by language. */
const marks: Readonly<Record<string, string>> = { sh: '#=> ', js: '//=> ', python: '#=> ', sql: '--=> ', r: '#=> ' };

/** Languages that are run by other tests: pages with HTML and Markdown in the browser, and the sensor of Home Assistant with its feed. */
const text = new Set(['html', 'markdown', 'yaml']);

/** A code block of the documentation, with its expected output. */
export interface Sample {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  readonly expected: readonly string[];
}

/** All code of the documentation that readers can run, except sh in the API folder, which has its own test. */
export const samples: readonly Sample[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .flatMap((name) => samplesOf(join(folder, name)));

function samplesOf(file: string): Sample[] {
  const page = relative(folder, file);
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, language = '', block = '']) => {
    if (text.has(language)) return [];
    const mark = marks[language];
    if (mark === undefined) throw new Error(`${page} has code in ${language}: nothing runs that`);
    if (language === 'sh' && page.startsWith('api/')) return [];
    const lines = block.split('\n');
    const expected = lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
    const code = lines.filter((line) => !line.startsWith(mark)).join('\n');
    return [{ page, language, code, expected }];
  });
}

/** Why a sample is not run on this machine; null if it is. */
export function notRun({ language, code }: Sample): string | null {
  if (language === 'r') return 'there is no R here: it is shown, and not run';
  if (/^import pandas/m.test(code))
    return 'it needs pandas with an engine for Parquet, which no test installs: it is shown, and not run';
  if (language === 'sh' && !existsSync('/usr/bin/curl')) return 'no curl; apt-get install curl';
  if (language === 'python' && python === null) return 'no python3; apt-get install python3';
  if (/^from skyfield/m.test(code) && !existsSync('/usr/lib/python3/dist-packages/skyfield'))
    return 'no skyfield; apt-get install python3-skyfield';
  if (/^from astropy/m.test(code) && !existsSync('/usr/lib/python3/dist-packages/astropy'))
    return 'no astropy; apt-get install python3-astropy';
  return null;
}

/** The system's Python is preferred: it has the packages that apt-get installs. */
const python =
  ['/usr/bin', ...(process.env.PATH ?? '').split(':')]
    .map((path) => join(path, 'python3'))
    .find((path) => existsSync(path)) ?? null;

/** Runs a sample in a folder, and returns its output. */
export async function run(
  { language, code }: Sample,
  workDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  if (language === 'sh') return await shell('sh', ['-ec', code], workDir, environment);
  if (language === 'python')
    return await shell(python!, ['-c', code], workDir, { ...environment, PYTHONPATH: pythonClient });
  // Samples import from the project; package.json names the client.
  if (language === 'js') return await shell(process.execPath, ['--input-type=module', '-e', code], root, environment);
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  try {
    await connection.run(`SET file_search_path = '${workDir}'`);
    const reader = await connection.runAndReadAll(code);
    return [reader.columnNames(), ...reader.getRowsJson()].map((row) => row.join(' ')).join('\n');
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

function shell(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) =>
    execFile(command, args, { cwd, env, timeout: 60_000, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    ),
  );
}
