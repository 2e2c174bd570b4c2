/** `orbweaver conjunctions`: searches the close approaches of the current release, and writes them into files. */
import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { explained, helpOption, parseOptions, text } from '../../cli/option.ts';
import { readConfig } from '../../config.ts';
import { currentReleaseId, openRelease } from '../../release/release.ts';
import { RUN_DAYS } from '../../schema/approaches/conjunction.ts';
import { UserError } from '../../user-error.ts';
import { runConjunctions } from './run-conjunctions.ts';
import { newestRun } from './run-folder.ts';

const options = {
  days: text('N', `how far ahead to search, days; default: ${RUN_DAYS}`),
  threads: text('N', 'threads; default: one for each core'),
  ...helpOption,
};

const help = `npm run conjunctions [-- --days 7] [--threads 2]

Searches the approaches of active payloads to every object with elements, closer than 5 km, from the time of the current release on.
Writes them into ORBWEAVER_HOME/conjunctions: JSON, CSV, Parquet, SQLite, and CSV in the columns of SOCRATES. A stopped run continues.

${explained(options).join('\n')}
`;

/** A whole number of 1 or more. Throws UserError. */
function count(name: string, value: string | undefined, fallback: number, most: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new UserError(`--${name} must be a whole number from 1 to ${most}.`);
  return number;
}

async function main(): Promise<string> {
  const { values, words } = parseOptions(process.argv.slice(2), options);
  if (values.help) return help;
  if (words.length > 0) throw new UserError(`Unexpected argument: ${words[0]}\n\n${help}`);
  const days = count('days', values.days, RUN_DAYS, 14);
  const threads = count('threads', values.threads, availableParallelism(), 64);
  const { home } = readConfig();
  const release = await currentReleaseId(home);
  if (release === null) throw new UserError(`There is no release in ${home}. Run npm start or npm run refresh first.`);
  const { manifest } = await openRelease(home, release);
  setPriority(constants.priority.PRIORITY_LOW);
  const run = await runConjunctions({
    home,
    from: Date.parse(manifest.generated_at),
    days,
    threads,
    now: Date.now,
    line: (words) => process.stderr.write(`${words}\n`),
  });
  const newest = (await newestRun(home))!;
  const { rows, objects, from, to } = run ?? newest.run;
  const state = run ? 'close approaches' : 'close approaches, as found before';
  return `${rows} ${state} of ${objects} objects from ${from} to ${to}\n${join(newest.folder, 'conjunctions.json.gz')}\n${newest.run.note}\n`;
}

main().then(
  (words) => process.stdout.write(words),
  (error: Error) => {
    process.stderr.write(`${error instanceof UserError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  },
);
