import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AccountProblem } from '../accounts/database.ts';
import { record } from './account-named.ts';
import { type Command, given } from './command.ts';

/** Copies what can't be made again: the accounts and the secret. Releases are built from upstream, or by `npm run refresh`. */
const backup: Command = {
  name: 'backup',
  usage: '[--to FOLDER]',
  about: 'Copies the accounts database, while it is used, and the secret into a new folder.',
  explained: [
    '--to FOLDER       where; backups/<time> in the home folder if not given',
    'To restore: stop the server, put both files back into accounts/ in the home folder, start it.',
  ],
  options: { to: { type: 'string' } },
  async run(call) {
    const { home, now, out, databaseUrl } = call.world;
    if (databaseUrl !== undefined)
      throw new AccountProblem(
        'The accounts are in PostgreSQL: back it up with pg_dump. This command copies SQLite only.',
      );
    const time = new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, '');
    const folder = resolve(given(call, 'to') ?? join(home, 'backups', time));
    const database = await call.database();
    const building = `${folder}.building`;
    await rm(building, { recursive: true, force: true });
    await mkdir(building, { recursive: true, mode: 0o700 });
    await database.copyTo(join(building, 'accounts.sqlite'));
    await copyFile(join(home, 'accounts', 'secret'), join(building, 'secret')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(building, folder);
    await record(call, 'backup', null, { folder });
    out(folder);
  },
};

export const backupCommands: readonly Command[] = [backup];
