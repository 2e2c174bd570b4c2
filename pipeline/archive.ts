import { explained, flag, helpOption, parseOptions, text } from '../src/cli/option.ts';
import { readConfig } from '../src/config.ts';
import { locked } from '../src/lock.ts';
import { typedInstant } from '../src/schema/instant-text.ts';
import { catalogNumberIn } from '../src/schema/objects/catalog-number.ts';
import { formatCount, plural } from '../src/schema/plain-text.ts';
import { UserError } from '../src/user-error.ts';
import { exportArchive, exported } from './archive/export.ts';
import { importElements } from './archive/import.ts';
import { compactArchive } from './archive/merge.ts';
import { verifyArchive } from './archive/verify.ts';
import { progress, runCommand } from './run-command.ts';

const options = {
  to: text('FILE', 'with export: the file to write, .csv or .parquet'),
  of: text('WHAT', 'with export: what to write; default: elements', exported),
  from: text('TIME', 'with export: only epochs from then on, or releases for values and claims; ISO 8601 UTC'),
  until: text('TIME', 'with export: only epochs, or releases, up to then'),
  norad: text('NUMBER', 'with export: only this object'),
  json: flag('with import: print the result as JSON'),
  ...helpOption,
};

const help = `npm run archive -- import PATH… [--json]
npm run archive -- verify
npm run archive -- compact
npm run archive -- export --to FILE [--of elements|values|claims] [--from TIME] [--until TIME] [--norad NUMBER]

Manages the history of element sets, values, and claims in ORBWEAVER_HOME/archive. Every refresh adds to it.

  import   adds element sets from files and folders: OMM as CSV, JSON, XML, or KVN, TLEs with two or three lines, and Space-Track's
           gp_history; also in .gz and .zip files. A folder named after a time (2026-07-04T1722Z/celestrak/gp-active.csv)
           is a snapshot of what was current then. Importing the same files again changes nothing.
  verify   compares every file with its hash, and finds sets that are missing or duplicated
  compact  merges additions of refreshes into the monthly files; refreshes also do this automatically
  export   writes element sets, or the versions of values or claims, to FILE (.csv or .parquet)

${explained(options).join('\n')}
`;

await runCommand(async () => {
  const { values, words } = parseOptions(process.argv.slice(2), options);
  const [command, ...paths] = words;
  if (values.help || command === undefined) return help;
  const { home } = readConfig();
  const place = { home, limits: { memory: '350MB', threads: 2 } };
  return locked(home, async () => {
    if (command === 'import') {
      if (paths.length === 0) throw new UserError('import: give the files or folders to import');
      const done = await importElements({ ...place, progress }, paths);
      return values.json ? `${JSON.stringify(done)}\n` : printed(done);
    }
    if (paths.length > 0) throw new UserError(`${command}: unexpected argument ${paths[0]}`);
    if (command === 'verify') {
      const wrong = await verifyArchive(place);
      if (wrong.length > 0)
        throw new UserError(`The archive is damaged:\n${wrong.map((one) => `  - ${one}`).join('\n')}`);
      return 'The archive is intact.\n';
    }
    if (command === 'compact') {
      await compactArchive(place);
      return 'Every set is in a monthly file.\n';
    }
    if (command === 'export') {
      const { to } = values;
      if (to === undefined || !/\.(csv|parquet)$/.test(to))
        throw new UserError('export: give a file to write with --to, ending in .csv or .parquet');
      const of = exported.find((one) => one === (values.of ?? 'elements'));
      if (!of) throw new UserError(`--of ${values.of}: not one of ${exported.join(', ')}`);
      const rows = await exportArchive(place, to, {
        of,
        from: timeOf('from', values.from),
        to: timeOf('until', values.until),
        norad_cat_id: numberOf(values.norad),
      });
      return `${to} has ${plural(rows, of === 'elements' ? 'element set' : 'row')}.\n`;
    }
    throw new UserError(`${command}: unknown command. The commands are import, verify, compact, export`);
  });
});

function printed(done: Awaited<ReturnType<typeof importElements>>): string {
  const rejected = Object.entries(done.rejected).sort(([, a], [, b]) => b - a);
  return [
    `${plural(done.files, 'file')}, ${plural(done.snapshots, 'snapshot')}, ${plural(done.read, 'row')} read`,
    `${plural(done.added, 'new element set')}, ${formatCount(done.known)} known already`,
    `${plural(
      rejected.reduce((sum, [, count]) => sum + count, 0),
      'row',
    )} rejected`,
    ...rejected.map(([reason, count]) => `  ${reason.padEnd(32)} ${formatCount(count)}`),
    `${formatCount(Object.values(done.parts).reduce((sum, count) => sum + count, 0))} lines: ${formatCount(done.parts.sets)} of element sets, ${formatCount(done.parts.rejected)} rejected, ${formatCount(done.parts.blank)} blank, ${formatCount(done.parts.comment)} comments, ${formatCount(done.parts.header)} headers`,
    ...done.problems.map(({ file, problem }) => `  ${file}: ${problem}`),
    ...(rejected.length > 0 ? ['npx orbweaver check FILE prints each rejected row with its line.'] : []),
    '',
  ].join('\n');
}

function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = typedInstant(text);
  if (time === null) throw new UserError(`--${name} ${text}: not a time. Write it as 2026-08-22T14:00:00Z`);
  return new Date(time);
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = catalogNumberIn(text);
  if (number === null)
    throw new UserError(`--norad ${text}: not a catalog number. Write one to nine digits, as in 25544`);
  return number;
}
