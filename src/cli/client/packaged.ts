#!/usr/bin/env node
/** The command of the npm package: what it does against a server. What runs a server is in a checkout of the project. */
import { runProgram } from './client.ts';
import { ClientFailure, exitCodes } from './client-command.ts';

process.exitCode = await runProgram(process.argv.slice(2), {}, async () => {
  throw new ClientFailure('--home needs a checkout of the project: use --server URL.', exitCodes.usage);
});
