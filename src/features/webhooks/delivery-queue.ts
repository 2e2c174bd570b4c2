import { type Database, sql } from '../../accounts/database.ts';
import { randomBase62 } from '../../accounts/secret.ts';
import type { PostOutcome } from './post-webhook.ts';
import {
  type DisabledReason,
  type Followed,
  isPending,
  type SecretSalts,
  type WebhookRecord,
} from './webhook-store.ts';

/** A message to send. */
export interface QueuedMessage {
  readonly delivery_id: string;
  readonly type: string;
  /** The release whose changes the message has; null for a test. */
  readonly release_id: string | null;
  /** Number of events in the message. */
  readonly events: number;
  readonly body: string;
}

/** One time that a message was sent. */
export interface Attempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Status of the response; null if there was none. */
  readonly status: number | null;
  /** Why there was no response; null if there was one. */
  readonly problem: string | null;
  readonly milliseconds: number;
}

/** A message in the log, with its state. */
export interface DeliveryRecord extends Omit<QueuedMessage, 'body'> {
  readonly created_at: number;
  readonly delivered_at: number | null;
  /** Whether the message is retried until it is delivered. */
  readonly pending: boolean;
  /** Newest first. */
  readonly attempts: readonly Attempt[];
}

/** A message that only this process sends now. */
export interface Claim extends SecretSalts {
  readonly lease: string;
  readonly webhook_id: string;
  readonly account_id: string;
  readonly url: string;
  readonly failing_since: number | null;
  readonly message: Pick<QueuedMessage, 'delivery_id' | 'body'> & {
    readonly attempts: number;
    readonly created_at: number;
  };
  /** Whether other messages wait too. */
  readonly more: boolean;
}

/** After this number of failed attempts, a message no longer blocks later ones. */
export const HOLDING_ATTEMPTS = 3;
/** How many pending messages are considered for delivery. */
const MAX_CANDIDATES = 10;

/**
 * The message to send next: normally the oldest. If it has failed too often and the webhook is failing, later messages are
 * tried as well, to find out whether the receiver refuses one message or all. Once one is delivered, the oldest is next again.
 */
function nextOf<M extends { readonly attempts: number }>(pending: readonly M[], failing: boolean): M | undefined {
  const [oldest, ...others] = pending;
  if (!oldest || !failing) return oldest;
  // The second message is tried once the oldest has failed three times more, the third at four times more, and so on.
  return others.findLast(({ attempts }, at) => oldest.attempts - attempts >= HOLDING_ATTEMPTS + at) ?? oldest;
}

export const newDeliveryId = () => `msg_${randomBase62(24)}`;

/** Whether the receiver took the message. */
export const delivered = ({ status }: PostOutcome): boolean => status !== null && status >= 200 && status < 300;

const insertInto = sql`insert into webhook_delivery
  (delivery_id, webhook_id, position, type, release_id, events, body, created_at, attempts, delivered_at)`;

/**
 * Queues messages about releases, or about searches of close approaches, and records `to` as the last one that the webhook has seen, in
 * one transaction: if the process is killed, both are stored or neither is. Does nothing if another server has moved the webhook since
 * it was read.
 */
export async function enqueue(
  database: Database,
  { webhook_id, release_at, run_at }: Pick<WebhookRecord, 'webhook_id' | 'release_at' | 'run_at'>,
  messages: readonly Omit<QueuedMessage, 'delivery_id'>[],
  { followed, to, now }: { followed: Followed; to: { readonly id: string; readonly at: number }; now: number },
): Promise<void> {
  // -1: the webhook has no row in `webhook_run`.
  const from = followed === 'release' ? release_at : (run_at ?? -1);
  const isUnmoved =
    followed === 'release'
      ? sql`w.release_at = ${from}`
      : sql`coalesce((select r.run_at from webhook_run r where r.webhook_id = w.webhook_id), -1) = ${from}`;
  await database.write([
    // Locks the row: another server's transaction waits, and then finds the webhook moved.
    sql`update webhook set lease_until = lease_until where webhook_id = ${webhook_id}`,
    ...messages.map(
      ({ type, release_id, events, body }) =>
        sql`${insertInto}
         select ${newDeliveryId()}, w.webhook_id,
           (select coalesce(max(d.position), 0) + 1 from webhook_delivery d where d.webhook_id = w.webhook_id),
           ${type}, ${release_id}, ${events}, ${body}, ${now}, 0, null
         from webhook w where w.webhook_id = ${webhook_id} and ${isUnmoved}`,
    ),
    // A message that waits for its next attempt does not hold back a new one.
    ...(messages.length === 0
      ? []
      : [
          sql`update webhook as w set attempt_at = ${now}
        where w.webhook_id = ${webhook_id} and ${isUnmoved} and w.attempt_at > ${now} and exists (select 1 from webhook_delivery d
          where d.webhook_id = w.webhook_id and ${isPending} and d.attempts >= ${HOLDING_ATTEMPTS})`,
        ]),
    followed === 'release'
      ? sql`update webhook set release_id = ${to.id}, release_at = ${to.at}
            where webhook_id = ${webhook_id} and release_at = ${from}`
      : sql`insert into webhook_run (webhook_id, run_id, run_at)
            select w.webhook_id, ${to.id}, ${to.at} from webhook w where w.webhook_id = ${webhook_id} and ${isUnmoved}
            on conflict (webhook_id) do update set run_id = excluded.run_id, run_at = excluded.run_at`,
  ]);
}

/** No wait or claim lasts longer, ms: one that ends later was written while the clock ran ahead. */
const LONGEST_MILLISECONDS = 2 * 86_400_000;
/** Whether a webhook can be claimed now. One that is not failing does not wait: if it is tried later, the clock was set back. */
const isFree = (now: number, longest = now + LONGEST_MILLISECONDS) =>
  sql`disabled_at is null and (attempt_at <= ${now} or attempt_at > ${longest} or failing_since is null)
      and (lease_until <= ${now} or lease_until > ${longest})`;

/** A webhook with a message that is due. */
export interface DueWebhook {
  readonly webhook_id: string;
  /** Whether its last attempt failed. */
  readonly failing: boolean;
}

/**
 * Webhooks with a message that is due and that no process is sending: first those whose last attempt was delivered, then those of
 * accounts with the fewest messages in flight, then those that have waited longest. At most `ofAccount` webhooks of one account are in
 * flight, of all processes together.
 */
export async function dueWebhooks(
  database: Database,
  now: number,
  { most, ofAccount }: { readonly most: number; readonly ofAccount: number },
): Promise<DueWebhook[]> {
  const rows = await database.rows<{ webhook_id: string; failing: number }>(
    sql`select webhook_id, failing from (
          select w.webhook_id, w.attempt_at, case when w.failing_since is null then 0 else 1 end as failing,
            row_number() over (partition by w.account_id
              order by case when w.failing_since is null then 0 else 1 end, w.attempt_at, w.webhook_id)
            + (select count(*) from webhook o where o.account_id = w.account_id
                and o.lease_until > ${now} and o.lease_until <= ${now + LONGEST_MILLISECONDS}) as place
          from webhook w join account a on a.account_id = w.account_id
          where ${isFree(now)} and a.suspended_at is null
            and exists (select 1 from webhook_delivery d where d.webhook_id = w.webhook_id and ${isPending})
            and not exists (select 1 from service_state where paused_at is not null)) due
        where place <= ${ofAccount}
        order by failing, place, attempt_at, webhook_id limit ${most}`,
  );
  return rows.map(({ webhook_id, failing }) => ({ webhook_id, failing: failing === 1 }));
}

/** Takes the next message of a webhook until `until`; null if another process has claimed it, or nothing is due. */
export async function claim(
  database: Database,
  webhookId: string,
  { now, until }: { now: number; until: number },
): Promise<Claim | null> {
  const lease = randomBase62(12);
  const [[webhook]] = (await database.write([
    sql`update webhook set lease = ${lease}, lease_until = ${until} where webhook_id = ${webhookId} and ${isFree(now)}
        returning webhook_id, account_id, url, failing_since, secret_salt, previous_salt, previous_until`,
  ])) as unknown as [[Omit<Claim, 'lease' | 'message' | 'more'>?]];
  if (!webhook) return null;
  const waiting = await database.rows<Omit<Claim['message'], 'body'>>(
    sql`select d.delivery_id, d.attempts, d.created_at from webhook_delivery d
        where d.webhook_id = ${webhookId} and ${isPending} order by d.position limit ${MAX_CANDIDATES}`,
  );
  const next = nextOf(waiting, webhook.failing_since !== null);
  const [content] = await database.rows<Pick<QueuedMessage, 'body'>>(
    sql`select body from webhook_delivery where delivery_id = ${next?.delivery_id ?? null}`,
  );
  if (next && content) return { ...webhook, lease, message: { ...next, ...content }, more: waiting.length > 1 };
  await release(database, webhookId, lease);
  return null;
}

/** Gives a claim back without an attempt. */
export async function release(database: Database, webhookId: string, lease: string): Promise<void> {
  await database.write([
    sql`update webhook set lease = null, lease_until = 0 where webhook_id = ${webhookId} and lease = ${lease}`,
  ]);
}

/** The consequences of an attempt. */
export interface Next {
  /** When the webhook is tried next. */
  readonly at: number;
  readonly disabled: Exclude<DisabledReason, 'owner'> | null;
  /** Whether the message is not tried again if another one was delivered since it was queued. */
  readonly last: boolean;
}

/**
 * Writes the result of an attempt, and ends the claim. False if the claim had already ended: another process may then have
 * sent the same message too.
 */
export async function recordAttempt(
  database: Database,
  { webhook_id, lease, message: { delivery_id } }: Claim,
  { at, outcome, milliseconds, next }: { at: number; outcome: PostOutcome; milliseconds: number; next: Next },
): Promise<boolean> {
  const done = delivered(outcome);
  const [held] = await database.write([
    sql`update webhook set lease = null, lease_until = 0, attempt_at = ${next.at},
          failing_since = ${done ? null : sql`coalesce(failing_since, ${at})`}
          ${next.disabled ? sql`, disabled_at = coalesce(disabled_at, ${at}), disabled_reason = coalesce(disabled_reason, ${next.disabled})` : sql``}
        where webhook_id = ${webhook_id} and lease = ${lease} returning webhook_id`,
    ...attemptStatements(delivery_id, { at, milliseconds, ...outcome }, done),
    ...(next.last
      ? [
          sql`update webhook_delivery set position = null, body = '' where delivery_id = ${delivery_id} and exists (
            select 1 from webhook_delivery d where d.webhook_id = ${webhook_id} and d.delivered_at > webhook_delivery.created_at)`,
        ]
      : []),
  ]);
  return held!.length > 0;
}

const attemptStatements = (deliveryId: string, { at, status, problem, milliseconds }: Attempt, done: boolean) => [
  sql`insert into webhook_attempt (delivery_id, at, status, problem, milliseconds)
     select delivery_id, ${at}, ${status}, ${problem}, ${Math.round(milliseconds)} from webhook_delivery
     where delivery_id = ${deliveryId}`,
  // The log needs no body, only the next attempt does.
  sql`update webhook_delivery set attempts = attempts + 1${done ? sql`, delivered_at = coalesce(delivered_at, ${at}), body = ''` : sql``}
      where delivery_id = ${deliveryId}`,
];

/** Stores a test message, which is sent once, with its result. */
export async function recordTest(
  database: Database,
  webhookId: string,
  { delivery_id, type, events }: Omit<QueuedMessage, 'body'>,
  attempt: Attempt & PostOutcome,
): Promise<void> {
  await database.write([
    sql`${insertInto} select ${delivery_id}, webhook_id, null, ${type}, null, ${events}, '', ${attempt.at}, 0, null
       from webhook where webhook_id = ${webhookId}`,
    ...attemptStatements(delivery_id, attempt, delivered(attempt)),
  ]);
}

/** The messages of a webhook, newest first, and how many there are. */
export async function listDeliveries(
  database: Database,
  webhookId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; deliveries: DeliveryRecord[] }> {
  const [count] = await database.rows<{ total: number }>(
    sql`select count(*) as total from webhook_delivery where webhook_id = ${webhookId}`,
  );
  const rows = await database.rows<Omit<DeliveryRecord, 'attempts' | 'pending'> & { readonly pending: number }>(
    sql`select d.delivery_id, d.type, d.release_id, d.events, d.created_at, d.delivered_at,
          case when ${isPending} then 1 else 0 end as pending
        from webhook_delivery d where d.webhook_id = ${webhookId}
        order by d.created_at desc, d.position desc, d.delivery_id limit ${limit} offset ${offset}`,
  );
  const attempts = await database.rows<Attempt & { readonly delivery_id: string }>({
    sql: `select delivery_id, at, status, problem, milliseconds from webhook_attempt
     where delivery_id in (${rows.map(() => '?').join(', ') || 'null'}) order by at desc`,
    values: rows.map(({ delivery_id }) => delivery_id),
  });
  const of = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return {
    total: count?.total ?? 0,
    deliveries: rows.map((row) => ({
      ...row,
      pending: row.pending === 1,
      attempts: (of.get(row.delivery_id) ?? []).map(({ delivery_id: _id, ...attempt }) => attempt),
    })),
  };
}
