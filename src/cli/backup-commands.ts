import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AccountProblem } from '../accounts/database.ts';
import { checkSqliteFile } from '../accounts/sqlite.ts';
import { record } from './account-named.ts';
import { type Command, given, needed } from './command.ts';

/** Copies what can't be made again: the accounts and the secret. Releases are built from upstream, or by `npm run refresh`. */
const backup: Command = {
  name: 'backup',
  usage: '[--to FOLDER]',
  about: 'Copies the accounts database, while it is used, and the secret into a new folder.',
  explained: [
    '--to FOLDER       where; backups/<time> in the home folder if not given',
    'To restore: "npm run admin -- restore --from FOLDER" in a home folder without accounts.',
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

/** Puts a backup into a home that has no accounts: the secret first, so that no server begins without it. */
const restore: Command = {
  name: 'restore',
  usage: '--from FOLDER',
  about: 'Puts a backup of the accounts into a home folder that has none. What is there is never written over.',
  explained: ['--from FOLDER     what "backup" wrote'],
  options: { from: { type: 'string' } },
  async run(call) {
    const { home, say, databaseUrl } = call.world;
    const from = resolve(needed(call, 'from'));
    if (databaseUrl !== undefined)
      throw new AccountProblem(
        'The accounts are in PostgreSQL: pg_restore puts them back. This command is for SQLite.',
      );
    const accounts = join(home, 'accounts');
    const [database, secret] = [join(accounts, 'accounts.sqlite'), join(accounts, 'secret')];
    if (existsSync(database))
      throw new AccountProblem(`There are accounts in ${accounts}: stop the server and move that folder away first.`);
    const withSecret = existsSync(join(from, 'secret'));
    if (withSecret && existsSync(secret) && !(await readFile(secret)).equals(await readFile(join(from, 'secret'))))
      throw new AccountProblem(
        `There is another secret in ${secret}: it is never written over. Move it away first, or set ORBWEAVER_SECRET.`,
      );
    const problem = checkSqliteFile(join(from, 'accounts.sqlite'));
    if (problem !== null) throw new AccountProblem(`${from} is no whole backup: ${problem}.`);
    await mkdir(accounts, { recursive: true, mode: 0o700 });
    await chmod(accounts, 0o700);
    if (withSecret && !existsSync(secret)) await put(join(from, 'secret'), secret);
    await put(join(from, 'accounts.sqlite'), database);
    await record(call, 'restore', null, { from });
    say(`The accounts of ${from} are in ${accounts}: start the server.`);
  },
};

/** The file appears whole, readable by its owner alone. */
async function put(from: string, to: string): Promise<void> {
  const own = `${to}.restoring`;
  await copyFile(from, own);
  await chmod(own, 0o600);
  await rename(own, to);
}

export const backupCommands: readonly Command[] = [backup, restore];
