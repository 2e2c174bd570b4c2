#!/usr/bin/env node
/** The command behind the npm scripts. Only the requested subcommand is loaded. */

/** Subcommands. Importing one runs it: each reads the command line itself. */
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

const help = `Usage: orbweaver <command> [options]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(9)}${about}`)
  .join('\n')}

Every command has --help. With npm: npm run <command> -- [options].`;

const [requested = ''] = process.argv.slice(2);
const command = Object.hasOwn(commands, requested) ? commands[requested] : undefined;
if (command) {
  // The subcommand sees only its own options.
  process.argv.splice(2, 1);
  await command.load();
} else if (requested === '--help') console.log(help);
else {
  console.error(requested === '' ? help : `Unknown command: ${requested}\n\n${help}`);
  process.exitCode = 2;
}

export {};
