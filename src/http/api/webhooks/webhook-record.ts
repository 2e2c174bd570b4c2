import { z } from '@hono/zod-openapi';
import type { DeliveryRecord } from '../../../accounts/webhooks/delivery-queue.ts';
import type { WebhookRecord } from '../../../accounts/webhooks/webhook-store.ts';
import { webhookTypes } from '../../../schema/webhook-type.ts';
import { described } from '../route.ts';

const time = () => z.iso.datetime();

const typeList = z.array(z.enum(webhookTypes));

/** What a client chooses of a webhook. */
export const webhookSettings = {
  url: described(z.string().max(2000), 'Where messages are sent: an https URL on the public internet'),
  description: described(z.string().max(200), 'A label to help you recognize it'),
  types: described(
    typeList,
    'What is sent: types of events, and changes from the change sets (`value_changed`, `object_removed`); empty for every type of event',
  ),
  query: described(
    z.string().max(8000),
    'Only events of the objects that `/api/v1/satellites` lists with these filters, as a query string; empty for every object',
  ),
} as const;

/** A webhook as the API shows it. */
export const webhookSchema = z
  .object({
    id: described(z.string(), 'Its id'),
    ...webhookSettings,
    enabled: described(
      z.boolean(),
      'Whether messages are sent; what happens while they are not is sent when they are again',
    ),
    disabled_reason: described(
      z.enum(['owner', 'failing', 'gone']).nullable(),
      'Why not: by its owner, after a week of failures, or because the URL answered 410',
    ),
    failing_since: described(
      time().nullable(),
      'Since when every attempt has failed (UTC); null where the last one was delivered',
    ),
    pending: described(z.int(), 'Messages that wait to be delivered'),
    next_attempt_at: described(time().nullable(), 'When the first of them is sent next (UTC)'),
    release: described(z.string(), 'The release up to which events are queued or delivered'),
    created_at: described(time(), 'When it was created (UTC)'),
    updated_at: described(time(), 'When it was last changed (UTC)'),
  })
  .openapi('Webhook');

/** The same with its secret, where it is new. */
export const newWebhookSchema = webhookSchema
  .extend({ secret: described(z.string(), 'Signs its messages (`whsec_…`); shown this once') })
  .openapi('NewWebhook');

/** A message in the log. */
export const deliverySchema = z
  .object({
    id: described(z.string(), 'Its id: the header `webhook-id`, the same in every attempt'),
    type: described(z.string(), '`catalog.events`, or `webhook.test`'),
    release: described(z.string().nullable(), 'The release whose events it has; null for a test'),
    events: described(z.int(), 'How many events it has'),
    state: described(
      z.enum(['pending', 'delivered', 'failed']),
      'A test is sent once, and can fail; events stay pending',
    ),
    created_at: described(time(), 'When it was queued (UTC)'),
    delivered_at: described(time().nullable(), 'When the URL answered with a 2xx status (UTC)'),
    attempts: described(
      z.array(
        z.object({
          at: described(time(), 'When it was sent (UTC)'),
          status: described(z.int().nullable(), 'Status of the response; null where there was none'),
          problem: described(z.string().nullable(), 'Why there was no response'),
          duration_ms: described(z.int(), 'How long it took'),
        }),
      ),
      'Newest first',
    ),
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
