import { findAccount, listAccounts } from '../accounts/auth/account-store.ts';
import { AccountProblem } from '../accounts/database.ts';
import { createKey, findKey, listKeys, longestOverlapHours, revokeKey, rotateKey } from '../accounts/keys/key-store.ts';
import { accountByEmail, accountToUse, emailOption, record, tierOf } from './account-named.ts';
import { type Call, command, printRows, timeText, UsageError } from './command.ts';
import { flag, text, type ValuesOf } from './option.ts';

const named = {
  id: text('ID', 'the id of the key, as "keys list" shows it'),
  key: text('KEY', 'the key itself'),
  email: text('ADDRESS', 'only if the key belongs to this account'),
};

const create = command({
  name: 'keys create',
  about: 'Creates a key and prints it once. Creates the account if there is none, with a confirmed email address.',
  options: {
    ...emailOption,
    tier: text('TIER', 'free, builder, business, or enterprise; also changes the tier of an existing account'),
    name: text('NAME', 'a label for the key; default: "created by the operator"'),
  },
  async run(call) {
    const { email, tier, name = 'created by the operator' } = call.values;
    const account = await accountToUse(call, email, tierOf(tier));
    const made = await createKey(await call.database(), account, name, call.deps.now());
    await record(call, 'keys create', account, { key_id: made.key_id });
    call.deps.out(made.key);
  },
});

const list = command({
  name: 'keys list',
  about: 'Lists the keys of one account, or of all accounts, newest first.',
  options: { email: text('ADDRESS', 'email address of the account'), json: flag('as JSON') },
  async run(call) {
    const { email, json } = call.values;
    const database = await call.database();
    const account = email === undefined ? null : (await accountByEmail(call, email)).account_id;
    const emails = new Map((await listAccounts(database, call.deps.now())).map((one) => [one.account_id, one.email]));
    const keys = await listKeys(database, account, call.deps.now());
    const rows = keys.map((key) => ({
      id: key.key_id,
      key: key.hint,
      email: emails.get(key.account_id) ?? null,
      name: key.name,
      state: key.state,
      created: timeText(key.created_at),
      last_used: timeText(key.last_used_at),
      expires: timeText(key.expires_at),
    }));
    printRows(call.deps, rows, json);
  },
});

const revoke = command({
  name: 'keys revoke',
  usage: '--id ID | --key KEY',
  about: 'Revokes a key. Every server rejects it within a second.',
  options: named,
  async run(call) {
    const { key_id, account_id } = await keyNamed(call, call.values);
    await revokeKey(await call.database(), account_id, key_id, call.deps.now());
    await record(call, 'keys revoke', account_id, { key_id });
    call.deps.say(`${key_id} is revoked.`);
  },
});

const rotate = command({
  name: 'keys rotate',
  usage: '--id ID | --key KEY [--overlap HOURS]',
  about: 'Creates a key that replaces another and prints it once. The old key stays valid for the overlap.',
  options: {
    ...named,
    overlap: text('HOURS', `how long the old key stays valid: 0 to ${longestOverlapHours}; default: 0`),
  },
  async run(call) {
    const { key_id, account_id } = await keyNamed(call, call.values);
    const { overlap = '0' } = call.values;
    if (!/^\d+(\.\d+)?$/.test(overlap)) throw new UsageError(`--overlap must be a number of hours, not "${overlap}".`);
    const made = await rotateKey(await call.database(), account_id, key_id, Number(overlap), call.deps.now());
    await record(call, 'keys rotate', account_id, { key_id, replaced_by: made.key_id, overlap_hours: Number(overlap) });
    call.deps.out(made.key);
  },
});

/** The key given by `--id` or `--key`; with `--email`, only if it belongs to that account. */
async function keyNamed(
  call: Pick<Call, 'deps' | 'database'>,
  { id, key, email }: ValuesOf<typeof named>,
): Promise<{ key_id: string; account_id: string }> {
  if ((id === undefined) === (key === undefined)) throw new UsageError('Name the key by --id or by --key.');
  const database = await call.database();
  const found = await findKey(database, key === undefined ? { key_id: id! } : { key });
  if (email !== undefined && (await findAccount(database, { email }, call.deps.now()))?.account_id !== found.account_id)
    throw new AccountProblem(`${email} has no such key.`);
  return found;
}

export const keyCommands = [create, list, revoke, rotate];
