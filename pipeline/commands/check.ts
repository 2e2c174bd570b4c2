import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explained, flag, helpOption, parseOptions } from '../../src/cli/option.ts';
import { UserError } from '../../src/user-error.ts';
import { type CheckedFile, checkedText, checkPacked } from '../archive/check-file.ts';
import { importFiles } from '../archive/import-files.ts';
import { formatError } from '../run-command.ts';

const options = { json: flag('print the result as JSON'), ...helpOption };

const help = `Usage: orbweaver check FILE… [--json]

Reads element sets as a refresh and the archive do, and prints what is wrong with them line by line: OMM as CSV, JSON, XML, or KVN,
and TLEs with two or three lines; also in gzip and ZIP files. Nothing is written, and no server is needed.

${explained(options).join('\n')}

Exit codes: 0 every element set can be read · 1 something is rejected, or a file has no element sets · 2 invalid arguments, or no such file
`;

/** Prints the check of some files. Returns the exit code. */
async function check(args: readonly string[]): Promise<0 | 1> {
  const { values, words } = parseOptions(args, options);
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (words.length === 0) throw new UserError(`check: give the files to check\n\n${help}`);
  const work = await mkdtemp(join(tmpdir(), 'orbweaver-check-'));
  const checked: CheckedFile[] = [];
  try {
    for (const file of await importFiles(words, work)) checked.push(await checkPacked(file));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  process.stdout.write(values.json ? `${JSON.stringify(checked, null, 2)}\n` : checked.map(checkedText).join(''));
  return checked.some(({ problem, problems }) => problem !== null || problems.length > 0) ? 1 : 0;
}

try {
  process.exitCode = await check(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 2;
}
