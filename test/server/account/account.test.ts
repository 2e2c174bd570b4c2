import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountActions } from '../../../src/http/account/account-actions.ts';
import { accountPages } from '../../../src/http/account/account-data.ts';
import type { Site } from '../../../src/http/pages/site.ts';
import { builtSite } from '../../built-site.ts';
import { ask, startServer } from '../running-server.ts';
import { type AccountServer, accountServer, Browser, linkTo, member, password } from './account-world.ts';

let site: Site;
let server: AccountServer;

beforeAll(async () => {
  site = await builtSite();
  server = await accountServer(site);
});
afterAll(() => server?.close());

/** The API key in a page; empty without one. */
const keyIn = (html: string): string => /ow_[0-9A-Za-z]{40}/.exec(html)?.[0] ?? '';
/** The status of an API request with this key. */
const statusWithKey = async (key: string) =>
  (await ask(server.base, '/api/v1/satellites/25544', { Authorization: `Bearer ${key}` })).status;
/** The visible text of a page. */
const textIn = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;|&rsquo;/g, '’')
    .replace(/\s+/g, ' ');

describe('the account pages', () => {
  test('match the pages that the server routes', () => {
    const folder = join(import.meta.dirname, '../../../src/pages/account');
    const files = readdirSync(folder).map((name) => `/account/${name.replace(/\.astro$/, '')}`);
    expect(['/account', ...files].sort()).toEqual(Object.keys(accountPages).sort());
    for (const { page } of Object.values(accountActions)) expect(Object.keys(accountPages)).toContain(page);
  });

  test('cannot be cached, framed, indexed or read by other sites', async () => {
    const browser = await member(server, 'headers@example.org');
    for (const page of Object.keys(accountPages)) {
      const { headers } = await browser.open(page);
      expect(headers, page).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /script-src 'self';.*form-action 'self'; frame-ancestors 'none'/,
        ),
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    const preflight = await browser.send('/account/keys', 'OPTIONS', { Origin: 'https://evil.example' });
    expect([preflight.status, preflight.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('redirect to sign-in where it is required, and back afterwards', async () => {
    await member(server, 'onward@example.org');
    const browser = new Browser(server.base);
    for (const [page, { for: audience }] of Object.entries(accountPages)) {
      const { status, location } = await browser.send(page, 'GET');
      if (audience === 'owner') expect([page, status, location]).toEqual([page, 303, `/account/sign-in?next=${page}`]);
      else if (page !== '/account/unavailable') expect([page, status]).toEqual([page, 200]);
    }
    await browser.open('/account/usage');
    const page = await browser.submit('/account/sign-in', { email: 'onward@example.org', password });
    expect(page.html).toContain('<h1>Usage</h1>');
    expect((await browser.send('/account/sign-in', 'GET')).location).toBe('/account');
    const elsewhere = await new Browser(server.base).post('/account/sign-in', {
      email: 'onward@example.org',
      password,
      next: '//evil.example/account/keys',
    });
    expect([elsewhere.status, elsewhere.location]).toEqual([303, '/account']);
  });

  test('a link fills in the form of a webhook or a feed, also after a sign-in, but never the URL', async () => {
    const email = 'linked@example.org';
    await member(server, email);
    const link =
      '/account/webhooks?query=ids%3D25544%2C20580&description=my+satellites&type_reentry=on&url=https%3A%2F%2Fevil.example';
    const browser = new Browser(server.base);
    await browser.open(link);
    const page = await browser.submit('/account/sign-in', { email, password });
    for (const value of ['value="ids=25544,20580"', 'value="my satellites"']) expect(page.html).toContain(value);
    expect(page.html).toMatch(/name="type_reentry" checked/);
    expect(page.html).not.toMatch(/name="type_new_object" checked|evil\.example/);
    expect((await browser.open('/account/feeds?ids=25544')).html).toContain('value="25544"');
    for (const next of [
      '//evil.example/account/webhooks',
      '/account/webhooks?a\r\nSet-Cookie: x',
      '/account/nothing?x',
      '/account/webhooks/?x',
    ]) {
      const { status, location, headers } = await new Browser(server.base).post('/account/sign-in', {
        email,
        password,
        next,
      });
      expect([next, status, location, headers['x']]).toEqual([next, 303, '/account', undefined]);
    }
  });

  test.each([
    '/account/nothing',
    '/account/auth/sign-in/email',
    '/account//keys',
    '/account/keys.html',
    '/Account/keys',
  ])('do not include %s, for any method', async (path) => {
    const browser = new Browser(server.base);
    expect((await browser.send(path, 'GET')).status).toBe(404);
    expect([404, 405]).toContain((await browser.post(path, { email: 'a@example.org' })).status);
  });

  test('support HEAD and a trailing slash', async () => {
    const browser = new Browser(server.base);
    const head = await browser.send('/account/sign-in', 'HEAD');
    expect([head.status, head.html]).toEqual([200, '']);
    expect((await browser.send('/account/', 'GET')).status).toBe(200);
  });
});

describe('account forms', () => {
  test('an account can be created, used and deleted', async () => {
    const email = 'ada@example.org';
    const browser = new Browser(server.base);
    const { html: offer } = await browser.open('/account');
    for (const path of ['/account/sign-up', '/account/sign-in']) expect(offer).toContain(`href="${path}"`);
    await browser.open('/account/sign-up');
    const sent = await browser.submit('/account/sign-up', { email, password });
    expect(textIn(sent.html)).toContain('Check your email');
    // Only a browser on the server's own machine is shown the path of the outbox.
    expect(sent.html).not.toContain(server.home);
    browser.address = '127.0.0.1';
    expect((await browser.open('/account/check-email?for=confirm')).html).toContain(server.outbox);

    await browser.open('/account/sign-in');
    const early = await browser.submit('/account/sign-in', { email, password });
    expect([early.status, textIn(early.html).includes('Confirm your email address first')]).toEqual([422, true]);
    const link = await linkTo(server.outbox, email, 'Confirm');
    // Mail scanners open links: opening one does not confirm the account.
    await new Browser(server.base).open(link.pathname + link.search);
    expect((await browser.submit('/account/sign-in', { email, password })).status).toBe(422);
    await browser.open(link.pathname + link.search);
    const confirmed = await browser.submit('/account/confirm');
    expect(confirmed.html).toContain('<h1>Keys</h1>');
    expect(confirmed.html).toContain(email);
    const first = keyIn(confirmed.html);
    expect(confirmed.html.match(new RegExp(first, 'g'))).toHaveLength(4);
    expect(await statusWithKey(first)).toBe(200);
    expect(browser.cookie).not.toContain('sign_up');
    // The link still works, but shows no key again, and signs nobody else in.
    for (const one of [browser, new Browser(server.base)]) {
      await one.open(link.pathname + link.search);
      const second = await one.submit('/account/confirm');
      expect(textIn(second.html)).toContain('Your email address is confirmed');
      expect(keyIn(second.html)).toBe('');
      expect(second.html.includes('<h1>Sign in</h1>')).toBe(one !== browser);
    }
    expect((await browser.send('/account/sign-up', 'GET')).location).toBe('/account/keys');
    expect((await browser.open('/account/sign-in')).html).not.toContain('is confirmed');
    await browser.open('/account/keys');
    await browser.submit('/account/keys/revoke');
    expect(await statusWithKey(first)).toBe(401);

    await browser.open('/account/keys');
    const unnamed = await browser.submit('/account/keys', { name: ' ' });
    expect([unnamed.status, textIn(unnamed.html).includes('1 to 60 characters')]).toEqual([422, true]);
    const created = await browser.submit('/account/keys', { name: 'laptop <1>' });
    const key = keyIn(created.html);
    expect(created.html.match(new RegExp(key, 'g'))).toHaveLength(4);
    expect(created.html).toContain(`${server.base}/api/v1/satellites/25544`);
    expect(created.html).toContain('laptop &lt;1&gt;');
    expect(await statusWithKey(key)).toBe(200);
    const list = await browser.open('/account/keys');
    expect(list.html).not.toContain(key);
    expect(list.html).toContain(key.slice(0, 7));
    expect(list.html).not.toContain('action="/account/keys"');

    const rotated = await browser.submit('/account/keys/rotate', { overlap: '1' });
    const second = keyIn(rotated.html);
    expect(second).not.toBe(key);
    expect(textIn(rotated.html)).toContain('stays valid until');
    expect([await statusWithKey(key), await statusWithKey(second)]).toEqual([200, 200]);
    await browser.open('/account/keys');
    const revokeForms = (await browser.open('/account/keys')).html.split('action="/account/keys/revoke"');
    expect(revokeForms).toHaveLength(3);
    for (const part of revokeForms.slice(1)) {
      const key_id = /value="(key_\w+)"/.exec(part)![1]!;
      const { location } = await browser.post('/account/keys/revoke', { key_id });
      expect(textIn((await browser.open(location)).html)).toContain('refused from now on');
    }
    expect([await statusWithKey(key), await statusWithKey(second)]).toEqual([401, 401]);

    const usage = await browser.open('/account/usage');
    expect(usage.html.match(/class="bar"/g)).toHaveLength(30);
    expect(textIn(usage.html)).toMatch(/Today 4 of 1,000 requests/);

    const exported = await browser.send('/account/settings/export', 'GET');
    expect(exported.headers['content-disposition']).toMatch(/^attachment; filename="orbweaver-account-[\d-]+\.json"$/);
    const stored = JSON.parse(exported.html) as { account: { email: string }; keys: unknown[] };
    expect([stored.account.email, stored.keys.length]).toEqual([email, 3]);
    expect(exported.html).not.toContain(key);

    await browser.open('/account/settings');
    const refused = await browser.submit('/account/settings/delete', { current: 'not my password' });
    expect([refused.status, textIn(refused.html).includes('so nothing was deleted')]).toEqual([422, true]);
    const deleted = await browser.submit('/account/settings/delete', { current: password });
    expect(textIn(deleted.html)).toContain('Your account was deleted');
    expect(browser.cookie).toBe('');
    const gone = await browser.submit('/account/sign-in', { email, password });
    expect([gone.status, textIn(gone.html).includes('Incorrect email or password')]).toEqual([422, true]);
  });

  test('a forgotten password is reset by email, with a link that works once', async () => {
    const email = 'lost@example.org';
    const signedIn = await member(server, email);
    const browser = new Browser(server.base);
    await browser.open('/account/forgot');
    expect(textIn((await browser.submit('/account/forgot', { email })).html)).toContain('Check your email');
    const link = await linkTo(server.outbox, email, 'Reset your password');
    await browser.open(link.pathname + link.search);
    const weak = await browser.submit('/account/reset', { password: 'password1234' });
    expect([weak.status, textIn(weak.html).includes('data breaches')]).toEqual([422, true]);
    const set = await browser.submit('/account/reset', { password: 'five louder herons at noon' });
    expect(textIn(set.html)).toContain('Your new password is set');
    expect((await signedIn.send('/account/keys', 'GET')).location).toBe('/account/sign-in?next=/account/keys');
    const page = await browser.submit('/account/sign-in', { email, password: 'five louder herons at noon' });
    expect(page.html).toContain('<h1>Your account</h1>');
    await browser.open(link.pathname + link.search);
    const again = await browser.submit('/account/reset', { password: 'six more herons in the reeds' });
    expect([again.status, textIn(again.html).includes('has expired or was already used')]).toEqual([422, true]);
  });

  test('every link in an email leads to an existing page', async () => {
    const email = 'letters@example.org';
    const browser = await member(server, email);
    await browser.post('/account/forgot', { email });
    await new Browser(server.base).post('/account/sign-up', { email, password });
    const reset = await linkTo(server.outbox, email, 'Reset your password');
    await browser.post('/account/reset', {
      token: reset.searchParams.get('token')!,
      password: 'seven herons, all asleep',
    });
    for (const subject of ['Confirm', 'You already have an', 'Reset your', 'Your password was changed']) {
      const link = await linkTo(server.outbox, email, subject);
      expect(link.origin).toBe(server.base);
      expect([subject, (await new Browser(server.base).open(link.pathname + link.search)).status]).toEqual([
        subject,
        200,
      ]);
    }
  });

  test('sessions are listed, and can be ended singly or all but the current one', async () => {
    const email = 'sessions@example.org';
    const browser = await member(server, email);
    const others = await Promise.all(
      [1, 2].map(async () => {
        const other = new Browser(server.base);
        await other.post('/account/sign-in', { email, password });
        return other;
      }),
    );
    const stillSignedIn = async () =>
      Promise.all(others.map(async (other) => (await other.send('/account/keys', 'GET')).status === 200));
    expect(await stillSignedIn()).toEqual([true, true]);
    const { html } = await browser.open('/account/sessions');
    expect(textIn(html).match(/Firefox on Linux/g)!.length).toBeGreaterThanOrEqual(3);
    expect(html.match(/name="session_id"/g)).toHaveLength(2);
    // A form without a session id ends no session.
    expect((await browser.post('/account/sessions/end', {})).status).toBe(422);
    expect(await stillSignedIn()).toEqual([true, true]);
    await browser.submit('/account/sessions/end');
    expect((await stillSignedIn()).filter(Boolean)).toHaveLength(1);
    await browser.submit('/account/sessions/end-others');
    expect(await stillSignedIn()).toEqual([false, false]);
    expect((await browser.send('/account/keys', 'GET')).status).toBe(200);
  });

  test('a changed password ends the other sessions, and signing out ends this one on the server', async () => {
    const email = 'change@example.org';
    const browser = await member(server, email);
    const other = new Browser(server.base);
    await other.post('/account/sign-in', { email, password });
    await browser.open('/account/settings');
    const rejected = await browser.submit('/account/settings/password', {
      current: 'wrong herons',
      password: 'eight herons on one leg',
    });
    expect(textIn(rejected.html)).toContain('Incorrect current password');
    expect(rejected.html).not.toMatch(/wrong herons|eight herons/);
    const changed = await browser.submit('/account/settings/password', {
      current: password,
      password: 'eight herons on one leg',
    });
    expect(textIn(changed.html)).toContain('Your password was changed');
    expect((await other.send('/account/keys', 'GET')).status).toBe(303);
    const oldCookie = browser.cookie;
    await browser.open('/account');
    await browser.submit('/account/sign-out');
    expect(browser.cookie).toBe('');
    expect((await browser.send('/account/keys', 'GET', { Cookie: oldCookie })).status).toBe(303);
  });

  test('submitting the form for a key twice creates one key and shows it twice', async () => {
    const browser = await member(server, 'twice@example.org');
    const { html } = await browser.open('/account/keys');
    const form_id = /name="form_id" value="([^"]+)"/.exec(html)![1]!;
    const [one, two] = await Promise.all([1, 2].map(() => browser.post('/account/keys', { name: 'x', form_id })));
    expect(keyIn(one!.html)).toMatch(/^ow_/);
    expect(keyIn(two!.html)).toBe(keyIn(one!.html));
    const third = await browser.post('/account/keys', { name: 'y', form_id: 'another' });
    expect([third.status, textIn(third.html).includes('its one key')]).toEqual([422, true]);
  });
});

test('the message about a password names what makes it easy to guess', async () => {
  for (const [weak, reason] of [
    ['five louder herons at noon', null],
    ['too short', 'Use at least 12 characters'],
    ['satellite2024', 'a common word of this site and a recent year'],
    ['abcdefghijkl', 'a sequence'],
    ['aaaaaaaaaaaaa', 'characters that are repeated'],
    ['grace.hopper', 'your email address'],
    ['password1234', 'data breaches'],
  ] as const) {
    const browser = new Browser(server.base);
    await browser.open('/account/sign-up');
    const sent = await browser.submit('/account/sign-up', { email: 'grace.hopper@example.org', password: weak });
    expect([weak, sent.status]).toEqual([weak, reason === null ? 200 : 422]);
    expect(textIn(sent.html)).toContain(reason ?? 'Check your email');
    expect(sent.html.replace('value="grace.hopper@example.org"', '')).not.toContain(weak);
  }
});

describe('session cookies', () => {
  test('behind TLS, the session cookie is Secure, HttpOnly, SameSite=Lax and host-only', async () => {
    const secure = await accountServer(site, { ORBWEAVER_PUBLIC_URL: 'https://orbweaver.example' });
    try {
      const browser = new Browser(secure.base);
      await browser.post('/account/sign-up', { email: 'tls@example.org', password });
      const link = await linkTo(secure.outbox, 'tls@example.org', 'Confirm');
      expect(link.origin).toBe('https://orbweaver.example');
      const confirmed = await browser.post('/account/confirm', { token: link.searchParams.get('token')! });
      expect(confirmed.cookies).toEqual([
        'orbweaver-notice=confirmed; Max-Age=60; Path=/account; HttpOnly; SameSite=Lax; Secure',
      ]);
      const { cookies } = await browser.post('/account/sign-in', { email: 'tls@example.org', password });
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies)
        expect(cookie).toMatch(
          /^__Host-orbweaver\.\w+=[0-9A-Za-z]{32}\.\S+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        );
    } finally {
      await secure.close();
    }
  });

  test('each sign-in starts a new session, whatever cookie was sent', async () => {
    const email = 'fresh@example.org';
    const browser = await member(server, email);
    const before = browser.cookie;
    const { cookies } = await browser.post('/account/sign-in', { email, password });
    const tokens = cookies.map((cookie) => cookie.split(';')[0]!);
    for (const token of tokens) expect(before).not.toContain(token);
    const planted = 'orbweaver.session_token=planted.by-another';
    const response = await new Browser(server.base).post('/account/sign-in', { email, password }, { Cookie: planted });
    expect(response.cookies.join()).not.toContain('planted');
  });
});

describe('the account routes reject', () => {
  test('every form sent by another site, signed in or not', async () => {
    const email = 'csrf@example.org';
    const browser = await member(server, email);
    await browser.open('/account/keys');
    const key = keyIn((await browser.submit('/account/keys', { name: 'kept' })).html);
    const fields = { email, password, current: password, name: 'forged', session_id: 'x', key_id: 'x', overlap: '0' };
    for (const path of Object.keys(accountActions)) {
      const forged = [
        { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'none' },
      ];
      for (const headers of forged) {
        const response = await browser.post(path, fields, headers);
        expect([path, response.status, keyIn(response.html)]).toEqual([path, 403, '']);
        expect(textIn(response.html)).toContain('sent from another site');
      }
    }
    expect(await statusWithKey(key)).toBe(200);
    expect((await browser.send('/account/keys', 'GET')).status).toBe(200);
    expect((await browser.send('/account/keys/revoke', 'GET')).location).toBe('/account/keys');
  });

  test('bodies that are too large or not a form', async () => {
    const browser = new Browser(server.base);
    const large = await browser.post('/account/sign-in', { email: 'a@example.org', password: 'x'.repeat(20_000) });
    expect([large.status, large.headers.connection]).toEqual([413, 'close']);
    expect(textIn(large.html)).toContain('too long for the form');
    const chunked = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await browser.send('/account/sign-in', 'POST', chunked, 'a='.padEnd(40_000, 'x'))).status).toBe(413);
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
      expect([type, (await browser.send('/account/sign-in', 'POST', { 'Content-Type': type }, '{}')).status]).toEqual([
        type,
        415,
      ]);
  });

  test('unsupported methods, with the allowed ones', async () => {
    const browser = new Browser(server.base);
    expect((await browser.post('/account/usage', {})).status).toBe(405);
    expect((await browser.post('/satellites', {})).status).toBe(405);
    expect((await browser.post('/accounts', {})).status).toBe(405);
    const put = await browser.send('/account/keys', 'PUT');
    expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    for (const [path, allow] of [
      ['/account', 'GET, HEAD, OPTIONS'],
      ['/account/usage', 'GET, HEAD, OPTIONS'],
      ['/account/sign-out', 'GET, HEAD, POST, OPTIONS'],
      ['/account/sign-in/', 'GET, HEAD, POST, OPTIONS'],
    ] as const)
      for (const method of ['OPTIONS', 'PUT'])
        expect([path, (await browser.send(path, method)).headers.allow]).toEqual([path, allow]);
  });

  test('too many sign-in attempts, with Retry-After', async () => {
    const browser = new Browser(server.base);
    const attempts = [];
    for (let i = 0; i < 11; i++)
      attempts.push(await browser.post('/account/sign-in', { email: `t${i}@example.org`, password }));
    expect(attempts.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(422));
    expect(attempts[10]!.status).toBe(429);
    expect(Number(attempts[10]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(attempts[10]!.html).toContain('value="t10@example.org"');
    expect(attempts[10]!.html).not.toContain(password);
  });
});

describe('confidential data', () => {
  test('pages do not reveal who has an account', async () => {
    const email = 'known@example.org';
    await member(server, email);
    const normalize = (html: string, user: string) =>
      html.replaceAll(user, 'ADDRESS').replace(/value="[0-9a-f-]{36}"/g, '');
    const responseTo = async (action: string, user: string, secret: string) => {
      const { status, location, cookies, html } = await new Browser(server.base).post(action, {
        email: user,
        password: secret,
      });
      return { action, status, location, cookies, html: normalize(html, user) };
    };
    for (const action of ['/account/sign-up', '/account/sign-in', '/account/forgot', '/account/confirm/again'])
      expect(await responseTo(action, email, 'not the right herons')).toEqual(
        await responseTo(action, `un${action.replaceAll('/', '-')}${email}`, 'not the right herons'),
      );
  });

  test('the log has no email token, no key, and no password', async () => {
    const email = 'log@example.org';
    const browser = await member(server, email);
    const confirm = await linkTo(server.outbox, email, 'Confirm');
    await browser.open('/account/keys');
    const key = keyIn((await browser.submit('/account/keys', { name: 'x' })).html);
    await browser.post('/account/forgot', { email });
    const reset = await linkTo(server.outbox, email, 'Reset your password');
    await browser.open(reset.pathname + reset.search);
    await browser.send(`/account/reset${reset.search}%00`, 'GET');
    await browser.send(`/account/%ff${reset.search}`, 'GET');
    const log = JSON.stringify(server.lines);
    expect(log).toContain('/account/reset');
    const session = browser.cookie.split('=')[1]!.split('.')[0]!;
    for (const secret of [confirm, reset]
      .map(({ searchParams }) => searchParams.get('token')!)
      .concat(key, password, session, email))
      expect(log).not.toContain(secret);
  });
});

test('without accounts, every account page and form returns 503, and the rest of the site works', async () => {
  const without = await startServer(server.home, site);
  try {
    for (const page of Object.keys(accountPages)) {
      const response = await new Browser(without.base).send(page, 'GET');
      expect([page, response.status, response.headers['retry-after']]).toEqual([page, 503, '30']);
      expect(textIn(response.html)).toContain('Accounts are unavailable');
    }
    for (const action of Object.keys(accountActions))
      expect([action, (await new Browser(without.base).post(action, {})).status]).toEqual([action, 503]);
    expect((await ask(without.base, '/docs/')).status).toBe(200);
  } finally {
    await without.stop();
  }
});
