import { version } from '../../../clients/typescript/orbweaver.ts';
import { type ClientDeps, type ExitCode, exitCodes } from './client-command.ts';
import { completionScript, shells } from './completion.ts';
import { clientCommands, runClient } from './run-client.ts';

/** Writes to standard output, as fast as it is read. */
function write(chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(chunk, (error) => (error ? reject(error) : resolve())));
}

/** A list of commands in the help. */
const lines = (list: Readonly<Record<string, string>>) =>
  Object.entries(list)
    .map(([name, about]) => `  ${name.padEnd(12)}${about}`)
    .join('\n');

const helpOf = (others: Readonly<Record<string, string>>) => `Usage: orbweaver <command> [options]

Use a catalog (--server URL, or --home DIR for a release on this machine):
${lines(Object.fromEntries(clientCommands.map(({ name, about }) => [name, about])))}

Others:
${lines(others)}

Every command has --help.${'admin' in others ? ' With npm: npm run <command> -- [options].' : ''}`;

/**
 * Runs a command against a server or a local release, such as `orbweaver search hubble`, or prints the help or a
 * completion script, which name the commands of operators too.
 */
export async function runProgram(
  [name = '', ...args]: readonly string[],
  operators: Readonly<Record<string, string>>,
  openLocal: ClientDeps['openLocal'],
): Promise<ExitCode> {
  const others = { completion: `print a completion script: ${shells.join(', ')}`, ...operators };
  if (name === 'completion') return printCompletion(args[0], others);
  if (name === '--version') return print(true, version);
  const command = clientCommands.find((one) => one.name === name);
  if (!command) return print(name === '--help', helpOf(others), name === '' ? '' : `Unknown command: ${name}\n\n`);
  // A reader such as `head` closes the pipe when it has enough, which is not an error.
  process.stdout.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return runClient(command, args, {
    env: process.env,
    isTerminal: process.stdout.isTTY === true,
    write,
    say: (line) => console.error(line),
    openLocal,
  });
}

/** Prints a help text: as the result if it was requested, else as an error. */
function print(requested: boolean, help: string, problem = ''): ExitCode {
  if (requested) console.log(help);
  else console.error(`${problem}${help}`);
  return requested ? exitCodes.ok : exitCodes.usage;
}

function printCompletion(shell: string | undefined, others: Readonly<Record<string, string>>): ExitCode {
  const script = completionScript(shell ?? '', others);
  if (script !== null) return print(true, script);
  const usage = `Usage: orbweaver completion ${shells.join('|')}`;
  return print(shell === '--help', `${usage}\n\nPrints a script that completes commands and options in this shell.`);
}
