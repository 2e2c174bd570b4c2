#!/usr/bin/env node
/** The command of the npm package, for requests to a server. Running a server needs a checkout of the project. */
import { runProgram } from './client.ts';
import { ClientFailure, exitCodes } from './client-command.ts';

process.exitCode = await runProgram(process.argv.slice(2), {}, async () => {
  throw new ClientFailure('--home needs a checkout of the project: use --server URL.', exitCodes.usage);
});
