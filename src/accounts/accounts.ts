import { setTimeout as pause } from 'node:timers/promises';
import { OwnAccount } from './auth/own-account.ts';
import { People } from './auth/people.ts';
import type { PersonAuth } from './auth/person-auth.ts';
import { Connection, type Log } from './connection.ts';
import { Directory } from './keys/key-cache.ts';
import type { Admission, Ask } from './limits/admission.ts';
import { Guard } from './limits/guard.ts';
import { Meter } from './limits/meter.ts';
import type { SharedLimits } from './limits/shared-limits.ts';
import { Ledger } from './limits/usage-store.ts';
import { openMailer } from './mail/mailer.ts';
import { openDatabase } from './open-database.ts';
import { readSecret } from './secret.ts';

/** What accounts need from outside themselves. */
export interface AccountsOptions {
  /** The home folder: `accounts/` and `outbox/` are in it. */
  readonly home: string;
  /** PostgreSQL; undefined: SQLite in the home folder. */
  readonly databaseUrl: string | undefined;
  /** Redis, where several servers share limits; undefined: each counts alone. */
  readonly redisUrl: string | undefined;
  /** Where letters are handed in; undefined: they are files in `outbox/`. */
  readonly smtpUrl: string | undefined;
  /** Where visitors reach the site, without a slash at its end; undefined: where a request says, for this machine's own names. */
  readonly publicUrl: string | undefined;
  /** What signs sessions; undefined: made in the home folder on the first start. */
  readonly secret: string | undefined;
  /** Keyless requests of one address in a UTC day; 0 meters none. */
  readonly anonymousDailyQuota: number;
  /** Milliseconds since 1970. */
  now(): number;
  readonly log: Log;
}

/** How long closing waits for letters that are under way, ms. */
const lettersWait = 3000;

/** Accounts, keys and limits, opened. */
export interface Accounts {
  /**
   * Judges one API request before its route runs. It answers at once, or with a promise where the database has to be
   * asked (a key that this server has not seen) or Redis. It never throws.
   */
  admit(ask: Ask): Admission | Promise<Admission>;
  /** Signing up, in and out. */
  readonly people: People;
  /** The account of who is signed in. */
  readonly own: OwnAccount;
  /** Where letters are written as files; null where they are sent by SMTP. */
  readonly outbox: string | null;
  /** Whether keyed routes can be answered; false while the database can't be read or the secret is missing. */
  readonly ready: boolean;
  /** Hears at once what another process has changed, which otherwise takes up to a quarter of a second. */
  refresh(): Promise<void>;
  /** Writes what was counted, and closes everything. */
  close(): Promise<void>;
}

/**
 * Opens the accounts. An accounts database that can't be opened is no error: keyed requests are refused and public ones
 * served while it is tried again every second.
 */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { now, log } = options;
  const ledger = new Ledger();
  const directory = new Directory(ledger);
  const mailer = openMailer(options);
  const base = options.publicUrl === undefined ? 'http://localhost' : new URL(options.publicUrl).origin;
  const connection = new Connection({
    now,
    log,
    directory,
    ledger,
    async open(first) {
      const secret = readSecret(options.home, options.secret);
      const opened = await openDatabase(options, first);
      let auth: Promise<PersonAuth> | undefined;
      const openAuth = async () => {
        const { openPersonAuth } = await import('./auth/person-auth.ts');
        return openPersonAuth({ database: opened.people, secret, base, mailer, now });
      };
      const openOnce = () => {
        // What failed is tried again by the next who asks.
        auth ??= openAuth().catch((error: unknown) => {
          auth = undefined;
          throw error;
        });
        return auth;
      };
      return { ...opened, secret, auth: openOnce };
    },
  });
  const shared = await sharedLimits(options);
  const meter = new Meter(ledger, shared);
  const { anonymousDailyQuota } = options;
  const guard = new Guard({ now, knowledge: connection, directory, ledger, meter, anonymousDailyQuota });
  const people = new People(() => connection.opened?.auth ?? null, options.publicUrl, base);
  const own = new OwnAccount({
    people,
    now,
    database: () => connection.database,
    refresh: () => connection.hear(),
    flush: () => connection.flush(),
  });
  await connection.start();
  return {
    admit: (ask) => guard.admit(ask),
    people,
    own,
    outbox: mailer.outbox,
    get ready() {
      return connection.database !== null;
    },
    refresh: () => connection.hear(),
    async close() {
      await Promise.race([mailer.idle(), pause(lettersWait, undefined, { ref: false })]);
      await connection.close();
      await shared?.close();
    },
  };
}

/** Redis, where it is set. What speaks to it, to PostgreSQL, to mail servers and to browsers is loaded where it is needed. */
async function sharedLimits({ redisUrl, log }: AccountsOptions): Promise<SharedLimits | null> {
  if (redisUrl === undefined) return null;
  const { openRedisLimits } = await import('./limits/redis-limits.ts');
  return openRedisLimits(redisUrl, log);
}
