import { readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DigestClaim } from '../../src/accounts/digest/digest-store.ts';
import { readConfig } from '../../src/config.ts';
import { DigestContents } from '../../src/features/digest/digest-content.ts';
import { DigestRun } from '../../src/features/digest/digest-run.ts';
import { openGateway } from '../../src/http/accounts-gateway.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { type ChangeSet, changesPath } from '../../src/schema/changes/change-set.ts';
import type { Event } from '../../src/schema/changes/event.ts';
import { type Service, startMail, textOf } from '../accounts/services.ts';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { Browser, password } from '../server/account/account-world.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';

/** The digest from the pages to the mailbox, over two releases of the sample. */
let home: string;
let releases: string[];
let mail: Service & Awaited<ReturnType<typeof startMail>>;
let gateway: Awaited<ReturnType<typeof openGateway>>;
let server: RunningServer;
let run: DigestRun;
let time = Date.UTC(2026, 7, 22, 12);

async function publish(id: string): Promise<void> {
  await rm(join(home, 'next'), { force: true });
  await symlink(`releases/${id}`, join(home, 'next'));
  await rename(join(home, 'next'), join(home, 'current'));
}
const published = async (path: string) =>
  JSON.parse(await readFile(join(home, 'releases', releases[1]!, `public${path}.json`), 'utf8'));

beforeAll(async () => {
  home = await copySample();
  releases = (await readdir(join(home, 'releases'))).sort();
  await publish(releases[0]!);
  mail = await startMail();
  const config = readConfig(
    {
      ORBWEAVER_HOME: home,
      ORBWEAVER_TRUST_PROXY: 'on',
      ORBWEAVER_PUBLIC_URL: 'https://orbweaver.example',
      ORBWEAVER_SMTP_URL: mail.url,
    },
    '/nowhere',
  );
  gateway = await openGateway(config, { now: () => time, log: pino({ level: 'silent' }) });
  server = await startServer(home, await builtSite(), undefined, gateway, config.publicUrl);
  run = new DigestRun({
    digests: gateway.accounts!.digests,
    current: () => server.served.hold(),
    archive: new ArchiveReader(home),
    warn: (facts, message) => expect.fail(`${message} ${JSON.stringify(facts)}`),
  });
});
afterAll(async () => {
  await run?.stop();
  await server?.stop();
  await gateway?.close();
  await mail?.stop();
  await removeFolder(home);
});

/** The digests that were received: other emails have no link to unsubscribe. */
const received = () => mail.emails.filter(({ content }) => content.includes('List-Unsubscribe-Post'));

/** Signs up and confirms; the browser is signed in afterwards. */
async function member(email: string): Promise<Browser> {
  const browser = new Browser(server.base);
  await browser.open('/account/sign-up');
  await browser.submit('/account/sign-up', { email, password });
  await expect.poll(() => mail.emails.some(({ to }) => to === email), { timeout: 10_000 }).toBe(true);
  const link = new URL(/^https?:\S+$/m.exec(textOf(mail.emails.find(({ to }) => to === email)!.content))![0]);
  await browser.open(link.pathname + link.search);
  await browser.submit('/account/confirm');
  return browser;
}
const json = async (browser: Browser, method = 'GET', body = '', headers: Record<string, string> = {}) => {
  const page = await browser.send(
    '/account/satellites',
    method,
    method === 'POST'
      ? { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin', ...headers }
      : {},
    body,
  );
  return { status: page.status, ...JSON.parse(page.html) };
};

test('what is followed on pages is sent by email, and one click ends it', async () => {
  const browser = await member('ada@example.org');
  const events = ((await published('/api/v1/events')).data as Event[]).filter(
    ({ detected_at }) => detected_at === '2026-08-22T14:00:00Z',
  );
  const reentry = events.find(({ type }) => type === 'reentry')!;
  const moved = events.find(({ type }) => type !== 'reentry')!;
  for (const [kind, subject] of [
    ['satellites', String(moved.norad_cat_id)],
    ['reentries', ''],
    ['conflicts', ''],
    ['groups', 'stations'],
  ] as const) {
    const page = await browser.open(`/account/digest?kind=${kind}&subject=${subject}`);
    expect(page.html).toContain('by email</h2>');
    const followed = await browser.submit('/account/digest/follow');
    expect(followed.html).toContain('You follow it');
  }
  const refused = await browser.post('/account/digest/follow', { kind: 'groups', subject: 'no-such-group' });
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('has no page /groups/no-such-group')]);
  const foreign = await browser.post(
    '/account/digest/follow',
    { kind: 'reentries' },
    { 'Sec-Fetch-Site': 'cross-site' },
  );
  expect(foreign.status).toBe(403);

  await run.run();
  expect(received()).toEqual([]);
  await publish(releases[1]!);
  await server.served.check();
  time = Date.UTC(2026, 7, 23, 7);
  await run.run();
  await run.run();
  expect(received()).toHaveLength(1);
  const { to, content } = received()[0]!;
  expect(to).toBe('ada@example.org');
  const text = textOf(content).replaceAll('\r\n', '\n');
  expect(content).toMatch(/^Subject: \d+ changes in what you follow\r$/m);
  expect(text).toContain('Differences between releases, 2026-08-21 to 2026-08-22.');
  expect(text).toContain(`${reentry.name} (${reentry.norad_cat_id}) reentered`);
  expect(text).toContain(
    `Your satellites\nhttps://orbweaver.example/my-satellites\n- ${moved.name} (${moved.norad_cat_id})`,
  );
  const { data } = (await published(changesPath(releases[1]!))) as ChangeSet;
  const disputed = data.changed.filter(
    ({ confidence_before, confidence_after }) =>
      (confidence_before === 'CONFLICTING') !== (confidence_after === 'CONFLICTING'),
  );
  expect(
    disputed.length +
      data.added.flatMap(({ values }) => values).filter((one) => one.confidence === 'CONFLICTING').length,
  ).toBeGreaterThan(0);
  expect(text).toMatch(/\(\d+\): sources (no longer )?disagree on /);

  const link = new URL(/https:\S+unsubscribe\S+/.exec(text)![0]);
  const mailProgram = new Browser(server.base);
  // Scanners open links: this changes nothing.
  const asked = await mailProgram.open(link.pathname + link.search);
  expect(asked.html).toContain('mail scanners open links');
  expect((await browser.open('/account/digest')).html).toMatch(/name="daily" checked/);
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const ended = await mailProgram.send(
      link.pathname + link.search,
      'POST',
      { 'Content-Type': type },
      'List-Unsubscribe=One-Click',
    );
    expect([ended.status, ended.location, ended.html]).toEqual([200, '', expect.stringContaining('unsubscribed')]);
  }
  expect((await browser.open('/account/digest')).html).not.toMatch(/name="daily" checked/);
  const unknown = await mailProgram.send(`${link.pathname}?token=none`, 'POST', {}, 'List-Unsubscribe=One-Click');
  expect(unknown.status).toBe(404);
  // A person uses the form of the page instead.
  await browser.open('/account/digest');
  await browser.submit('/account/digest', { daily: 'on' });
  await mailProgram.open(link.pathname + link.search);
  expect((await mailProgram.submit('/account/unsubscribe')).html).toContain('You are unsubscribed');
  time += 86_400_000;
  mail.emails.length = 0;
  await run.run();
  expect(received()).toEqual([]);
  const exported = JSON.parse((await browser.open('/account/settings/export')).html);
  expect(exported).toMatchObject({ digest: { daily: false, weekly: false }, followed: { length: 4 } });
});

test('the week in orbit is sent once, when a release says that it is over', async () => {
  const lease = server.served.hold()!;
  const { release } = lease.value;
  const later = {
    ...lease.value,
    modified: Date.UTC(2026, 7, 24, 6),
    release: { ...release, manifest: { ...release.manifest, generated_at: '2026-08-24T06:00:00Z' } },
  };
  const archive = new ArchiveReader(home);
  const claim = { release_at: lease.value.modified, week: '2026-W33', daily: false, weekly: true } as DigestClaim;
  const now = await new DigestContents(lease.value, archive).of({ claim, followed: [] });
  expect(now).toEqual({ content: null, seen: { release_at: lease.value.modified, week: '2026-W33' } });
  const over = await new DigestContents(later, archive).of({ claim, followed: [] });
  expect(over.seen.week).toBe('2026-W34');
  expect(over.content).toMatchObject({
    subject: 'Week 34 of 2026 in orbit',
    sections: [
      { path: '/weeks/2026-W34', notes: [expect.stringMatching(/^Week 34 of 2026 \(2026-08-17 to 2026-08-23\): \d/)] },
    ],
  });
  const seen = await new DigestContents(later, archive).of({ claim: { ...claim, week: '2026-W34' }, followed: [] });
  expect(seen.content).toBeNull();
  lease.end();
});

test('the satellites of two browsers are merged in the account, which only its own pages can change', async () => {
  const stranger = new Browser(server.base);
  expect(await json(stranger)).toEqual({ status: 200, account: null });
  expect(await json(stranger, 'POST', 'add=25544')).toEqual({ status: 200, account: null });
  const browser = await member('bob@example.org');
  const { account, satellites } = await json(browser, 'POST', 'add=25544,20580');
  expect(account).toMatch(/^[0-9a-f]{16}$/);
  expect(satellites.map(({ id }: { id: number }) => id).sort()).toEqual([20580, 25544]);
  expect(satellites[0].name).not.toMatch(/^\d+$/);
  const second = await json(browser, 'POST', 'add=48274&remove=20580');
  expect(second.satellites.map(({ id }: { id: number }) => id).sort()).toEqual([25544, 48274]);
  expect(await json(browser)).toEqual(second);
  expect((await json(browser, 'POST', 'add=25544,x')).status).toBe(422);
  expect((await json(browser, 'POST', '{}', { 'Content-Type': 'application/json' })).status).toBe(415);
  expect(await json(browser, 'POST', 'remove=25544', { 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({
    status: 403,
  });
  expect((await json(browser)).satellites).toHaveLength(2);
  expect((await browser.open('/account/digest')).html).toContain('href="/satellites/48274"');
});
