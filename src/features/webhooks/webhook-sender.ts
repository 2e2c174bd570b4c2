import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log, OpenAccounts } from '../../accounts/connection.ts';
import {
  type Claim,
  claim,
  type DueWebhook,
  delivered,
  dueWebhooks,
  HOLDING_ATTEMPTS,
  type Next,
  recordAttempt,
  release,
} from './delivery-queue.ts';
import type { PostOutcome, PostWebhook, WebhookMessage } from './post-webhook.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** The delays after failed attempts, ms: the schedule of Standard Webhooks. The last one repeats. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** A webhook is disabled after failing for this long, ms; a message that fails for as long on its own is not retried. */
export const FAILING_MILLISECONDS = 7 * 24 * hour;
/**
 * Messages that are sent concurrently, each to a different webhook: of all accounts, of one account, and to webhooks whose last attempt
 * failed.
 */
export const sendingLimits = { all: 64, ofAccount: 4, failing: 48 } as const;
/** The share of its lease after which an attempt that has no outcome is recorded as failed. */
const OVERDUE_SHARE = 0.75;
/** How often to look for messages that are due, ms. */
const LOOK_MILLISECONDS = 1000;
/** The receiver has removed the URL permanently. */
const GONE = 410;

interface SenderParts {
  /** The database and the secret; null while they are unavailable. */
  readonly open: () => OpenAccounts | null;
  readonly now: () => number;
  readonly log: Log;
  readonly post: PostWebhook;
  readonly userAgent: string;
  /** How long a process may keep a message that it has claimed, ms: longer than an attempt. Then another process may send it. */
  readonly leaseMilliseconds: number;
  /** Called after a webhook was disabled. */
  readonly disabled: (claim: Claim, reason: 'failing' | 'gone') => Promise<void>;
}

/** Attempts since the start of this process, by outcome: `stuck` ones had none in time. */
export interface WebhookWork {
  readonly attempts: Readonly<Record<'delivered' | 'failed' | 'stuck', number>>;
  /** Messages being sent now. */
  readonly sending: number;
}

/** The fields of a claim that are required to sign and send its message. */
type Signed = Pick<Claim, 'webhook_id' | 'url' | 'secret_salt' | 'previous_salt' | 'previous_until'>;

/**
 * Sends queued messages. Each is claimed, sent, and recorded: if a process is killed in between, the next one sends it with
 * the same id. A webhook's messages are sent sequentially in the order of the queue; one that fails blocks those behind it
 * for three attempts.
 */
export class WebhookSender {
  readonly #parts: SenderParts;
  readonly #stopping = new AbortController();
  readonly #attempts = { delivered: 0, failed: 0, stuck: 0 };
  /** The webhooks that a message is being sent to. */
  readonly #active = new Map<string, { readonly failing: boolean; readonly sending: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  get work(): WebhookWork {
    return { attempts: { ...this.#attempts }, sending: this.#active.size };
  }

  start(): void {
    this.#timer = setInterval(() => void this.run(), LOOK_MILLISECONDS).unref();
  }

  /** Sends until nothing is due. Concurrent callers share one run. Never throws. */
  run(): Promise<void> {
    this.#running ??= this.#sendDue()
      .catch((error: Error) => this.#warn(error))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  /** Aborts attempts in progress, and starts no new ones. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Signs and sends a message once. */
  async post(
    { secret }: OpenAccounts,
    { webhook_id, url, secret_salt, previous_salt, previous_until }: Signed,
    { id, body }: { readonly id: string; readonly body: string },
  ): Promise<{ at: number; outcome: PostOutcome; milliseconds: number }> {
    const { now, userAgent } = this.#parts;
    const at = now();
    const salts = previous_salt !== null && (previous_until ?? 0) > at ? [secret_salt, previous_salt] : [secret_salt];
    const signed = signatureHeaders(
      salts.map((salt) => webhookSecret(secret, webhook_id, salt)),
      { id, at, body },
    );
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': userAgent,
      ...signed,
    };
    const began = performance.now();
    const outcome = await this.#inTime(webhook_id, { url, headers, body, signal: this.#stopping.signal });
    return { at, outcome, milliseconds: performance.now() - began };
  }

  /**
   * Sends a message. An attempt without an outcome is abandoned and logged, so that it does not block other messages.
   */
  async #inTime(webhook_id: string, message: WebhookMessage): Promise<PostOutcome> {
    const { post, log, leaseMilliseconds } = this.#parts;
    const milliseconds = leaseMilliseconds * OVERDUE_SHARE;
    const abandoned = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), milliseconds).unref();
    });
    const signal = AbortSignal.any([message.signal, abandoned.signal]);
    const outcome = await Promise.race([post({ ...message, signal }), overdue]);
    clearTimeout(timer);
    if (outcome) {
      this.#attempts[delivered(outcome) ? 'delivered' : 'failed'] += 1;
      return outcome;
    }
    abandoned.abort();
    this.#attempts.stuck += 1;
    log.error(
      { webhook_id, seconds: milliseconds / 1000 },
      'an attempt to send a webhook did not end and was abandoned',
    );
    return { status: null, problem: `No response within ${milliseconds / 1000} s.` };
  }

  async #sendDue(): Promise<void> {
    const active = this.#active;
    while (!this.#stopping.signal.aborted) {
      const opened = this.#parts.open();
      for (const { webhook_id: id, failing } of opened ? await this.#due(opened) : []) {
        const sending = this.#sendNext(opened!, id)
          .catch((error: Error) => this.#warn(error))
          .finally(() => active.delete(id));
        active.set(id, { failing, sending });
      }
      if (active.size === 0) return;
      await Promise.race([...this.#sending, pause(LOOK_MILLISECONDS, undefined, { ref: false })]);
    }
    await Promise.all(this.#sending);
  }

  get #sending(): Promise<void>[] {
    return [...this.#active.values()].map(({ sending }) => sending);
  }

  /**
   * Webhooks with a message that is due, as many as may be sent now. A webhook with a message in flight is claimed, so
   * it is not due.
   */
  async #due({ database }: OpenAccounts): Promise<readonly DueWebhook[]> {
    const { all, ofAccount, failing: mostFailing } = sendingLimits;
    const free = all - this.#active.size;
    if (free <= 0) return [];
    const due = await dueWebhooks(database, this.#parts.now(), { most: all, ofAccount });
    let failing = [...this.#active.values()].filter((one) => one.failing).length;
    return due
      .filter(({ webhook_id }) => !this.#active.has(webhook_id))
      .filter((one) => !one.failing || failing++ < mostFailing)
      .slice(0, free);
  }

  async #sendNext(opened: OpenAccounts, webhookId: string): Promise<void> {
    const { now, leaseMilliseconds } = this.#parts;
    const { database } = opened;
    const claimed = await claim(database, webhookId, { now: now(), until: now() + leaseMilliseconds });
    if (!claimed) return;
    const { message } = claimed;
    const sent = await this.post(opened, claimed, { id: message.delivery_id, body: message.body });
    if (this.#stopping.signal.aborted && sent.outcome.status === null)
      return release(database, webhookId, claimed.lease);
    const next = nextAfter(sent.outcome, claimed, sent.at, now());
    const held = await recordAttempt(database, claimed, { ...sent, next });
    if (held && next.disabled) await this.#parts.disabled(claimed, next.disabled);
  }

  #warn({ message: reason }: Error): void {
    this.#parts.log.warn({ reason }, 'webhooks could not be sent and will be retried');
  }
}

/** The next step after an attempt that started at `at`. */
function nextAfter(
  outcome: PostOutcome,
  { failing_since, message, more }: Pick<Claim, 'failing_since' | 'message' | 'more'>,
  at: number,
  now: number,
): Next {
  if (delivered(outcome)) return { at: now, disabled: null, last: false };
  const failing = at - (failing_since ?? at);
  const disabled = outcome.status === GONE ? 'gone' : failing >= FAILING_MILLISECONDS ? 'failing' : null;
  const last = disabled === null && at - message.created_at >= FAILING_MILLISECONDS;
  // The receiver has just accepted another message: it rejects only this one.
  if (failing_since === null && more && message.attempts >= HOLDING_ATTEMPTS) return { at: now, disabled, last };
  return { at: now + Math.max(delayAfter(failing), delayOf(message.attempts)), disabled, last };
}

const delayOf = (attempts: number): number => retryDelays[attempts] ?? retryDelays.at(-1)!;

/** The delay of a webhook that has been failing for this long, ms: it depends on the receiver, not on the message. */
function delayAfter(failing: number): number {
  let end = 0;
  for (const delay of retryDelays) {
    end += delay;
    if (end > failing) return delay;
  }
  return retryDelays.at(-1)!;
}

const prefix = 'whsec_';

/**
 * The signing secret of a webhook in the form of Standard Webhooks: `whsec_` and 32 bytes in Base64. It is derived from the
 * service's own secret and a random salt, so that no copy of the database has it.
 */
export const webhookSecret = (serviceSecret: string, webhookId: string, salt: string): string =>
  prefix + Buffer.from(hkdfSync('sha256', serviceSecret, salt, `webhook ${webhookId}`, 32)).toString('base64');

/**
 * The headers of Standard Webhooks for one message: one signature for each secret that is valid. `at` is in milliseconds
 * since 1970.
 */
function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
