import { isIP } from 'node:net';
import { audit, byOwner } from '../../accounts/audit-log.ts';
import { findAccount } from '../../accounts/auth/account-store.ts';
import type { Log, OpenAccounts } from '../../accounts/connection.ts';
import { AccountProblem, type Database, sql } from '../../accounts/database.ts';
import { limitsOf } from '../../accounts/keys/tier.ts';
import { FixedWindowLimiter } from '../../accounts/limits/fixed-window-limiter.ts';
import { webhookDisabledEmail } from '../../accounts/mail/emails.ts';
import type { Mailer } from '../../accounts/mail/mailer.ts';
import { alone, type Peers } from '../../peers.ts';
import { formatCount } from '../../schema/plain-text.ts';
import {
  type Attempt,
  type Claim,
  type DeliveryRecord,
  delivered,
  enqueue,
  listDeliveries,
  newDeliveryId,
  type QueuedMessage,
  recordTest,
} from './delivery-queue.ts';
import { type AddressRule, ATTEMPT_MILLISECONDS, type PostWebhook } from './post-webhook.ts';
import { WebhookSender, type WebhookWork, webhookSecret } from './webhook-sender.ts';
import {
  createWebhook,
  deleteWebhook,
  type Followed,
  findWebhook,
  listWebhooks,
  longestSecretOverlapHours,
  rotateSecret,
  secretSalts,
  updateWebhook,
  type WebhookChanges,
  type WebhookRecord,
  type WebhookSettings,
  webhooksBehind,
} from './webhook-store.ts';

/** A webhook with its secret: the only time that it is available. */
export interface NewWebhook {
  readonly webhook: WebhookRecord;
  readonly secret: string;
}

/** The accounts can't be read now. */
export class WebhooksUnavailable extends Error {
  override name = 'WebhooksUnavailable';
}

/** The account has reached its current limit of tests. */
export class TooManyTests extends AccountProblem {
  override name = 'TooManyTests';
  /** Seconds. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super(`An account sends ${testLimit.count} tests an hour at most. Wait a while, then try again.`);
    this.retryAfter = retryAfter;
  }
}

/** The URL cannot be used for a webhook. */
export class WebhookUrlProblem extends AccountProblem {
  override name = 'WebhookUrlProblem';
}

const MAX_URL_LENGTH = 2000;

/** Limit of test messages per account, because a URL may belong to another person. */
export const testLimit = { count: 60, milliseconds: 3_600_000 } as const;
/** Maximum number of pending messages of a webhook; later changes are queued once there is room. */
export const MAX_PENDING = 100;
/** A release dated later than this from now was made while the clock ran ahead, ms. */
const MAX_AHEAD_MILLISECONDS = 86_400_000;

interface WebhookParts {
  readonly open: () => OpenAccounts | null;
  readonly now: () => number;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly publicUrl: string | undefined;
  readonly post: PostWebhook;
  readonly allowed: AddressRule;
  /** Whether the operator allows networks of their own, and so http. */
  readonly allowsHttp: boolean;
  readonly leaseMilliseconds?: number | undefined;
  /** The other server processes on this port; none by default. */
  readonly peers?: Peers;
}

/** Webhooks of accounts: managed by their owners, filled when a release is published, and sent. */
export class Webhooks {
  readonly #parts: WebhookParts;
  readonly #sender: WebhookSender;
  readonly #tests: FixedWindowLimiter;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    const { peers = alone } = parts;
    this.#tests = new FixedWindowLimiter(testLimit.count, testLimit.milliseconds, peers.channel('webhook tests'));
    this.#sender = new WebhookSender({
      open: parts.open,
      now: parts.now,
      log: parts.log,
      post: parts.post,
      userAgent: `Orbweaver-Webhooks/1.0${parts.publicUrl ? ` (+${parts.publicUrl}/docs/webhooks/)` : ''}`,
      // Longer than an attempt and the writes around it.
      leaseMilliseconds: parts.leaseMilliseconds ?? 2 * ATTEMPT_MILLISECONDS,
      disabled: (claim, reason) => this.#tellOwner(claim, reason),
    });
  }

  start(): void {
    this.#sender.start();
  }

  stop(): Promise<void> {
    return this.#sender.stop();
  }

  /** Sends until nothing is due. */
  send(): Promise<void> {
    return this.#sender.run();
  }

  /** Messages that this process has sent since its start, and is sending now. */
  get work(): WebhookWork {
    return this.#sender.work;
  }

  /** The account that owns a key; null if the key was deleted. Throws WebhooksUnavailable, as every method does. */
  async accountOf(keyId: string): Promise<string | null> {
    const [row] = await this.#database.rows<{ account_id: string }>(
      sql`select account_id from api_key where key_id = ${keyId}`,
    );
    return row?.account_id ?? null;
  }

  /** The webhooks of an account, oldest first. */
  list(accountId: string): Promise<WebhookRecord[]> {
    return listWebhooks(this.#database, accountId);
  }

  /** One webhook; null if the account has none with this id. */
  find(accountId: string, id: string): Promise<WebhookRecord | null> {
    return findWebhook(this.#database, accountId, id);
  }

  /** Creates a webhook that receives the changes after `release`. Throws AccountProblem. */
  async create(
    accountId: string,
    settings: WebhookSettings,
    release: { readonly id: string; readonly at: number },
  ): Promise<NewWebhook> {
    this.#checkUrl(settings.url);
    const now = this.#parts.now();
    const account = await findAccount(this.#database, { account_id: accountId }, now);
    if (account?.suspended_at) throw new AccountProblem('This account is suspended: it cannot create webhooks.');
    const most = limitsOf(account?.tier ?? '', null, null).webhooks;
    const id = await createWebhook(this.#database, accountId, settings, { most, now, release });
    await this.#log(accountId, 'webhooks create', id);
    return this.#withSecret(accountId, id);
  }

  /**
   * Changes the given settings; null if the account has no such webhook. A URL, or enabling it, sends pending messages now, as often in
   * an hour as test messages. Throws AccountProblem.
   */
  async update(accountId: string, id: string, changes: WebhookChanges): Promise<WebhookRecord | null> {
    if (changes.url !== undefined) this.#checkUrl(changes.url);
    const now = this.#parts.now();
    const asksRetry = changes.url !== undefined || changes.enabled === true;
    const retry = asksRetry && this.#tests.take(accountId, now) === 0;
    if (!(await updateWebhook(this.#database, accountId, id, changes, { now, retry }))) return null;
    await this.#log(accountId, 'webhooks update', id);
    return this.find(accountId, id);
  }

  /** Deletes a webhook and its log; false if the account has no such webhook. */
  async delete(accountId: string, id: string): Promise<boolean> {
    const deleted = await deleteWebhook(this.#database, accountId, id);
    if (deleted) await this.#log(accountId, 'webhooks delete', id);
    return deleted;
  }

  /** Replaces the secret; the previous one signs for `overlapHours` too. Null without such a webhook. Throws AccountProblem. */
  async rotate(accountId: string, id: string, overlapHours: number): Promise<NewWebhook | null> {
    if (!(overlapHours >= 0 && overlapHours <= longestSecretOverlapHours))
      throw new AccountProblem(`The overlap is 0 to ${longestSecretOverlapHours} hours.`);
    if (!(await rotateSecret(this.#database, accountId, id, overlapHours, this.#parts.now()))) return null;
    await this.#log(accountId, 'webhooks rotate', id);
    return this.#withSecret(accountId, id);
  }

  /** The log of a webhook, newest first; null if the account has no such webhook. */
  async deliveries(
    accountId: string,
    id: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ total: number; deliveries: DeliveryRecord[] } | null> {
    if (!(await this.find(accountId, id))) return null;
    return listDeliveries(this.#database, id, page);
  }

  /**
   * Sends a test message once, whatever is pending; null if the account has no such webhook. Throws TooManyTests, and AccountProblem if
   * the account is suspended or the API is paused.
   */
  async test(accountId: string, id: string): Promise<DeliveryRecord | null> {
    const opened = this.#opened;
    const webhook = await this.find(accountId, id);
    const salts = webhook && (await secretSalts(opened.database, id));
    if (!webhook || !salts) return null;
    await this.#checkSending(accountId);
    const delivery_id = newDeliveryId();
    const at = this.#parts.now();
    const retryAfter = this.#tests.take(accountId, at);
    if (retryAfter > 0) throw new TooManyTests(retryAfter);
    const body = JSON.stringify({
      type: 'webhook.test',
      timestamp: new Date(at).toISOString(),
      data: { webhook_id: id },
    });
    const sent = await this.#sender.post(opened, { ...webhook, ...salts }, { id: delivery_id, body });
    const { outcome } = sent;
    const attempt: Attempt = { at: sent.at, ...outcome, milliseconds: Math.round(sent.milliseconds) };
    const message = { delivery_id, type: 'webhook.test', release_id: null, events: 0 };
    await recordTest(opened.database, id, message, { ...attempt, ...outcome });
    return {
      ...message,
      created_at: sent.at,
      delivered_at: delivered(outcome) ? sent.at : null,
      pending: false,
      attempts: [attempt],
    };
  }

  /** Webhooks that have not seen the release, or the search of close approaches, of a time, and have room for more messages. */
  behind(followed: Followed, at: number): Promise<WebhookRecord[]> {
    const latest = this.#parts.now() + MAX_AHEAD_MILLISECONDS;
    return webhooksBehind(this.#database, followed, { at, latest, most: MAX_PENDING });
  }

  /** Queues messages for a webhook and moves it to the release or search `to`, in one transaction. */
  enqueue(
    webhook: Pick<WebhookRecord, 'webhook_id' | 'release_at' | 'run_at'>,
    messages: readonly Omit<QueuedMessage, 'delivery_id'>[],
    followed: Followed,
    to: { readonly id: string; readonly at: number },
  ): Promise<void> {
    return enqueue(this.#database, webhook, messages, { followed, to, now: this.#parts.now() });
  }

  /** Throws AccountProblem if nothing is sent for an account now. */
  async #checkSending(accountId: string): Promise<void> {
    const [state] = await this.#database.rows<{ suspended: number; paused: number }>(
      sql`select (select count(*) from account where account_id = ${accountId} and suspended_at is not null) as suspended,
            (select count(*) from service_state where paused_at is not null) as paused`,
    );
    if (state?.suspended) throw new AccountProblem('This account is suspended: nothing is sent for it.');
    if (state?.paused) throw new AccountProblem('The API is paused: nothing is sent. Try again when it is not.');
  }

  /** A host name is resolved when a message is sent; an address is checked here too. */
  #checkUrl(text: string): void {
    const { allowed, allowsHttp } = this.#parts;
    const url = URL.canParse(text) ? new URL(text) : null;
    const isHttp = url?.protocol === 'https:' || (allowsHttp && url?.protocol === 'http:');
    if (!url || !isHttp || text.length > MAX_URL_LENGTH)
      throw new WebhookUrlProblem(
        `The URL of a webhook is an ${allowsHttp ? 'https or http' : 'https'} URL of at most ${formatCount(MAX_URL_LENGTH)} characters.`,
      );
    if (url.username !== '' || url.password !== '' || url.hash !== '')
      throw new WebhookUrlProblem('The URL of a webhook has no user, password, or fragment.');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !allowed(host, url.protocol))
      throw new WebhookUrlProblem('Webhooks may not be sent to this IP address: it is not on the public internet.');
  }

  async #withSecret(accountId: string, id: string): Promise<NewWebhook> {
    const { database, secret } = this.#opened;
    const [webhook, salts] = [await findWebhook(database, accountId, id), await secretSalts(database, id)];
    if (!webhook || !salts) throw new AccountProblem('This webhook was deleted.');
    return { webhook, secret: webhookSecret(secret, id, salts.secret_salt) };
  }

  async #tellOwner({ account_id, url }: Claim, reason: 'failing' | 'gone'): Promise<void> {
    const { mailer, publicUrl, now } = this.#parts;
    const account = await findAccount(this.#database, { account_id }, now());
    if (account) mailer.send(account.email, webhookDisabledEmail(`${publicUrl ?? ''}/account/webhooks`, url, reason));
  }

  async #log(account_id: string, action: string, webhook_id: string): Promise<void> {
    await audit(this.#database, byOwner({ at: this.#parts.now(), action, account_id, details: { webhook_id } }));
  }

  get #opened(): OpenAccounts {
    const opened = this.#parts.open();
    if (!opened) throw new WebhooksUnavailable('the accounts database is unavailable');
    return opened;
  }

  get #database(): Database {
    return this.#opened.database;
  }
}
