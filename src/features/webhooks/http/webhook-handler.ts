import type { z } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { AccountProblem } from '../../../accounts/database.ts';
import type { AccountsGateway } from '../../../http/accounts-gateway.ts';
import { acceptedIn } from '../../../http/api/advice.ts';
import { invalidValues, readQuery, schemaOf } from '../../../http/api/parameter.ts';
import { readBody } from '../../../http/api/request-body.ts';
import { ApiError } from '../../../http/errors.ts';
import { currentRelease, type HttpEnv, type RequestContext } from '../../../http/request-context.ts';
import { jsonResponse, uncachedResponse } from '../../../http/respond.ts';
import { TooManyTests, WebhooksUnavailable, WebhookUrlProblem } from '../webhooks.ts';
import { noWebhook, type WebhookCall, type WebhookRoute } from './webhook-routes.ts';

const MAX_BODY_BYTES = 32 * 1024;

/** Answers one operation. */
export function webhookHandler(gateway: AccountsGateway, route: WebhookRoute): Handler<HttpEnv> {
  return async (c) => {
    const { context } = c.env;
    const params = readParams(route, c.req.param());
    const query = readQuery(context.target.query, route.query) as WebhookCall['query'];
    const body = route.body ? await readObject(context.request, route.body) : {};
    const served = currentRelease(context);
    const run = async () => {
      const { webhooks, accountId } = await accountOf(gateway, context);
      return route.run({ context, served, webhooks, accountId, id: params.webhook_id ?? '', query, body });
    };
    const reply = await run().catch((error: unknown) => {
      throw apiErrorOf(error);
    });
    return uncachedResponse(context, { status: route.status ?? 200, ...(reply && jsonResponse(reply)) });
  };
}

/** The account of the key that a request counts for. Throws ApiError, WebhooksUnavailable. */
async function accountOf({ accounts }: AccountsGateway, { admitted }: RequestContext) {
  const keyId = admitted?.keyId;
  if (!accounts?.ready || !keyId) throw new ApiError('auth_misconfigured', { headers: { 'Retry-After': '10' } });
  const accountId = await accounts.webhooks.accountOf(keyId);
  // Deleted while this process still has it in memory.
  if (accountId === null) throw new ApiError('invalid_api_key');
  return { webhooks: accounts.webhooks, accountId };
}

function readParams({ params }: WebhookRoute, given: Record<string, string>): { webhook_id?: string } {
  const read = schemaOf(params).safeParse(given);
  // A malformed id gets the same response as an unknown one.
  if (!read.success) throw noWebhook();
  return read.data;
}

const invalidBody = (error: string, hint = 'Send a JSON object, as /docs/webhooks shows.', headers = {}) =>
  new ApiError('invalid_parameter', { error, hint, headers });

async function readObject(request: RequestContext['request'], schema: z.ZodObject): Promise<WebhookCall['body']> {
  const sent = await readBody(request, MAX_BODY_BYTES, invalidBody);
  let value: unknown;
  try {
    value = sent.trim() === '' ? {} : JSON.parse(sent);
  } catch {
    throw invalidBody('The request body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('The request body is not an object.');
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw invalidValues('property', read.error.issues, value as Record<string, unknown>, acceptedIn(schema));
}

function apiErrorOf(error: unknown): unknown {
  if (error instanceof WebhooksUnavailable)
    return new ApiError('auth_misconfigured', { headers: { 'Retry-After': '10' } });
  if (error instanceof TooManyTests)
    return new ApiError('burst_limit_exceeded', {
      error: error.message,
      body: { retry_after: error.retryAfter },
      headers: { 'Retry-After': String(error.retryAfter) },
    });
  if (error instanceof WebhookUrlProblem)
    return new ApiError('invalid_parameter', {
      error: error.message,
      hint: 'Use a URL that is reachable from the public internet.',
      body: { parameter: 'url', allowed: ['an https URL on the public internet'] },
    });
  if (error instanceof AccountProblem)
    return new ApiError('invalid_parameter', { error: error.message, hint: 'See /docs/webhooks for the limits.' });
  return error;
}
