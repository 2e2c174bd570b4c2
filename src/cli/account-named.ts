import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from '../accounts/audit-log.ts';
import {
  type AccountRecord,
  confirmAccount,
  createConfirmedAccount,
  findAccount,
  setTier,
} from '../accounts/auth/account-store.ts';
import { AccountProblem } from '../accounts/database.ts';
import { isTier, type Tier, tierNames } from '../accounts/keys/tier.ts';
import { type Call, UsageError } from './command.ts';
import { needed } from './option.ts';

/** The option of commands about one account. */
export const emailOption = { email: needed('ADDRESS', 'email address of the account') };

/** The tier in `--tier`; undefined if it is not given. Throws UsageError for an unknown tier. */
export function tierOf(tier: string | undefined): Tier | undefined {
  if (tier === undefined || isTier(tier)) return tier;
  throw new UsageError(`Unknown tier ${tier}: use one of ${tierNames.join(', ')}.`);
}

/** A call of any command. */
type Caller = Pick<Call, 'deps' | 'database'>;

/** The account with this email address. Throws AccountProblem if there is none. */
export async function accountByEmail(call: Caller, email: string): Promise<AccountRecord> {
  const account = await findAccount(await call.database(), { email }, call.deps.now());
  if (!account) throw new AccountProblem(`No account has the email ${email}: "accounts list" shows the accounts.`);
  return account;
}

/** The id of the account with this email address, created if there is none, with the tier set if one is given. */
export async function accountToUse(call: Caller, email: string, tier: Tier | undefined): Promise<string> {
  const database = await call.database();
  const now = call.deps.now();
  const account = await findAccount(database, { email }, call.deps.now());
  if (!account) {
    const made = await createConfirmedAccount(database, email, tier ?? 'free', now);
    await record(call, 'accounts create', made, { tier: tier ?? 'free' });
    return made;
  }
  if (!account.email_confirmed) {
    await confirmAccount(database, account.account_id, now);
    await record(call, 'accounts confirm', account.account_id, {});
  }
  if (tier !== undefined && tier !== account.tier) {
    await setTier(database, account.account_id, { tier, daily: null, burst: null }, now);
    await record(call, 'accounts tier', account.account_id, { tier });
  }
  return account.account_id;
}

/** Throws AccountProblem if the home folder has no accounts: a command about a running server found another folder. */
export function needAccounts({ home, databaseUrl }: Call['deps']): void {
  if (databaseUrl === undefined && !existsSync(join(home, 'accounts', 'accounts.sqlite')))
    throw new AccountProblem(`There are no accounts in ${home}: set ORBWEAVER_HOME to the home folder of the server.`);
}

/** Writes the command's action to the audit log. */
export async function record(
  call: Caller,
  action: string,
  accountId: string | null,
  details: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const database = await call.database();
  const account = accountId === null ? null : await findAccount(database, { account_id: accountId }, call.deps.now());
  const { actor } = call.deps;
  const email = account?.email ?? null;
  await audit(database, { at: call.deps.now(), actor, action, account_id: accountId, email, details });
}
