import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  beginSending,
  claimDigest,
  FAILING_MILLISECONDS,
  retryDelays,
  type Seen,
} from '../../src/accounts/digest/digest-store.ts';
import { type Digests, unsubscribePath } from '../../src/accounts/digest/digests.ts';
import { MAX_OBJECTS, MAX_OTHERS } from '../../src/accounts/digest/followed-store.ts';
import type { DigestContent } from '../../src/accounts/mail/digest-email.ts';
import { type AccountWorld, accountWorld, holder, noon } from '../accounts/account-world.ts';
import { has, named, type Service, startMail, startPostgres, textOf } from '../accounts/services.ts';

const [hour, day] = [3_600_000, 86_400_000];
const before: Seen = { release_at: noon - hour, week: '2026-W33' };
const after: Seen = { release_at: noon + hour, week: '2026-W34' };
const content: DigestContent = {
  subject: '2 changes in what you follow',
  coverage: ['Differences between releases, 2026-08-22 to 2026-08-23.'],
  sections: [
    {
      title: 'The group Stations <& others>',
      path: '/groups/stations',
      lines: [{ text: 'ISS (ZARYA) (25544): raised by 2.0 km', path: '/satellites/25544' }],
      notes: ['1 more.'],
    },
  ],
};

describe.each([
  ['SQLite', 'sqlite'],
  [named('PostgreSQL', 'postgres'), 'postgres'],
])('digests in %s', (_name, kind) => {
  if (kind === 'postgres' && !has.postgres) return test.skip('PostgreSQL', () => {});
  let postgres: Service | undefined;
  let mail: Awaited<ReturnType<typeof startMail>>;
  let world: AccountWorld;
  let digests: Digests;
  let accountId: string;
  let email: string;

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  beforeEach(async () => {
    mail = await startMail();
    world = await accountWorld({ databaseUrl: postgres?.url, smtpUrl: mail.url });
    ({ digests } = world.accounts);
    ({ accountId, email } = await holder(world));
    await digests.choose(accountId, { daily: true, weekly: true }, before);
  });
  afterEach(async () => {
    await world.other.write([{ sql: 'delete from digest', values: [] }]);
    await world.close();
    await mail.stop();
  });

  /** Prepares and sends what is due, with this content; returns whether something was due. */
  async function sendNext(what: DigestContent | null = content, by = digests): Promise<boolean> {
    const due = await by.next();
    if (due) await by.send(due, what, after);
    return due !== null;
  }
  const shown = async () => (await digests.shown(accountId)).digest!;

  test('are sent once a day, with links to unsubscribe for mail programs and people', async () => {
    expect(await sendNext()).toBe(true);
    expect(await sendNext()).toBe(false);
    const [first] = mail.emails;
    expect(mail.emails).toHaveLength(1);
    expect(first).toMatchObject({ to: email, from: 'orbweaver@orbweaver.example' });
    const head = first!.content.split('\r\n\r\n')[0]!.replace(/\r\n\s+/g, ' ');
    expect(head).toContain('Subject: 2 changes in what you follow');
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const link = /^List-Unsubscribe: <(https:\/\/orbweaver\.example\/account\/unsubscribe\?token=[\w-]{32})>$/m.exec(
      head,
    )?.[1];
    const text = textOf(first!.content).replaceAll('\r\n', '\n');
    expect(text).toContain(`Unsubscribe:\n${link}`);
    expect(text).toContain(
      'The group Stations <& others>\nhttps://orbweaver.example/groups/stations\n- ISS (ZARYA) (25544): raised by 2.0 km\n1 more.',
    );
    expect(first!.content).toContain('Stations &lt;&amp; others&gt;');
    expect(await shown()).toMatchObject({ day: '2026-08-22', ...after, failing_since: null });
    world.time = Date.UTC(2026, 7, 23, 5, 59);
    expect(await sendNext()).toBe(false);
    world.time = Date.UTC(2026, 7, 23, 6);
    expect(await sendNext()).toBe(true);
    expect(mail.emails).toHaveLength(2);
  });

  test('are sent by one of several processes', async () => {
    const others = await Promise.all([world.another(), world.another()]);
    const all = [digests, ...others.map((one) => one.digests)];
    const sent = await Promise.all(all.map((one) => sendNext(content, one)));
    expect(sent.filter(Boolean)).toHaveLength(1);
    expect(mail.emails).toHaveLength(1);
  });

  test('are not sent if nothing happened, which is looked at once a day', async () => {
    expect(await sendNext(null)).toBe(true);
    expect(await sendNext(null)).toBe(false);
    expect(mail.emails).toEqual([]);
    expect(await shown()).toMatchObject({ day: '2026-08-22', ...after });
  });

  test('go to confirmed addresses of accounts that are not suspended, while the service is not paused', async () => {
    const write = (statement: string) => world.other.write([{ sql: statement, values: [] }]);
    for (const [off, on] of [
      ['update person set email_verified = false', 'update person set email_verified = true'],
      ['update account set suspended_at = 1', 'update account set suspended_at = null'],
      ['update service_state set paused_at = 1', 'update service_state set paused_at = null'],
      ['update digest set daily = 0, weekly = 0', 'update digest set daily = 1'],
    ]) {
      // PostgreSQL has booleans, SQLite integers.
      await write(off!);
      expect([off, await digests.next()]).toEqual([off, null]);
      await write(on!);
    }
    expect(await sendNext()).toBe(true);
    expect(mail.emails).toHaveLength(1);
  });

  test('are prepared again after a process was killed before sending, and not sent twice if it was killed after', async () => {
    expect(await claimDigest(world.other, world.time)).toMatchObject({ account_id: accountId });
    expect(await digests.next()).toBeNull();
    world.time += 3 * 60_000;
    const claim = (await claimDigest(world.other, world.time))!;
    expect(await beginSending(world.other, claim, world.time)).toBe(true);
    // Killed here: the email may have been sent.
    world.time += hour;
    expect(await digests.next()).toBeNull();
    world.time += day;
    // The next digest has those changes too.
    expect((await digests.next())?.claim).toMatchObject(before);
  });

  test('that the mail server refuses are retried a few times, then on the next day, and turned off after a week', async () => {
    await mail.stop();
    for (const delay of retryDelays) {
      expect(await sendNext()).toBe(true);
      expect(await digests.next()).toBeNull();
      world.time += delay;
    }
    expect(await sendNext()).toBe(true);
    world.time = Date.UTC(2026, 7, 23, 5);
    expect(await digests.next()).toBeNull();
    expect(await shown()).toMatchObject({ failing_since: noon, release_at: before.release_at, disabled_at: null });
    world.time = noon + FAILING_MILLISECONDS;
    expect(await sendNext()).toBe(true);
    expect(await shown()).toMatchObject({ disabled_at: world.time });
    world.time += day;
    expect(await digests.next()).toBeNull();
    mail = await startMail();
    await digests.choose(accountId, { daily: true, weekly: false }, after);
    expect((await digests.next())?.claim).toMatchObject({ release_at: after.release_at, weekly: false });
  });

  test('end with the link of an email, without signing in', async () => {
    await sendNext();
    const token = new RegExp(`${unsubscribePath}\\?token=([\\w-]{32})`).exec(textOf(mail.emails[0]!.content))![1]!;
    expect(await digests.unsubscribe(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(false);
    world.time += day;
    // The link is used while a digest is prepared: it is not sent.
    const due = (await digests.next())!;
    expect(await digests.unsubscribe(token)).toBe(true);
    await digests.send(due, content, after);
    expect(mail.emails).toHaveLength(1);
    expect(await shown()).toMatchObject({ daily: false, weekly: false });
    expect(await digests.unsubscribe(token)).toBe(true);
    const stored = await world.other.rows({ sql: 'select * from digest', values: [] });
    expect(JSON.stringify(stored)).not.toContain(token);
    // The same link works after the digest was turned on again.
    await digests.choose(accountId, { daily: true, weekly: false }, after);
    expect(await digests.unsubscribe(token)).toBe(true);
  });

  test('begin with the changes after they were turned on', async () => {
    await digests.choose(accountId, { daily: true, weekly: false }, after);
    expect(await shown()).toMatchObject({ release_at: before.release_at });
    await digests.choose(accountId, { daily: false, weekly: false }, after);
    await digests.choose(accountId, { daily: true, weekly: true }, after);
    expect(await shown()).toMatchObject(after);
  });

  test('need a public URL', async () => {
    const local = (await world.another({ publicUrl: undefined })).digests;
    await expect(local.choose(accountId, { daily: true, weekly: false }, after)).rejects.toThrow(
      'ORBWEAVER_PUBLIC_URL',
    );
    expect(await local.next()).toBeNull();
  });

  test('cover what an account follows, up to a limit', async () => {
    const group = { kind: 'groups', subject: 'stations', name: 'Stations' } as const;
    await digests.follow(accountId, group, after);
    await digests.follow(accountId, group, after);
    expect((await digests.shown(accountId)).followed).toEqual([{ ...group, created_at: noon }]);
    for (let n = 1; n < MAX_OTHERS; n++) await digests.follow(accountId, { ...group, subject: `group-${n}` }, after);
    await expect(digests.follow(accountId, { ...group, subject: 'more' }, after)).rejects.toThrow('at most 100');
    const objects = Array.from({ length: MAX_OBJECTS + 5 }, (_, at) => ({ id: at + 1, name: `object ${at + 1}` }));
    expect((await digests.changeSatellites(accountId, { add: objects, remove: [] })).satellites).toHaveLength(
      MAX_OBJECTS,
    );
    await digests.unfollow(accountId, group);
    expect((await digests.shown(accountId)).followed).toHaveLength(MAX_OTHERS - 1 + MAX_OBJECTS);
    const { account: _account, ...exported } = await digests.satellites(accountId);
    expect(exported.satellites).toHaveLength(MAX_OBJECTS);
  });

  test('have satellites that two browsers change at once', async () => {
    const [iss, hst, css] = [25544, 20580, 48274].map((id) => ({ id, name: String(id) }));
    await digests.changeSatellites(accountId, { add: [iss!, hst!], remove: [] });
    await Promise.all([
      digests.changeSatellites(accountId, { add: [css!], remove: [] }),
      digests.changeSatellites(accountId, { add: [hst!], remove: [iss!.id] }),
    ]);
    const { satellites } = await digests.satellites(accountId);
    expect(satellites.map(({ id }) => id).sort()).toEqual([20580, 48274]);
  });
});
