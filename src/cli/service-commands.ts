import { listAudit } from '../accounts/audit-log.ts';
import { setPaused } from '../accounts/auth/account-store.ts';
import { needAccounts, record } from './account-named.ts';
import { command, integer, printRows, timeText } from './command.ts';
import { flag, text } from './option.ts';

const pause = command({
  name: 'pause',
  about: 'Pauses the API (503 service_paused) on every server within a second, until resumed.',
  options: { reason: text('TEXT', 'kept in the audit log') },
  async run(call) {
    needAccounts(call.deps);
    const { reason = '' } = call.values;
    await setPaused(await call.database(), { reason }, call.deps.now());
    await record(call, 'pause', null, { reason });
    call.deps.say('The API is paused.');
  },
});

const resume = command({
  name: 'resume',
  about: 'Resumes the API.',
  options: {},
  async run(call) {
    needAccounts(call.deps);
    await setPaused(await call.database(), null, call.deps.now());
    await record(call, 'resume', null, {});
    call.deps.say('The API is running again.');
  },
});

const log = command({
  name: 'log',
  about: 'Shows the audit log: who did what and when, newest last.',
  options: { last: text('N', 'number of entries; default: 50'), json: flag('as JSON') },
  async run({ values, deps, database }) {
    const entries = await listAudit(await database(), integer('last', values.last) ?? 50);
    const rows = entries.map(({ at, actor, action, account_id, email, details }) => ({
      at: timeText(at),
      actor,
      action,
      account: email ?? account_id,
      details: Object.entries(details)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    }));
    printRows(deps, rows, values.json);
  },
});

export const serviceCommands = [pause, resume, log];
