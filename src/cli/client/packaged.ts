#!/usr/bin/env node
/** The command of the npm package: what it does against a server. What runs a server is in a checkout of the project. */
import { printCompletion, runNamed } from './client.ts';
import { ClientFailure, exitCodes } from './client-command.ts';
import { clientCommands } from './run-client.ts';

const completion = { completion: 'print a completion script: bash, zsh, fish' };
const lines = [...clientCommands.map(({ name, about }) => [name, about]), ...Object.entries(completion)];
const help = `Usage: orbweaver <command> [options]

${lines.map(([name, about]) => `  ${name!.padEnd(12)}${about}`).join('\n')}

Every command has --help.`;

const [requested = '', ...args] = process.argv.slice(2);
if (clientCommands.some(({ name }) => name === requested))
  process.exitCode = await runNamed(requested, args, async () => {
    throw new ClientFailure('--home needs a checkout of the project: use --server URL.', exitCodes.usage);
  });
else if (requested === 'completion') process.exitCode = printCompletion(args[0], completion);
else if (requested === '--help') console.log(help);
else {
  console.error(requested === '' ? help : `Unknown command: ${requested}\n\n${help}`);
  process.exitCode = exitCodes.usage;
}
