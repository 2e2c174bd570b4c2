import {
  createConfirmedAccount,
  deleteAccount,
  listAccounts,
  resume,
  setTier,
  suspend,
} from '../accounts/auth/account-store.ts';
import { tierNames, tiers } from '../accounts/keys/tier.ts';
import { deleteEmailsTo } from '../accounts/mail/mailer.ts';
import { accountByEmail, record, tierOf } from './account-named.ts';
import { type Command, integer, option, printRows, requiredOption, timeText, UsageError } from './command.ts';

const email = { email: { type: 'string' } } as const;
const whose = '--email ADDRESS   email address of the account';

const create: Command = {
  name: 'accounts create',
  usage: '--email ADDRESS [--tier TIER]',
  about: 'Creates an account with a confirmed email address. Its owner sets a password with "Forgot your password?".',
  explained: [whose, `--tier TIER       ${tierNames.join(', ')}; free if not given`],
  options: { ...email, tier: { type: 'string' } },
  async run(call) {
    const tier = tierOf(call) ?? 'free';
    const address = requiredOption(call, 'email');
    const made = await createConfirmedAccount(await call.database(), address, tier, call.deps.now());
    await record(call, 'accounts create', made, { tier });
    call.deps.say(`Created an account for ${address}, tier ${tier}.`);
  },
};

const list: Command = {
  name: 'accounts list',
  usage: '[--json]',
  about: 'Lists accounts, oldest first.',
  options: { json: { type: 'boolean' } },
  async run(call) {
    const accounts = await listAccounts(await call.database(), call.deps.now());
    printRows(
      call,
      accounts.map((account) => ({
        email: account.email,
        tier: account.tier,
        daily: account.daily_quota,
        burst: account.burst_limit,
        used_today: account.used_today,
        keys: account.active_keys,
        state: account.suspended_at !== null ? 'suspended' : account.email_confirmed ? 'active' : 'unconfirmed',
        created: timeText(account.created_at),
      })),
    );
  },
};

const suspendOne: Command = {
  name: 'accounts suspend',
  usage: '--email ADDRESS [--reason TEXT]',
  about: "Refuses an account's keys (403 account_suspended), on every server within a second.",
  explained: [whose, '--reason TEXT     kept with the account and in the audit log'],
  options: { ...email, reason: { type: 'string' } },
  async run(call) {
    const account = await accountByEmail(call, requiredOption(call, 'email'));
    const reason = option(call, 'reason') ?? '';
    await suspend(await call.database(), account.account_id, reason, call.deps.now());
    await record(call, 'accounts suspend', account.account_id, { reason });
    call.deps.say(`${account.email} is suspended.`);
  },
};

const resumeOne: Command = {
  name: 'accounts resume',
  usage: '--email ADDRESS',
  about: 'Lifts a suspension.',
  explained: [whose],
  options: email,
  async run(call) {
    const account = await accountByEmail(call, requiredOption(call, 'email'));
    await resume(await call.database(), account.account_id, call.deps.now());
    await record(call, 'accounts resume', account.account_id, {});
    call.deps.say(`${account.email} is active again.`);
  },
};

const tier: Command = {
  name: 'accounts tier',
  usage: '--email ADDRESS --tier TIER [--daily N] [--burst N]',
  about: "Sets an account's tier and custom limits. A limit that is not given is the tier's.",
  explained: [
    whose,
    `--tier TIER       ${tierNames.map((name) => `${name} (${tiers[name].daily} per day, ${tiers[name].burst} per second)`).join(', ')}`,
    '--daily N         requests per UTC day',
    '--burst N         requests per second, over all keys',
  ],
  options: { ...email, tier: { type: 'string' }, daily: { type: 'string' }, burst: { type: 'string' } },
  async run(call) {
    const account = await accountByEmail(call, requiredOption(call, 'email'));
    const chosen = tierOf(call);
    if (chosen === undefined) throw new UsageError('--tier is missing.');
    const limits = { tier: chosen, daily: integer(call, 'daily', 0), burst: integer(call, 'burst', 1) };
    await setTier(await call.database(), account.account_id, limits, call.deps.now());
    await record(call, 'accounts tier', account.account_id, limits);
    call.deps.say(`${account.email} now has the tier ${chosen}.`);
  },
};

const remove: Command = {
  name: 'accounts delete',
  usage: '--email ADDRESS',
  about:
    'Deletes an account and everything stored about it: keys, usage, sessions, emails in the outbox. This cannot be undone.',
  explained: [whose],
  options: email,
  async run(call) {
    const account = await accountByEmail(call, requiredOption(call, 'email'));
    await deleteAccount(await call.database(), account.account_id, call.deps.now());
    await deleteEmailsTo(call.deps.home, account.email);
    await record(call, 'accounts delete', account.account_id, {});
    call.deps.say(`${account.email} is deleted.`);
  },
};

export const accountCommands: readonly Command[] = [create, list, suspendOne, resumeOne, tier, remove];
