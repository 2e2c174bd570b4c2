/** The `orbweaver` command. Only the requested subcommand is loaded. */
import process from 'node:process';

/** Commands against a server or a local release. */
const clients: Readonly<Record<string, string>> = {
  search: 'find objects',
  get: 'show an object with its sources',
  tle: 'print the elements of an object',
  passes: 'list passes over a place',
  above: 'list what is above a place',
  sql: 'run a query over the tables',
  export: 'download a dataset, or the elements of a set',
  sync: 'keep a copy of the catalog up to date',
};

/** Commands of operators. Importing one runs it: each reads the command line itself. */
const commands: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<unknown> }>> = {
  serve: {
    about: 'serve, and refresh on schedule (--no-schedule: serve only)',
    load: () => import('../server/serve.ts'),
  },
  refresh: { about: 'fetch what is due and publish a release', load: () => import('../../pipeline/refresh.ts') },
  publish: { about: 'copy the served release into a bucket', load: () => import('../../pipeline/publish-to.ts') },
  follow: { about: 'follow the release in a bucket', load: () => import('../../pipeline/follow.ts') },
  archive: { about: 'history: import, verify, compact, export', load: () => import('../../pipeline/archive.ts') },
  admin: { about: 'accounts, keys, releases, backup', load: () => import('./admin.ts') },
};

const others = Object.fromEntries([
  ['completion', 'print a completion script: bash, zsh, fish'],
  ...Object.entries(commands).map(([name, { about }]) => [name, about]),
]) as Readonly<Record<string, string>>;
const lines = (list: Readonly<Record<string, string>>) =>
  Object.entries(list)
    .map(([name, about]) => `  ${name.padEnd(12)}${about}`)
    .join('\n');

const help = `Usage: orbweaver <command> [options]

Use a catalog (--server URL, or --home DIR for a release on this machine):
${lines(clients)}

Run one:
${lines(others)}

Every command has --help. With npm: npm run <command> -- [options].`;

const [requested = ''] = process.argv.slice(2);
const command = Object.hasOwn(commands, requested) ? commands[requested] : undefined;
if (command) {
  // The subcommand sees only its own options.
  process.argv.splice(2, 1);
  await command.load();
} else if (Object.hasOwn(clients, requested)) {
  const { runNamed } = await import('./client/client.ts');
  process.exitCode = await runNamed(requested, process.argv.slice(3), openLocal);
} else if (requested === 'completion') {
  const { printCompletion } = await import('./client/client.ts');
  process.exitCode = printCompletion(process.argv[3], others);
} else if (requested === '--help') console.log(help);
else {
  console.error(requested === '' ? help : `Unknown command: ${requested}\n\n${help}`);
  process.exitCode = 2;
}

/** Serves the release of a home folder for one command. Loaded for `--home` alone: a request of a server needs no catalog. */
async function openLocal(home: string) {
  const { openLocalApi } = await import('../server/local-api.ts');
  const { ClientFailure, exitCodes } = await import('./client/client-command.ts');
  return openLocalApi(home).catch((error: Error) => {
    const words = `The release cannot be opened: ${error.message}.\nName a home folder, such as ./var, or a server with --server URL.`;
    throw new ClientFailure(words, exitCodes.server);
  });
}
