import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openGateway, type PeopleAccounts } from '../../../src/http/accounts-gateway.ts';
import type { Site } from '../../../src/http/pages/site.ts';
import { textOf } from '../../accounts/services.ts';
import { copySample } from '../../pipeline/sample-build.ts';
import { until } from '../../until.ts';
import { makeHome, removeHome } from '../release-folder.ts';
import { type RunningServer, startServer } from '../running-server.ts';

export const password = 'four quiet herons at dawn';

/** A server with real accounts and the sample catalog in a folder of its own. Emails are files in its outbox. */
export interface AccountServer extends RunningServer {
  readonly home: string;
  readonly outbox: string;
  readonly accounts: PeopleAccounts;
  close(): Promise<void>;
}

/** Starts the server; with `ORBWEAVER_PUBLIC_URL` set, it has no catalog. */
export async function accountServer(
  site: Site,
  settings: Readonly<Record<string, string>> = { ORBWEAVER_TRUST_PROXY: 'on' },
): Promise<AccountServer> {
  const home = settings.ORBWEAVER_PUBLIC_URL ? await makeHome() : await copySample();
  const config = readConfig({ ORBWEAVER_HOME: home, ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0', ...settings }, '/nowhere');
  const gateway = await openGateway(config, { now: Date.now, log: pino({ level: 'silent' }) });
  const server = await startServer(home, site, undefined, gateway, config.publicUrl);
  return {
    ...server,
    home,
    outbox: join(home, 'outbox'),
    accounts: gateway.accounts!,
    async close() {
      await server.stop();
      await gateway.close();
      await removeHome(home);
    },
  };
}

/** The link in the newest email to an address whose subject starts with this text. */
export async function linkTo(outbox: string, email: string, subject: string): Promise<URL> {
  const emails = () => {
    try {
      return readdirSync(outbox).filter((name) => !name.startsWith('.'));
    } catch {
      return [];
    }
  };
  const found = () =>
    emails()
      .sort()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .findLast((text) => text.includes(`To: ${email}`) && text.includes(`Subject: ${subject}`));
  await until(() => found() !== undefined);
  return new URL(/^https?:\S+$/m.exec(textOf(found()!))![0]);
}

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cookies: readonly string[];
  /** Target of a redirect; empty for a page. */
  readonly location: string;
  readonly html: string;
}

let addresses = 0;

/** A browser without scripts: stores cookies, sends hidden fields, and has an IP address of its own. */
export class Browser {
  readonly #base: string;
  readonly #jar = new Map<string, string>();
  #page: Page | null = null;
  address = `198.51.${100 + (++addresses >> 8)}.${addresses & 255}`;

  constructor(base: string) {
    this.#base = base;
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request without following redirects. */
  async send(path: string, method: string, headers: Record<string, string> = {}, body = ''): Promise<Page> {
    const { hostname, port } = new URL(this.#base);
    const own = {
      ...(this.address !== '127.0.0.1' && { 'X-Forwarded-For': this.address }),
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(this.cookie !== '' && { Cookie: this.cookie }),
      ...(body !== '' && !('Transfer-Encoding' in headers) && { 'Content-Length': String(Buffer.byteLength(body)) }),
    };
    const page = await new Promise<Page>((resolve, reject) => {
      const sent = request(
        { hostname, port, path, method, headers: { ...own, ...headers }, agent: false },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              cookies: response.headers['set-cookie'] ?? [],
              location: response.headers.location ?? '',
              html: Buffer.concat(parts).toString('utf8'),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
    for (const cookie of page.cookies) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(cookie)) this.#jar.delete(pair.slice(0, at));
      else this.#jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return page;
  }

  /** Opens a page, following redirects. */
  async open(path: string): Promise<Page> {
    let page = await this.send(path, 'GET');
    for (let hops = 0; page.status === 303 && hops < 5; hops++) page = await this.send(page.location, 'GET');
    this.#page = page;
    return page;
  }

  /** Sends a form with these fields, without following redirects. */
  post(action: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams(fields).toString();
    const own = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: this.#base,
      'Sec-Fetch-Site': 'same-origin',
    };
    return this.send(action, 'POST', { ...own, ...headers }, body);
  }

  /** Fills in a form of the open page, sends it, and follows redirects. */
  async submit(action: string, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    const html = this.#page?.html ?? '';
    const forms = html.split('<form ').slice(1);
    const form = forms
      .map((part) => part.slice(0, part.indexOf('</form>')))
      .find((one) => one.includes(`action="${action}"`));
    if (!form) throw new Error(`the page has no form for ${action}`);
    const values: Record<string, string> = {};
    for (const [tag] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
      values[/name="([^"]*)"/.exec(tag)![1]!] = (/value="([^"]*)"/.exec(tag)?.[1] ?? '').replace(/&amp;|&#38;/g, '&');
    for (const name of Object.keys(fields)) expect(form).toContain(`name="${name}"`);
    const response = await this.post(action, { ...values, ...fields });
    if (response.status === 303) return this.open(response.location);
    this.#page = response;
    return response;
  }
}

/** Signs up, confirms the address in another browser, which creates no key, and signs in, through the pages. */
export async function member(
  { base, outbox }: Pick<AccountServer, 'base' | 'outbox'>,
  email: string,
): Promise<Browser> {
  const browser = new Browser(base);
  await browser.open('/account/sign-up');
  await browser.submit('/account/sign-up', { email, password });
  const link = await linkTo(outbox, email, 'Confirm');
  const other = new Browser(base);
  await other.open(link.pathname + link.search);
  await other.submit('/account/confirm');
  await browser.open('/account/sign-in');
  const page = await browser.submit('/account/sign-in', { email, password });
  expect(page.html).toContain(email);
  return browser;
}
