import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AccountProblem } from '../accounts/database.ts';
import { checkSqliteFile, copySqliteFile } from '../accounts/sqlite.ts';
import { copyArchive } from '../release/archive-copy.ts';
import { signingKeyFile } from '../schema/release/manifest.ts';
import { needAccounts, record } from './account-named.ts';
import { command } from './command.ts';
import { needed, text } from './option.ts';

/** Copies the data that cannot be rebuilt: accounts, secret, signing key, and archive. `npm run refresh` rebuilds releases. */
const backup = command({
  name: 'backup',
  about:
    'Copies the accounts database, the secret, the key that signs releases, and the archive to a new folder. The server can keep running. To restore: "npm run admin -- restore --from FOLDER" in a home folder without accounts.',
  options: { to: text('FOLDER', 'destination; default: backups/<time> in the home folder') },
  async run(call) {
    const { home, now, out, databaseUrl } = call.deps;
    if (databaseUrl !== undefined)
      throw new AccountProblem(
        'The accounts are in PostgreSQL: back it up with pg_dump. This command copies SQLite only.',
      );
    const [database, secret, signingKey] = [...accountFiles(home), join(home, signingKeyFile)];
    needAccounts(call.deps);
    const time = new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, '');
    const folder = resolve(call.values.to ?? join(home, 'backups', time));
    const there = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? [] : [folder]));
    if (there.length > 0)
      throw new AccountProblem(`${folder} already exists, and no backup is overwritten: name a new folder with --to.`);
    // Adds what an earlier version lacks.
    await call.database();
    const building = `${folder}.building`;
    await rm(building, { recursive: true, force: true });
    await mkdir(building, { recursive: true, mode: 0o700 });
    copySqliteFile(database, join(building, 'accounts.sqlite'));
    if (existsSync(secret)) await put(secret, join(building, 'secret'));
    if (existsSync(signingKey)) await put(signingKey, join(building, signingKeyFile));
    await copyArchive(join(home, 'archive'), join(building, 'archive'));
    await rename(building, folder);
    await record(call, 'backup', null, { folder });
    out(folder);
  },
});

/** Restores a backup into a home without accounts: the secret first, so that no server starts without it. */
const restore = command({
  name: 'restore',
  about: 'Restores a backup into a home folder without accounts. Existing files are never overwritten.',
  options: { from: needed('FOLDER', 'a folder written by "backup"') },
  async run(call) {
    const { home, say, databaseUrl } = call.deps;
    const from = resolve(call.values.from);
    if (databaseUrl !== undefined)
      throw new AccountProblem(
        'The accounts are in PostgreSQL: restore them with pg_restore. This command is for SQLite only.',
      );
    const accounts = join(home, 'accounts');
    const [database, secret] = accountFiles(home);
    if (existsSync(database))
      throw new AccountProblem(`${accounts} already has accounts: stop the server and move that folder away first.`);
    const withSecret = existsSync(join(from, 'secret'));
    if (withSecret && existsSync(secret) && !(await readFile(secret)).equals(await readFile(join(from, 'secret'))))
      throw new AccountProblem(
        `${secret} has a different secret, which is not overwritten. Move it away first, or set ORBWEAVER_SECRET.`,
      );
    const problem = checkSqliteFile(join(from, 'accounts.sqlite'));
    if (problem !== null) throw new AccountProblem(`${from} is not a complete backup: ${problem}.`);
    await mkdir(accounts, { recursive: true, mode: 0o700 });
    await chmod(accounts, 0o700);
    if (withSecret && !existsSync(secret)) await put(join(from, 'secret'), secret);
    await put(join(from, 'accounts.sqlite'), database);
    if (existsSync(join(from, signingKeyFile)) && !existsSync(join(home, signingKeyFile)))
      await put(join(from, signingKeyFile), join(home, signingKeyFile));
    if (!existsSync(join(home, 'archive', 'index.json')))
      await copyArchive(join(from, 'archive'), join(home, 'archive'));
    await record(call, 'restore', null, { from });
    say(`Restored ${from} to ${accounts}. Start the server.`);
  },
});

/** The accounts of a home, and their secret, which is missing if ORBWEAVER_SECRET has it. */
const accountFiles = (home: string): [database: string, secret: string] => [
  join(home, 'accounts', 'accounts.sqlite'),
  join(home, 'accounts', 'secret'),
];

/** Copies atomically; only the owner can read the file. */
async function put(from: string, to: string): Promise<void> {
  const own = `${to}.part`;
  await copyFile(from, own);
  await chmod(own, 0o600);
  await rename(own, to);
}

export const backupCommands = [backup, restore];
