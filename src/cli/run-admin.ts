import { AccountProblem, type Database, StorageError, storageErrorOf } from '../accounts/database.ts';
import { openDatabase } from '../accounts/open-database.ts';
import { readSecret } from '../accounts/secret.ts';
import { redact } from '../redact.ts';
import { accountCommands } from './account-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { type AdminDeps, type Call, type Command, UsageError } from './command.ts';
import { keyCommands } from './key-commands.ts';
import { explained, flag, type Options, parseOptions } from './option.ts';
import { releaseCommands } from './release-commands.ts';
import { serviceCommands } from './service-commands.ts';

const commands: readonly Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...serviceCommands,
  ...releaseCommands,
  ...backupCommands,
];

/** The command line of a command: options that are not required in brackets. */
function usageOf({ name, usage, options }: Command): string {
  const all = Object.entries(options).map(([option, { value, required }]) => {
    const text = `--${option}${value === undefined ? '' : ` ${value}`}`;
    return required ? text : `[${text}]`;
  });
  return `npm run admin -- ${name} ${usage ?? all.join(' ')}`.trimEnd();
}

const overview = () => `Commands for operating an Orbweaver server.

${commands.map((one) => `  ${usageOf(one)}`).join('\n')}

Every command has --help. Use "npm run --silent" to see only the command's output.
Settings, from the environment or .env: ORBWEAVER_HOME, ORBWEAVER_DATABASE_URL.`;

const helpOf = (command: Command) =>
  [usageOf(command), '', command.about, '', ...explained(command.options)].join('\n').trimEnd();

/** Runs one command line. Returns the exit code: 0, 1 for a failed command, 2 for a usage error. */
export async function runAdmin(args: readonly string[], given: AdminDeps): Promise<number> {
  // Messages may repeat an argument, or the address of the database. Keys that a command prints are its output.
  const deps: AdminDeps = { ...given, say: (line) => given.say(redact(line)) };
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
  if (!command) {
    if (args.length === 0 || args.includes('--help')) {
      deps.out(overviewOf(args));
      return args.length === 0 ? 2 : 0;
    }
    deps.say(`Unknown command: "${args.filter((arg) => !arg.startsWith('-')).join(' ')}".\n\n${overviewOf(args)}`);
    return 2;
  }
  let opened: Database | null = null;
  try {
    const options: Options = { ...command.options, help: flag('show this help') };
    const { values, words } = parseOptions(args.slice(command.name.split(' ').length), options);
    if (values['help']) {
      deps.out(helpOf(command));
      return 0;
    }
    if (words.length > 0) throw new UsageError(`Unexpected argument: ${words[0]}.`);
    for (const [name, { required }] of Object.entries(options))
      if (required && !values[name]) throw new UsageError(`--${name} is missing.`);
    const call: Call = {
      values,
      deps,
      async database() {
        if (opened === null) {
          makeSecret(deps);
          opened = await openDatabase(deps, true);
        }
        return opened;
      },
    };
    await command.run(call);
    return 0;
  } catch (error) {
    return explain(error as Error, command, deps);
  } finally {
    await (opened as Database | null)?.close();
  }
}

/** Creates the secret, so that accounts created before the first start have it. A lost secret is only noted here. */
function makeSecret({ home, secret, say }: AdminDeps): void {
  try {
    readSecret(home, secret);
  } catch (error) {
    say(`Note: ${(error as Error).message}.`);
  }
}

/** Help for one group of commands (`keys`), else for all. */
function overviewOf(args: readonly string[]): string {
  const group = commands.filter(({ name }) => name.split(' ')[0] === args[0]);
  return group.length > 0 ? group.map(helpOf).join('\n\n') : overview();
}

const storageAdvice =
  'Check that the folder in ORBWEAVER_HOME can be written and its disk has space ("npm run admin -- releases prune" deletes old releases), or that the database in ORBWEAVER_DATABASE_URL runs; then run this again.';

function explain(error: Error & { code?: string }, command: Command, deps: AdminDeps): number {
  if (error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS')) {
    deps.say(`${error.message}\n\n${helpOf(command)}`);
    return 2;
  }
  if (error instanceof AccountProblem) deps.say(error.message);
  else if (storageErrorOf(error) instanceof StorageError) deps.say(`Failed: ${error.message}.\n${storageAdvice}`);
  else deps.say(`Failed: ${error.message}`);
  return 1;
}
