import { z } from '@hono/zod-openapi';
import { listOfRecords, pageOf, paging } from '../../../http/api/paging.ts';
import { required, text } from '../../../http/api/parameter.ts';
import { type Operation, responseForms } from '../../../http/api/route.ts';
import { ApiError } from '../../../http/errors.ts';
import type { CurrentRelease } from '../../../http/opened-release.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { json } from '../../../http/respond.ts';
import { longestSecretOverlapHours } from '../webhook-store.ts';
import type { NewWebhook, Webhooks } from '../webhooks.ts';
import { objectsOf } from './webhook-filter.ts';
import {
  deliveryJson,
  deliverySchema,
  newWebhookSchema,
  webhookJson,
  webhookSchema,
  webhookSettings,
} from './webhook-record.ts';

/** Arguments of a handler. */
export interface WebhookCall {
  readonly context: RequestContext;
  readonly served: CurrentRelease;
  readonly webhooks: Webhooks;
  readonly accountId: string;
  /** The webhook in the path. */
  readonly id: string;
  readonly query: { readonly limit: number; readonly offset: number };
  readonly body: z.output<z.ZodObject>;
}

/** The JSON of a response; null for none. */
type WebhookReply = { readonly data: unknown; readonly meta?: object } | null;

/** One operation, and its handler. */
export interface WebhookRoute extends Operation {
  readonly method: NonNullable<Operation['method']>;
  /** Throws ApiError, AccountProblem. */
  readonly run: (call: WebhookCall) => Promise<WebhookReply>;
}

const webhooksPath = '/api/v1/webhooks';

const byId = {
  webhook_id: required(
    text('The webhook', /^wh_[0-9A-Za-z]{16}$/, 'an id such as wh_4Tq0mVcXk2aZ8bNd', 'wh_4Tq0mVcXk2aZ8bNd'),
  ),
};
const { limit, offset } = paging;

export const noWebhook = () =>
  new ApiError('not_found', {
    error: 'This account has no webhook with this id.',
    hint: 'GET /api/v1/webhooks lists the webhooks of the account.',
  });
const found = <T>(value: T | null): T => {
  if (value === null) throw noWebhook();
  return value;
};
const dataOf = (schema: z.ZodType, description: string) =>
  responseForms({ json }, z.object({ data: schema.describe(description) }));
const withSecret = ({ webhook, secret }: NewWebhook) => ({ data: { ...webhookJson(webhook), secret } });

const { url, description, types, query } = webhookSettings;
const createBody = z
  .strictObject({
    url,
    description: description.default(''),
    types: types.default([]),
    query: query.default(''),
  })
  .openapi('WebhookCreation');
const updateBody = z
  .strictObject({
    url: url.optional(),
    description: description.optional(),
    types: types.optional(),
    query: query.optional(),
    enabled: z.boolean().optional().describe('`false` stops sending; `true` resumes, and sends pending messages now'),
  })
  .openapi('WebhookUpdate');
const rotateBody = z
  .strictObject({
    overlap_hours: z
      .number()
      .min(0)
      .max(longestSecretOverlapHours)
      .default(longestSecretOverlapHours)
      .describe('How long messages are also signed with the old secret'),
  })
  .openapi('SecretRotation');

/** The body, with its filters validated. Throws 400 for filters that no list of satellites has. */
async function checkedBody<S extends z.ZodObject>({ served, body }: WebhookCall, _schema: S): Promise<z.output<S>> {
  if (typeof body.query !== 'string') return body as z.output<S>;
  const query = body.query.replace(/^\?/, '');
  await objectsOf(served.catalog, query);
  return { ...body, query } as z.output<S>;
}

/** Facts that most operations share: those on all webhooks, and those on one. */
const onAll = { path: webhooksPath, tag: 'Webhooks', access: 'keyed', params: {}, query: {}, errors: [] } as const;
const onOne = { ...onAll, path: `${webhooksPath}/{webhook_id}`, params: byId, errors: ['not_found'] } as const;

/** Every operation, in the order of the documentation. */
export const webhookRoutes: readonly WebhookRoute[] = [
  {
    ...onAll,
    id: 'listWebhooks',
    method: 'get',
    summary: 'List webhooks',
    description: 'The webhooks of the account that owns the key, oldest first, without their secrets.',
    query: { limit, offset },
    responses: responseForms({ json }, listOfRecords(webhookSchema)),
    async run({ webhooks, accountId, query, context }) {
      const all = await webhooks.list(accountId);
      const data = all.slice(query.offset, query.offset + query.limit).map(webhookJson);
      return { data, meta: pageMeta(context, query, all.length) };
    },
  },
  {
    ...onAll,
    id: 'createWebhook',
    method: 'post',
    summary: 'Create a webhook',
    description:
      'Creates a webhook for the events of releases published from now on. The response has its secret, which is shown only once.',
    body: createBody,
    status: 201,
    responses: dataOf(newWebhookSchema, 'The webhook, and its secret'),
    async run(call) {
      const { webhooks, accountId, served } = call;
      const release = { id: served.release.id, at: served.modified };
      return withSecret(await webhooks.create(accountId, await checkedBody(call, createBody), release));
    },
  },
  {
    ...onOne,
    id: 'getWebhook',
    method: 'get',
    summary: 'Get a webhook',
    description: 'One webhook, without its secret: its filters, whether it is failing, and its pending messages.',
    responses: dataOf(webhookSchema, 'The webhook'),
    run: async ({ webhooks, accountId, id }) => ({ data: webhookJson(found(await webhooks.find(accountId, id))) }),
  },
  {
    ...onOne,
    id: 'updateWebhook',
    method: 'patch',
    summary: 'Update a webhook',
    description:
      'Changes the members in the request and keeps the others. With `url` or `"enabled": true`, pending messages are sent now, up to 60 times an hour for an account, test messages included. New filters and types apply to events that are not queued yet.',
    body: updateBody,
    responses: dataOf(webhookSchema, 'The webhook'),
    async run(call) {
      const { webhooks, accountId, id } = call;
      const updated = await webhooks.update(accountId, id, await checkedBody(call, updateBody));
      return { data: webhookJson(found(updated)) };
    },
  },
  {
    ...onOne,
    id: 'deleteWebhook',
    method: 'delete',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook with its log and its pending messages.',
    status: 204,
    responses: [],
    async run({ webhooks, accountId, id }) {
      if (!(await webhooks.delete(accountId, id))) throw noWebhook();
      return null;
    },
  },
  {
    ...onOne,
    id: 'testWebhook',
    method: 'post',
    path: `${webhooksPath}/{webhook_id}/test`,
    summary: 'Send a test message',
    description:
      'Sends one message of type `webhook.test` immediately, even if the webhook is disabled, and returns the outcome. Refused while the account is suspended or the API is paused.',
    responses: dataOf(deliverySchema, 'The message, with its attempt'),
    run: async ({ webhooks, accountId, id }) => ({ data: deliveryJson(found(await webhooks.test(accountId, id))) }),
  },
  {
    ...onOne,
    id: 'listDeliveries',
    method: 'get',
    path: `${webhooksPath}/{webhook_id}/deliveries`,
    summary: 'List deliveries of a webhook',
    description:
      'The messages of a webhook with every attempt to send them, newest first. Delivered ones are kept for 30 days.',
    query: { limit, offset },
    responses: responseForms({ json }, listOfRecords(deliverySchema)),
    async run({ webhooks, accountId, id, query, context }) {
      const { total, deliveries } = found(await webhooks.deliveries(accountId, id, query));
      return { data: deliveries.map(deliveryJson), meta: pageMeta(context, query, total) };
    },
  },
  {
    ...onOne,
    id: 'rotateWebhookSecret',
    method: 'post',
    path: `${webhooksPath}/{webhook_id}/rotate`,
    summary: 'Rotate the secret of a webhook',
    description:
      'Creates a new secret for a webhook. Messages are also signed with the old secret until its overlap ends.',
    body: rotateBody,
    responses: dataOf(newWebhookSchema, 'The webhook, and its new secret'),
    async run({ webhooks, accountId, id, body }) {
      return withSecret(found(await webhooks.rotate(accountId, id, Number(body.overlap_hours))));
    },
  },
];

/** `meta` of a list, and its `Link` header. */
function pageMeta(context: RequestContext, query: WebhookCall['query'], total: number) {
  const { meta, headers } = pageOf(context, query, total);
  Object.assign(context.headers, headers);
  return meta;
}
