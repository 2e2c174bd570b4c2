import { z } from '@hono/zod-openapi';
import { webhookTypes } from '../../../schema/changes/event-words.ts';
import type { DeliveryRecord } from '../delivery-queue.ts';
import type { WebhookRecord } from '../webhook-store.ts';

const time = () => z.iso.datetime();

const typeList = z.array(z.enum(webhookTypes));

/** PostgreSQL stores no U+0000, and no URL or label has a control character. */
const printable = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text), 'has a control character');

/** The settings of a webhook that a client chooses. */
export const webhookSettings = {
  url: printable(2000).describe('URL that messages are sent to: https, on the public internet'),
  description: printable(200).describe('A label to help you recognize it'),
  types: typeList.describe(
    'Types of messages: events, changes from the change sets (`value_changed`, `conflict_changed`, `object_removed`), and predicted close approaches (`close_approach`: from public element sets; not for operations); empty for every event, without changes and approaches',
  ),
  query: z
    .string()
    .max(8000)
    .describe(
      'Only events of the objects that `/api/v1/satellites` lists with these filters, as a query string; empty for every object. `max_range_km` and `min_probability` limit close approaches',
    ),
} as const;

/** A webhook as the API shows it. */
export const webhookSchema = z
  .object({
    id: z.string().describe('Its id'),
    ...webhookSettings,
    enabled: z
      .boolean()
      .describe(
        'Whether messages are sent; events of the last 30 days that occur while it is disabled are sent when it is enabled again',
      ),
    disabled_reason: z
      .enum(['owner', 'failing', 'gone'])
      .nullable()
      .describe('Reason why it is disabled: by its owner, after a week of failures, or because the URL returned 410'),
    failing_since: time()
      .nullable()
      .describe(
        'Time since which every attempt has failed (UTC); null if the last one was delivered, or none was made to its URL since that was set or enabled',
      ),
    pending: z.int().describe('Pending messages'),
    next_attempt_at: time().nullable().describe('Time of the next attempt for the first of them (UTC)'),
    release: z.string().describe('The release up to which events are queued or delivered'),
    created_at: time().describe('When it was created (UTC)'),
    updated_at: time().describe('When it was last changed (UTC)'),
  })
  .openapi('Webhook');

/** The webhook with its secret, if that is new. */
export const newWebhookSchema = webhookSchema
  .extend({ secret: z.string().describe('Signs its messages (`whsec_…`); shown this once') })
  .openapi('NewWebhook');

/** A message in the log. */
export const deliverySchema = z
  .object({
    id: z.string().describe('Its id: the header `webhook-id`, the same in every attempt'),
    type: z.string().describe('`catalog.events`, or `webhook.test`'),
    release: z.string().nullable().describe('The release whose events it has; null for a test'),
    events: z.int().describe('Number of events'),
    state: z
      .enum(['pending', 'delivered', 'failed'])
      .describe(
        'Outcome: a test is sent once and can fail; events remain pending until they are delivered, or given up a week after they were queued, if others were delivered since',
      ),
    created_at: time().describe('When it was queued (UTC)'),
    delivered_at: time().nullable().describe('When the URL returned a 2xx status (UTC)'),
    attempts: z
      .array(
        z.object({
          at: time().describe('When it was sent (UTC)'),
          status: z.int().nullable().describe('Status of the response; null if there was none'),
          problem: z.string().nullable().describe('Why there was no response'),
          duration_ms: z.int().describe('How long it took'),
        }),
      )
      .describe('Newest first'),
  })
  .openapi('WebhookDelivery');

const iso = (when: number) => new Date(when).toISOString();
const isoOrNull = (when: number | null) => (when === null ? null : iso(when));

/** A webhook of the accounts as the API shows it. */
export const webhookJson = (webhook: WebhookRecord): z.output<typeof webhookSchema> => ({
  id: webhook.webhook_id,
  url: webhook.url,
  description: webhook.description,
  types: [...webhook.types] as z.output<typeof typeList>,
  query: webhook.query,
  enabled: webhook.disabled_at === null,
  disabled_reason: webhook.disabled_reason,
  failing_since: isoOrNull(webhook.failing_since),
  pending: webhook.pending,
  next_attempt_at: webhook.disabled_at === null && webhook.pending > 0 ? iso(webhook.attempt_at) : null,
  release: webhook.release_id,
  created_at: iso(webhook.created_at),
  updated_at: iso(webhook.updated_at),
});

/** A message of the log as the API shows it. */
export const deliveryJson = (delivery: DeliveryRecord): z.output<typeof deliverySchema> => ({
  id: delivery.delivery_id,
  type: delivery.type,
  release: delivery.release_id,
  events: delivery.events,
  state: delivery.delivered_at !== null ? 'delivered' : delivery.pending ? 'pending' : 'failed',
  created_at: iso(delivery.created_at),
  delivered_at: isoOrNull(delivery.delivered_at),
  attempts: delivery.attempts.map(({ at, status, problem, milliseconds }) => ({
    at: iso(at),
    status,
    problem,
    duration_ms: milliseconds,
  })),
});
