import type { ClientDeps, ExitCode } from './client-command.ts';
import { completionScript } from './completion.ts';
import { clientCommands, runClient } from './run-client.ts';

/** Writes to standard output, as fast as it is read. */
function write(chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(chunk, (error) => (error ? reject(error) : resolve())));
}

/** Runs a command against a server or a local release: `orbweaver search hubble`. */
export async function runNamed(
  name: string,
  args: readonly string[],
  openLocal: ClientDeps['openLocal'],
): Promise<ExitCode> {
  const command = clientCommands.find((one) => one.name === name)!;
  // A reader that has seen enough, as `head` has, closes the pipe: that is no failure.
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

/** Prints the completion script of a shell. */
export function printCompletion(shell: string | undefined, others: Readonly<Record<string, string>>): ExitCode {
  const script = completionScript(shell ?? '', others);
  if (script !== null) {
    console.log(script);
    return 0;
  }
  const help =
    'Usage: orbweaver completion bash|zsh|fish\n\nPrints a script that completes commands and options in this shell.';
  if (shell === '--help') console.log(help);
  else console.error(help);
  return shell === '--help' ? 0 : 2;
}
