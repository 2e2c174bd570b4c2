import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, type AccountsOptions, openAccounts } from '../../src/accounts/accounts.ts';
import { createConfirmedAccount, setTier } from '../../src/accounts/auth/account-store.ts';
import type { Visitor } from '../../src/accounts/auth/visitor.ts';
import type { Database } from '../../src/accounts/database.ts';
import { createKey } from '../../src/accounts/keys/key-store.ts';
import type { Admission, AuthRequest } from '../../src/accounts/limits/admission.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';

/** Noon UTC of a day, the start of a test's clock. */
export const noon = Date.UTC(2026, 7, 22, 12);
const testSecret = 'a secret of the tests, longer than 32 characters';

/** Accounts in their own folder, with a second database connection that acts as another process. */
export interface AccountWorld {
  readonly home: string;
  /** ms since 1970; set it to move the clock. */
  time: number;
  readonly log: string[];
  /** Delays of sign-ins after wrong passwords, ms; recorded, not slept. */
  readonly delays: number[];
  readonly accounts: Accounts;
  /** Another process's connection. */
  readonly other: Database;
  readonly options: AccountsOptions;
  /** Opens the accounts of the same home again, as another server does. */
  another(settings?: Partial<AccountsOptions>): Promise<Accounts>;
  close(): Promise<void>;
}

export async function accountWorld(settings: Partial<AccountsOptions> = {}): Promise<AccountWorld> {
  const home = await mkdtemp(join(tmpdir(), 'orbweaver-accounts-'));
  const log: string[] = [];
  const delays: number[] = [];
  const logAt = (level: string) => (facts: object, message: string) =>
    void log.push(`${level} ${message} ${JSON.stringify(facts)}`);
  const opened: { close(): Promise<void> }[] = [];
  const options: AccountsOptions = {
    home,
    databaseUrl: undefined,
    secret: testSecret,
    smtpUrl: undefined,
    publicUrl: 'https://orbweaver.example',
    anonymousDailyQuota: 50,
    anonymousAccess: 'public',
    webhookNetworks: [],
    now: () => world.time,
    sleep: async (milliseconds) => void delays.push(milliseconds),
    log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    ...settings,
  };
  const closeLater = <T extends { close(): Promise<void> }>(resource: T): T => {
    opened.push(resource);
    return resource;
  };
  const world = { home, time: noon, log, delays, options } as {
    -readonly [Name in keyof AccountWorld]: AccountWorld[Name];
  };
  world.accounts = closeLater(await openAccounts(options));
  if (world.accounts.ready) world.other = closeLater(await openDatabase(options, true));
  world.another = async (more = {}) => closeLater(await openAccounts({ ...options, ...more }));
  world.close = async () => {
    for (const resource of opened.reverse()) await resource.close();
    await rm(home, { recursive: true, force: true });
  };
  return world;
}

let holders = 0;

/** Creates an account with a key, and with its own limits if they are given. */
export async function holder(
  world: AccountWorld,
  limits?: { daily: number; burst: number },
): Promise<{ key: string; keyId: string; accountId: string; email: string }> {
  const email = `person${++holders}@example.org`;
  const accountId = await createConfirmedAccount(world.other, email, 'free', world.time);
  if (limits) await setTier(world.other, accountId, { tier: 'enterprise', ...limits }, world.time);
  const { key, key_id } = await createKey(world.other, accountId, 'test', world.time);
  return { key, keyId: key_id, accountId, email };
}

/** A request with a key to a keyed route. */
export const withKey = (key: string, more: Partial<AuthRequest> = {}): AuthRequest => ({
  authorization: `Bearer ${key}`,
  apiKey: undefined,
  address: '192.0.2.1',
  access: 'keyed',
  burst: true,
  sameOrigin: false,
  ...more,
});

/** A request without a key to a public route. */
export const keyless = (address = '192.0.2.1', more: Partial<AuthRequest> = {}): AuthRequest => ({
  ...withKey(''),
  authorization: undefined,
  address,
  access: 'public',
  burst: true,
  ...more,
});

/** Sends one request and settles it; returns the status, or the error code if the request is refused. */
export async function statusOf(accounts: Accounts, request: AuthRequest, status = 200): Promise<number | string> {
  const admission = await accounts.admit(request);
  if (!admission.admitted) return admission.code;
  admission.settle(status);
  return status;
}

export const headerOf = (admission: Admission, name: string): string | undefined =>
  admission.headers.find(([header]) => header === name)?.[1];

/** A browser on the site that keeps its cookies between responses. */
export function browser(
  origin = 'https://orbweaver.example',
  address = '192.0.2.7',
): Visitor & { keep(cookies: readonly string[]): void } {
  const jar = new Map<string, string>();
  return {
    origin,
    address,
    get headers() {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      return {
        cookie: cookie === '' ? undefined : cookie,
        origin,
        'sec-fetch-site': 'same-origin',
        'user-agent': 'a test',
      };
    },
    keep(cookies: readonly string[]) {
      for (const cookie of cookies) {
        const [pair = ''] = cookie.split(';');
        const at = pair.indexOf('=');
        if (/max-age=0/i.test(cookie)) jar.delete(pair.slice(0, at));
        else jar.set(pair.slice(0, at), pair.slice(at + 1));
      }
    },
  };
}
