import { findAccount, listAccounts } from '../accounts/auth/account-store.ts';
import { AccountProblem } from '../accounts/database.ts';
import { createKey, findKey, listKeys, longestOverlapHours, revokeKey, rotateKey } from '../accounts/keys/key-store.ts';
import { accountByEmail, accountToUse, record, tierOf } from './account-named.ts';
import { type Call, type Command, option, printRows, requiredOption, timeText, UsageError } from './command.ts';

const named = { email: { type: 'string' }, id: { type: 'string' }, key: { type: 'string' } } as const;
const whichKey = ['--id ID      the id of the key, as "keys list" shows it', '--key KEY    the key itself'];

const create: Command = {
  name: 'keys create',
  usage: '--email ADDRESS [--tier TIER] [--name NAME]',
  about: 'Creates a key and prints it once. Creates the account if there is none, with a confirmed email address.',
  explained: [
    '--email ADDRESS   email address of the account',
    '--tier TIER       free, builder, business, or enterprise; also changes the tier of an existing account',
    '--name NAME       a label for the key; "created by the operator" if not given',
  ],
  options: { email: { type: 'string' }, tier: { type: 'string' }, name: { type: 'string' } },
  async run(call) {
    const account = await accountToUse(call, requiredOption(call, 'email'), tierOf(call));
    const database = await call.database();
    const made = await createKey(database, account, option(call, 'name') ?? 'created by the operator', call.deps.now());
    await record(call, 'keys create', account, { key_id: made.key_id });
    call.deps.out(made.key);
  },
};

const list: Command = {
  name: 'keys list',
  usage: '[--email ADDRESS] [--json]',
  about: 'Lists the keys of one account, or of all accounts, newest first.',
  options: { email: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const email = option(call, 'email');
    const database = await call.database();
    const account = email === undefined ? null : (await accountByEmail(call, email)).account_id;
    const emails = new Map((await listAccounts(database, call.deps.now())).map((one) => [one.account_id, one.email]));
    const keys = await listKeys(database, account, call.deps.now());
    printRows(
      call,
      keys.map((key) => ({
        id: key.key_id,
        key: key.hint,
        email: emails.get(key.account_id) ?? null,
        name: key.name,
        state: key.state,
        created: timeText(key.created_at),
        last_used: timeText(key.last_used_at),
        expires: timeText(key.expires_at),
      })),
    );
  },
};

const revoke: Command = {
  name: 'keys revoke',
  usage: '--id ID | --key KEY',
  about: 'Revokes a key. Every server rejects it within a second.',
  explained: whichKey,
  options: named,
  async run(call) {
    const { key_id, account_id } = await keyNamed(call);
    await revokeKey(await call.database(), account_id, key_id, call.deps.now());
    await record(call, 'keys revoke', account_id, { key_id });
    call.deps.say(`${key_id} is revoked.`);
  },
};

const rotate: Command = {
  name: 'keys rotate',
  usage: '--id ID | --key KEY [--overlap HOURS]',
  about: 'Creates a key that replaces another and prints it once. The old key stays valid for the overlap.',
  explained: [
    ...whichKey,
    `--overlap HOURS   how long the old key stays valid: 0 to ${longestOverlapHours}; 0 if not given`,
  ],
  options: { ...named, overlap: { type: 'string' } },
  async run(call) {
    const { key_id, account_id } = await keyNamed(call);
    const text = option(call, 'overlap') ?? '0';
    if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`--overlap must be a number of hours, not "${text}".`);
    const made = await rotateKey(await call.database(), account_id, key_id, Number(text), call.deps.now());
    await record(call, 'keys rotate', account_id, { key_id, replaced_by: made.key_id, overlap_hours: Number(text) });
    call.deps.out(made.key);
  },
};

/** The key given by `--id` or `--key`; with `--email`, only if it belongs to that account. */
async function keyNamed(call: Call): Promise<{ key_id: string; account_id: string }> {
  const [id, key, email] = [option(call, 'id'), option(call, 'key'), option(call, 'email')];
  if ((id === undefined) === (key === undefined)) throw new UsageError('Name the key by --id or by --key.');
  const database = await call.database();
  const found = await findKey(database, key === undefined ? { key_id: id! } : { key });
  if (email !== undefined && (await findAccount(database, { email }, call.deps.now()))?.account_id !== found.account_id)
    throw new AccountProblem(`${email} has no such key.`);
  return found;
}

export const keyCommands: readonly Command[] = [create, list, revoke, rotate];
