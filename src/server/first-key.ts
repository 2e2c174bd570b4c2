import { audit } from '../accounts/audit-log.ts';
import { createConfirmedAccount, listAccounts } from '../accounts/auth/account-store.ts';
import { AccountProblem } from '../accounts/database.ts';
import { createKey } from '../accounts/keys/key-store.ts';
import { openDatabase } from '../accounts/open-database.ts';
import type { Config } from '../config.ts';

/** The account of the person at the terminal. */
export const LOCAL_EMAIL = 'local@localhost';

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * A key for the person who starts a server on their own machine for the first time, so that their first request succeeds. Null unless
 * the output is a terminal, only this machine can reach the server, and there is no account yet.
 */
export async function firstKey(
  config: Pick<Config, 'home' | 'host' | 'publicUrl' | 'databaseUrl' | 'trustProxy'>,
  { isTerminal, now }: { readonly isTerminal: boolean; readonly now: () => number },
): Promise<string | null> {
  const { home, host, publicUrl, databaseUrl, trustProxy } = config;
  // A proxy on this machine, or another server on the same database, can give others access.
  const isOwn = loopback.test(host) && publicUrl === undefined && trustProxy === false && databaseUrl === undefined;
  if (!isTerminal || !isOwn) return null;
  const database = await openDatabase({ home, databaseUrl }, true);
  try {
    const at = now();
    if ((await listAccounts(database, at)).length > 0) return null;
    const account = await createConfirmedAccount(database, LOCAL_EMAIL, 'free', at);
    const { key, key_id } = await createKey(database, account, 'first start', at);
    const entry = { at, actor: 'first start', account_id: account, email: LOCAL_EMAIL };
    await audit(database, { ...entry, action: 'accounts create', details: {} });
    await audit(database, { ...entry, action: 'keys create', details: { key_id } });
    return key;
  } catch (error) {
    // Another server that started at the same time has created the account.
    if (error instanceof AccountProblem) return null;
    throw error;
  } finally {
    await database.close();
  }
}
