/** The `orbweaver` command. Only the requested subcommand is loaded. */
import process from 'node:process';

/** Commands of operators. Importing one runs it: each reads the command line itself. */
const commands: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<unknown> }>> = {
  serve: {
    about: 'start a server that refreshes on schedule (--no-schedule: serve only)',
    load: () => import('../server/serve.ts'),
  },
  refresh: { about: 'fetch what is due and publish a release', load: () => import('../../pipeline/refresh.ts') },
  publish: { about: 'copy the served release into a bucket', load: () => import('../../pipeline/publish-to.ts') },
  follow: { about: 'follow the release in a bucket', load: () => import('../../pipeline/follow.ts') },
  archive: { about: 'history: import, verify, compact, export', load: () => import('../../pipeline/archive.ts') },
  check: {
    about: 'what is wrong with a file of element sets, line by line',
    load: () => import('../../pipeline/commands/check.ts'),
  },
  conjunctions: {
    about: 'search close approaches of the current release',
    load: () => import('../features/conjunctions/command.ts'),
  },
  admin: { about: 'accounts, keys, releases, backup', load: () => import('./admin.ts') },
};

const [requested = ''] = process.argv.slice(2);
const command = Object.hasOwn(commands, requested) ? commands[requested] : undefined;
if (command) {
  // The subcommand sees only its own options.
  process.argv.splice(2, 1);
  await command.load();
} else {
  const { runProgram } = await import('./client/client.ts');
  const operators = Object.fromEntries(Object.entries(commands).map(([name, { about }]) => [name, about]));
  process.exitCode = await runProgram(process.argv.slice(2), operators, openLocal);
}

/** Serves the release of a home folder for one command. Loaded only for `--home`: a request to a server needs no catalog. */
async function openLocal(home: string) {
  const { openLocalApi } = await import('../server/local-api.ts');
  const { ClientFailure, exitCodes } = await import('./client/client-command.ts');
  return openLocalApi(home).catch((error: Error) => {
    const words = `The release cannot be opened: ${error.message}.\nName a home folder, such as ./var, or a server with --server URL.`;
    throw new ClientFailure(words, exitCodes.server);
  });
}
