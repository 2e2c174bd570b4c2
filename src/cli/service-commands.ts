import { listAudit } from '../accounts/audit-log.ts';
import { setPaused } from '../accounts/auth/account-store.ts';
import { record } from './account-named.ts';
import { type Command, integer, option, printRows, timeText } from './command.ts';

const pause: Command = {
  name: 'pause',
  usage: '[--reason TEXT]',
  about: 'Pauses the API (503 service_paused) on every server within a second, until resumed.',
  explained: ['--reason TEXT     kept in the audit log'],
  options: { reason: { type: 'string' } },
  async run(call) {
    const reason = option(call, 'reason') ?? '';
    await setPaused(await call.database(), { reason }, call.deps.now());
    await record(call, 'pause', null, { reason });
    call.deps.say('The API is paused.');
  },
};

const resume: Command = {
  name: 'resume',
  usage: '',
  about: 'Resumes the API.',
  options: {},
  async run(call) {
    await setPaused(await call.database(), null, call.deps.now());
    await record(call, 'resume', null, {});
    call.deps.say('The API is running again.');
  },
};

const log: Command = {
  name: 'log',
  usage: '[--last N] [--json]',
  about: 'Shows the audit log: who did what and when, newest last.',
  explained: ['--last N          how many entries; 50 if not given'],
  options: { last: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const entries = await listAudit(await call.database(), integer(call, 'last', 1) ?? 50);
    printRows(
      call,
      entries.map(({ at, actor, action, account_id, email, details }) => ({
        at: timeText(at),
        actor,
        action,
        account: email ?? account_id,
        details: Object.entries(details)
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
      })),
    );
  },
};

export const serviceCommands: readonly Command[] = [pause, resume, log];
