import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { addressRule, type PostWebhook, webhookPost } from '../features/webhooks/post-webhook.ts';
import { Webhooks } from '../features/webhooks/webhooks.ts';
import { alone, type Peers } from '../peers.ts';
import { SecurityLog } from './audit-log.ts';
import { AccountForms } from './auth/account-forms.ts';
import { Authentication } from './auth/authentication.ts';
import { OwnAccount } from './auth/own-account.ts';
import { SecondFactors } from './auth/second-factors.ts';
import { Connection, type Log } from './connection.ts';
import { Digests } from './digest/digests.ts';
import { type FeedRecord, findFeed } from './feeds/feed-store.ts';
import { KeyCache } from './keys/key-cache.ts';
import { KeyNetworks } from './keys/key-networks.ts';
import type { Admission, AuthRequest } from './limits/admission.ts';
import { Guard } from './limits/guard.ts';
import { Meter } from './limits/meter.ts';
import { SecondLimiter } from './limits/second-limiter.ts';
import { UsageStore } from './limits/usage-store.ts';
import { type Mailer, openMailer } from './mail/mailer.ts';
import { openDatabase } from './open-database.ts';
import { readSecret } from './secret.ts';

/** Settings and dependencies of the accounts. */
export interface AccountsOptions
  extends Pick<
    Config,
    | 'home'
    | 'databaseUrl'
    | 'smtpUrl'
    | 'publicUrl'
    | 'secret'
    | 'anonymousDailyQuota'
    | 'anonymousAccess'
    | 'webhookNetworks'
  > {
  /** Milliseconds since 1970. */
  now(): number;
  readonly log: Log;
  /** Delays sign-in attempts after wrong passwords; a timer by default. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Sends a webhook's message; over the network by default. */
  readonly postWebhook?: PostWebhook;
  /** How long a server reserves a message that it is sending, ms; 20 s by default. */
  readonly webhookLeaseMilliseconds?: number;
  /** The other server processes on this port; none by default. */
  readonly peers?: Peers;
}

/** How long closing waits for emails that are being sent, ms. */
const MAIL_TIMEOUT_MILLISECONDS = 3000;

/** Accounts, keys and limits, opened. */
export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/**
 * Opens the accounts. If the database can't be opened, keyed requests are rejected, public ones are served, and opening
 * is retried every second.
 */
export async function openAccounts(options: AccountsOptions) {
  const { now, log, publicUrl, anonymousDailyQuota, peers = alone } = options;
  const usage = new UsageStore();
  const keys = new KeyCache(usage);
  const events = new SecurityLog();
  const networks = new KeyNetworks(events);
  const mailer = openMailer(options);
  const connection = new Connection({
    now,
    log,
    keys,
    usage,
    networks,
    events,
    open: async (first) => ({
      secret: readSecret(options.home, options.secret),
      database: await openDatabase(options, first),
    }),
  });
  const guard = new Guard({
    now,
    source: connection,
    keys,
    usage,
    meter: new Meter(usage, new SecondLimiter(peers, now)),
    anonymousDailyQuota,
    anonymousAccess: options.anonymousAccess,
    newNetwork: (key, network, at) => networks.add(key, network, at),
    peers,
  });
  const forms = new AccountForms({ open: () => connection.opened, now, log });
  const people = new Authentication({
    forms,
    open: () => connection.opened,
    publicUrl,
    mailer,
    now,
    log,
    events,
    refresh: () => connection.loadChanges(),
    sleep: options.sleep ?? ((milliseconds) => pause(milliseconds, undefined, { ref: false })),
  });
  const factors = new SecondFactors({ forms, authentication: people, mailer, events, publicUrl, now });
  const webhooks = openWebhooks(options, connection, mailer);
  const digests = new Digests({ open: () => connection.opened, now, log, mailer, publicUrl });
  const own = new OwnAccount({
    authentication: people,
    mailer,
    publicUrl,
    now,
    database: () => connection.database,
    refresh: () => connection.loadChanges(),
    flush: () => connection.flush(),
    log,
  });
  await connection.start();
  if (peers.isLeader) webhooks.start();
  return {
    /**
     * Admits or rejects one API request before its route runs. Synchronous unless the database is needed, for a key that this
     * server has not seen, or another server process, for a limit per second. Never throws.
     */
    admit: (request: AuthRequest): Admission | Promise<Admission> =>
      isOfOwnPages(request)
        ? own
            .newestKeyHash({ address: request.address, origin: '', headers: { cookie: request.cookie } })
            .then((keyHash) => guard.admit({ ...request, keyHash }))
        : guard.admit(request),
    /** Signing up, in and out. */
    people,
    /** Second factors. */
    factors,
    /** The signed-in visitor's own account. */
    own,
    /** Webhooks: messages to owners' URLs when the catalog changes. */
    webhooks,
    /** The things that accounts follow, and the emails about them. */
    digests,
    /** A feed by its id; null if there is no such feed, or while the database cannot be read. */
    async feed(feedId: string): Promise<FeedRecord | null> {
      const { database } = connection;
      return database ? findFeed(database, feedId) : null;
    },
    /** The folder that emails are written to; null if they are sent by SMTP. */
    outbox: mailer.outbox,
    /** Whether keyed routes can be answered; false while the database can't be read or the secret is missing. */
    get ready() {
      return connection.database !== null;
    },
    /** True while the operator has paused the API: keyed and public routes respond 503. */
    get paused() {
      return keys.paused;
    },
    /** Loads changes by other processes now; otherwise they are noticed within a quarter of a second. */
    refresh: () => connection.loadChanges(),
    /** Stops sending webhooks and emails, writes pending counts, and closes the database. */
    async close(): Promise<void> {
      await webhooks.stop();
      await Promise.race([mailer.idle(), pause(MAIL_TIMEOUT_MILLISECONDS, undefined, { ref: false })]);
      await connection.close();
    },
  };
}

function openWebhooks(
  { now, log, publicUrl, webhookNetworks, postWebhook, webhookLeaseMilliseconds, peers = alone }: AccountsOptions,
  connection: Connection,
  mailer: Mailer,
): Webhooks {
  const allowed = addressRule(webhookNetworks);
  const allowsHttp = webhookNetworks.length > 0;
  return new Webhooks({
    open: () => connection.opened,
    now,
    log,
    mailer,
    publicUrl,
    allowed,
    allowsHttp,
    post: postWebhook ?? webhookPost({ allowed, localNames: allowsHttp }),
    leaseMilliseconds: webhookLeaseMilliseconds,
    peers,
  });
}

/** Whether a keyed request without a key comes from the site’s own pages, with the cookies of its visitor. */
const isOfOwnPages = ({ access, sameOrigin, cookie, authorization, apiKey }: AuthRequest): boolean =>
  access === 'keyed' && sameOrigin && cookie !== undefined && authorization === undefined && apiKey === undefined;
