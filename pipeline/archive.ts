import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { locked } from '../src/lock.ts';
import { UserError } from '../src/user-error.ts';
import { exportArchive, exported } from './archive/export.ts';
import { importElements } from './archive/import.ts';
import { compactArchive } from './archive/merge.ts';
import { verifyArchive } from './archive/verify.ts';
import { progress, runCommand } from './run-command.ts';

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

  --from TIME, --until TIME  only epochs in this range, or releases for values and claims; ISO 8601 UTC
  --norad NUMBER             only this object
  --json                     print the result as JSON
`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      of: { type: 'string', default: 'elements' },
      from: { type: 'string' },
      until: { type: 'string' },
      norad: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [command, ...paths] = positionals;
  if (values.help || command === undefined) return help;
  const { home } = readConfig();
  const options = { home, limits: { memory: '350MB', threads: 2 } };
  return locked(home, async () => {
    if (command === 'import') {
      if (paths.length === 0) throw new UserError('import: name the files or folders to import');
      const done = await importElements({ ...options, progress }, paths);
      return values.json ? `${JSON.stringify(done)}\n` : printed(done);
    }
    if (paths.length > 0) throw new UserError(`${command} takes no ${paths[0]}`);
    if (command === 'verify') {
      const wrong = await verifyArchive(options);
      if (wrong.length > 0)
        throw new UserError(`The archive is damaged:\n${wrong.map((one) => `  - ${one}`).join('\n')}`);
      return 'The archive is whole.\n';
    }
    if (command === 'compact') {
      await compactArchive(options);
      return 'Every set is in the file of its month.\n';
    }
    if (command === 'export') {
      const { to } = values;
      if (to === undefined || !/\.(csv|parquet)$/.test(to))
        throw new UserError('export: --to names the file to write, ending in .csv or .parquet');
      const of = exported.find((one) => one === values.of);
      if (!of) throw new UserError(`--of ${values.of}: there are ${exported.join(', ')}`);
      const rows = await exportArchive(options, to, {
        of,
        from: timeOf('from', values.from),
        to: timeOf('until', values.until),
        norad_cat_id: numberOf(values.norad),
      });
      return `${rows} ${of === 'elements' ? 'element sets' : of} are in ${to}.\n`;
    }
    throw new UserError(`${command}: there is no such command. There are import, verify, compact, export`);
  });
});

function printed(done: Awaited<ReturnType<typeof importElements>>): string {
  const rejected = Object.entries(done.rejected).sort(([, a], [, b]) => b - a);
  const number = (value: number) => value.toLocaleString('en-US');
  return [
    `${number(done.files)} files, ${number(done.snapshots)} snapshots, ${number(done.read)} rows read`,
    `${number(done.added)} new element sets, ${number(done.known)} known already`,
    `${number(rejected.reduce((sum, [, count]) => sum + count, 0))} rows rejected`,
    ...rejected.map(([reason, count]) => `  ${reason.padEnd(32)} ${number(count)}`),
    ...done.problems.map(({ file, problem }) => `  ${file}: ${problem}`),
    '',
  ].join('\n');
}

function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(/[Zz]|[+-]\d\d:\d\d$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  if (Number.isNaN(time.getTime()))
    throw new UserError(`--${name} ${text}: not a time. Write it as 2026-08-22T14:00:00Z`);
  return time;
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UserError(`--norad ${text} is no catalog number`);
  return Number(text);
}
