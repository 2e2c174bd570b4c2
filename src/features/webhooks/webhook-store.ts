import { AccountProblem, type Database, sql } from '../../accounts/database.ts';
import { change } from '../../accounts/revision.ts';
import { randomBase62 } from '../../accounts/secret.ts';

/** How long the secret before the last rotation signs too, at most, hours. */
export const longestSecretOverlapHours = 24;

/** Why a webhook is not sent: by its owner, after a week of failures, or because its URL answered 410. */
export type DisabledReason = 'owner' | 'failing' | 'gone';

/** The settings of a webhook that its owner chooses. */
export interface WebhookSettings {
  readonly url: string;
  readonly description: string;
  /** Types of events; empty: every type. */
  readonly types: readonly string[];
  /** Filters of `/api/v1/satellites` as a query string; empty: every object. */
  readonly query: string;
}

/** Changes to a webhook by its owner; undefined members keep their values. */
export type WebhookChanges = { readonly [Name in keyof WebhookSettings]?: WebhookSettings[Name] | undefined } & {
  readonly enabled?: boolean | undefined;
};

/** A webhook as its owner sees it, without its secret. Times are milliseconds since 1970. */
export interface WebhookRecord extends WebhookSettings {
  readonly webhook_id: string;
  readonly account_id: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly disabled_at: number | null;
  readonly disabled_reason: DisabledReason | null;
  /** The time since which every attempt has failed; null if the last one was delivered. */
  readonly failing_since: number | null;
  /** When the next message is sent, if one is pending. */
  readonly attempt_at: number;
  /** The release whose changes are queued or delivered. */
  readonly release_id: string;
  readonly release_at: number;
  /** The search of close approaches whose news are queued or delivered; null: none since it was created. */
  readonly run_id: string | null;
  readonly run_at: number | null;
  /** How many messages wait for delivery. */
  readonly pending: number;
}

/** The salts that secrets are derived from. */
export interface SecretSalts {
  readonly secret_salt: string;
  readonly previous_salt: string | null;
  readonly previous_until: number | null;
}

/** Condition for messages in the queue that are not yet delivered. Tests are not in the queue: they are tried once. */
export const isPending = sql`d.position is not null and d.delivered_at is null`;

const selected = sql`
  select w.webhook_id, w.account_id, w.url, w.description, w.types, w.query, w.created_at, w.updated_at, w.disabled_at,
    w.disabled_reason, w.failing_since, w.attempt_at, w.release_id, w.release_at,
    r.run_id, r.run_at,
    (select count(*) from webhook_delivery d where d.webhook_id = w.webhook_id and ${isPending}) as pending
  from webhook w left join webhook_run r on r.webhook_id = w.webhook_id`;

type Stored = Omit<WebhookRecord, 'types'> & { readonly types: string };
const recordOf = ({ types, ...rest }: Stored): WebhookRecord => ({
  ...rest,
  types: types === '' ? [] : types.split(','),
});

/** The webhooks of an account, oldest first. */
export async function listWebhooks(database: Database, accountId: string): Promise<WebhookRecord[]> {
  const rows = await database.rows<Stored>(
    sql`${selected} where w.account_id = ${accountId} order by w.created_at, w.webhook_id`,
  );
  return rows.map(recordOf);
}

/** One webhook of an account; null if it has none with this id. */
export async function findWebhook(database: Database, accountId: string, id: string): Promise<WebhookRecord | null> {
  const [row] = await database.rows<Stored>(
    sql`${selected} where w.account_id = ${accountId} and w.webhook_id = ${id}`,
  );
  return row ? recordOf(row) : null;
}

/** The sources of messages: releases, and searches of close approaches (`run`). A webhook records the last of each that it has seen. */
export type Followed = 'release' | 'run';

/** SQL for the time of the last release or search that a webhook has seen; `w` is its row in `webhook`, `r` that in `webhook_run`. */
const seenAt = (followed: Followed) =>
  followed === 'release' ? sql`w.release_at` : sql`coalesce(r.run_at, w.created_at)`;

/**
 * Webhooks that have not seen the release or search of a time, or have seen one later than `latest`, and have less than
 * `most` messages pending. Changes that are not queued are not lost: the next run finds them again, from the last
 * release or search that each webhook has seen.
 */
export async function webhooksBehind(
  database: Database,
  followed: Followed,
  { at, latest, most }: { readonly at: number; readonly latest: number; readonly most: number },
): Promise<WebhookRecord[]> {
  const rows = await database.rows<Stored>(
    sql`select * from (${selected} join account a on a.account_id = w.account_id
          where w.disabled_at is null and (${seenAt(followed)} < ${at} or ${seenAt(followed)} > ${latest})
            and a.suspended_at is null) behind
        where pending < ${most} order by release_at, webhook_id`,
  );
  return rows.map(recordOf);
}

/** Creates a webhook that receives the changes after a release. Throws AccountProblem if the account has `most`. */
export async function createWebhook(
  database: Database,
  accountId: string,
  settings: WebhookSettings,
  { most, now, release }: { most: number; now: number; release: { readonly id: string; readonly at: number } },
): Promise<string> {
  const id = `wh_${randomBase62(16)}`;
  const [inserted] = await change(database, accountId, now, [
    sql`insert into webhook (webhook_id, account_id, url, description, types, query, secret_salt, created_at,
        updated_at, attempt_at, release_id, release_at, lease_until)
       select ${id}, ${accountId}, ${settings.url}, ${settings.description}, ${settings.types.join()},
         ${settings.query}, ${randomBase62(32)}, ${now}, ${now}, ${now}, ${release.id}, ${release.at}, 0
       where (select count(*) from webhook where account_id = ${accountId}) < ${most} returning webhook_id`,
  ]);
  if (inserted!.length === 0)
    throw new AccountProblem(`This account has ${most} webhooks, as many as its tier allows: delete one first.`);
  return id;
}

/**
 * Changes the given settings. With `retry`, pending messages are sent now. Failures are forgotten only if the URL changes, or if a
 * disabled webhook is enabled again: no message was delivered to the old one. False if the account has no such webhook.
 */
export async function updateWebhook(
  database: Database,
  accountId: string,
  id: string,
  { url, description, types, query, enabled }: WebhookChanges,
  { now, retry }: { readonly now: number; readonly retry: boolean },
): Promise<boolean> {
  const isNew = sql`(url <> coalesce(${url ?? null}, url)${enabled ? sql` or disabled_at is not null` : sql``})`;
  const state =
    enabled === undefined
      ? sql``
      : enabled
        ? sql`, disabled_at = null, disabled_reason = null`
        : sql`, disabled_at = coalesce(disabled_at, ${now}), disabled_reason = coalesce(disabled_reason, 'owner')`;
  const [updated] = await database.write([
    sql`update webhook set url = coalesce(${url ?? null}, url),
         description = coalesce(${description ?? null}, description),
         types = coalesce(${types?.join() ?? null}, types), query = coalesce(${query ?? null}, query),
         updated_at = ${now}, failing_since = case when ${isNew} then null else failing_since end
         ${retry ? sql`, attempt_at = ${now}` : sql``} ${state}
       where account_id = ${accountId} and webhook_id = ${id} returning webhook_id`,
  ]);
  return updated!.length > 0;
}

/** Deletes a webhook with its deliveries. False if the account has no such webhook. */
export async function deleteWebhook(database: Database, accountId: string, id: string): Promise<boolean> {
  const [deleted] = await database.write([
    sql`delete from webhook where account_id = ${accountId} and webhook_id = ${id} returning webhook_id`,
  ]);
  return deleted!.length > 0;
}

/** Replaces a webhook's secret; the previous one signs too for `overlapHours`. False if the account has no such webhook. */
export async function rotateSecret(
  database: Database,
  accountId: string,
  id: string,
  overlapHours: number,
  now: number,
): Promise<boolean> {
  const [rotated] = await database.write([
    sql`update webhook set previous_salt = secret_salt, previous_until = ${now + Math.round(overlapHours * 3_600_000)},
        secret_salt = ${randomBase62(32)}, updated_at = ${now}
       where account_id = ${accountId} and webhook_id = ${id} returning webhook_id`,
  ]);
  return rotated!.length > 0;
}

/** The salts of the secrets that sign for a webhook. */
export async function secretSalts(database: Database, id: string): Promise<SecretSalts | null> {
  const [row] = await database.rows<SecretSalts>(
    sql`select secret_salt, previous_salt, previous_until from webhook where webhook_id = ${id}`,
  );
  return row ?? null;
}
