import {
  createConfirmedAccount,
  deleteAccount,
  listAccounts,
  resume,
  setTier,
  suspend,
} from '../accounts/auth/account-store.ts';
import { removeFactors } from '../accounts/auth/second-factor-store.ts';
import { deleteSessions } from '../accounts/auth/session-store.ts';
import { tierNames, tiers } from '../accounts/keys/tier.ts';
import { deleteEmailsTo } from '../accounts/mail/mailer.ts';
import { accountByEmail, emailOption, record, tierOf } from './account-named.ts';
import { command, integer, printRows, timeText } from './command.ts';
import { flag, needed, text } from './option.ts';

const create = command({
  name: 'accounts create',
  about: 'Creates an account with a confirmed email address. Its owner sets a password with "Forgot your password?".',
  options: { ...emailOption, tier: text('TIER', `${tierNames.join(', ')}; default: free`) },
  async run(call) {
    const { email } = call.values;
    const tier = tierOf(call.values.tier) ?? 'free';
    const made = await createConfirmedAccount(await call.database(), email, tier, call.deps.now());
    await record(call, 'accounts create', made, { tier });
    call.deps.say(`Created an account for ${email}, tier ${tier}.`);
  },
});

const list = command({
  name: 'accounts list',
  about: 'Lists accounts, oldest first.',
  options: { json: flag('as JSON') },
  async run({ values, deps, database }) {
    const accounts = await listAccounts(await database(), deps.now());
    const rows = accounts.map((account) => ({
      email: account.email,
      tier: account.tier,
      daily: account.daily_quota,
      burst: account.burst_limit,
      used_today: account.used_today,
      keys: account.active_keys,
      state: account.suspended_at !== null ? 'suspended' : account.email_confirmed ? 'active' : 'unconfirmed',
      created: timeText(account.created_at),
    }));
    printRows(deps, rows, values.json);
  },
});

const suspendOne = command({
  name: 'accounts suspend',
  about: "Refuses an account's keys (403 account_suspended), on every server within a second.",
  options: { ...emailOption, reason: text('TEXT', 'kept with the account and in the audit log') },
  async run(call) {
    const account = await accountByEmail(call, call.values.email);
    const { reason = '' } = call.values;
    await suspend(await call.database(), account.account_id, reason, call.deps.now());
    await record(call, 'accounts suspend', account.account_id, { reason });
    call.deps.say(`${account.email} is suspended.`);
  },
});

const resumeOne = command({
  name: 'accounts resume',
  about: 'Lifts a suspension.',
  options: emailOption,
  async run(call) {
    const account = await accountByEmail(call, call.values.email);
    await resume(await call.database(), account.account_id, call.deps.now());
    await record(call, 'accounts resume', account.account_id, {});
    call.deps.say(`${account.email} is active again.`);
  },
});

const removeFactorsOf = command({
  name: 'accounts remove-second-factors',
  about:
    'Removes the second factors and recovery codes of an account whose owner has lost them, and ends its sessions. The password stays.',
  options: emailOption,
  async run(call) {
    const account = await accountByEmail(call, call.values.email);
    const database = await call.database();
    await database.write([...removeFactors(account.account_id), deleteSessions(account.account_id)]);
    await record(call, 'accounts remove-second-factors', account.account_id, {});
    call.deps.say(`${account.email} signs in with its password only.`);
  },
});

const limitsOf = tierNames.map((name) => `${name} (${tiers[name].daily} per day, ${tiers[name].burst} per second)`);

const tier = command({
  name: 'accounts tier',
  about: "Sets an account's tier and custom limits. A limit that is not given is the tier's.",
  options: {
    ...emailOption,
    tier: needed('TIER', limitsOf.join(', ')),
    daily: text('N', 'requests per UTC day'),
    burst: text('N', 'requests per second, over all keys'),
  },
  async run(call) {
    const { values, deps } = call;
    const account = await accountByEmail(call, values.email);
    const limits = {
      tier: tierOf(values.tier)!,
      daily: integer('daily', values.daily),
      burst: integer('burst', values.burst),
    };
    await setTier(await call.database(), account.account_id, limits, deps.now());
    await record(call, 'accounts tier', account.account_id, limits);
    deps.say(`${account.email} now has the tier ${limits.tier}.`);
  },
});

const remove = command({
  name: 'accounts delete',
  about:
    'Deletes an account and everything stored about it: keys, usage, sessions, emails in the outbox. This cannot be undone.',
  options: emailOption,
  async run(call) {
    const account = await accountByEmail(call, call.values.email);
    await deleteAccount(await call.database(), account.account_id, call.deps.now());
    await deleteEmailsTo(call.deps.home, account.email);
    await record(call, 'accounts delete', account.account_id, {});
    call.deps.say(`${account.email} is deleted.`);
  },
});

export const accountCommands = [create, list, suspendOne, resumeOne, tier, removeFactorsOf, remove];
