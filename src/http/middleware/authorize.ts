import type { Context } from 'hono';
import { addressBlock } from '../../accounts/limits/address.ts';
import type { Admission, Admitted } from '../../accounts/limits/admission.ts';
import { FixedWindowLimiter } from '../../accounts/limits/fixed-window-limiter.ts';
import { type AccountsGateway, joined } from '../accounts-gateway.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import { ofOneKey } from '../respond.ts';
import { handleError } from './errors.ts';

/** How long the parts of a file that an IP address reads count as one request, ms: programs read Parquet files in many. */
const PARTS_MILLISECONDS = 600_000;

/** Hono's context, or only its environment if the response is made before routing. */
export type WithEnv = Pick<Context<HttpEnv>, 'env'>;
/** Makes the response to a request. */
export type Answer<C extends WithEnv = Context<HttpEnv>> = (c: C) => Response | Promise<Response>;

/**
 * Wraps a handler with authorization and limits. `none` is for errors outside any route, which are metered only with a key. `route`
 * is the path pattern that the owner of the key sees in the usage.
 */
export type Authorize = <C extends WithEnv>(
  access: 'keyed' | 'public' | 'none',
  route: string,
  answer: Answer<C>,
) => (c: C) => Promise<Response>;

/** Authorizes a request through the accounts, adds rate limit headers, and reports the status of its response. */
export function authorization(gateway: AccountsGateway): Authorize {
  const parts = new FixedWindowLimiter(1, PARTS_MILLISECONDS);
  return (access, route, answer) => async (c) => {
    const { context } = c.env;
    const { headers, socket } = context.request;
    const address = gateway.addressOf(joined(headers['x-forwarded-for']), socket.remoteAddress ?? '');
    context.address = address;
    const part = headers.range === undefined ? null : `${addressBlock(address)} ${context.target.path}`;
    const admission = await gateway.admit({
      authorization: headers.authorization,
      apiKey: joined(headers['x-api-key']),
      address,
      access: access === 'keyed' ? 'keyed' : 'public',
      sameOrigin: headers['sec-fetch-site'] === 'same-origin',
      uncounted: access === 'none' || (part !== null && parts.used(part, context.now) > 0),
      cookie: headers.cookie,
    });
    if (!admission.admitted && admission.code === 'service_paused') context.paused = true;
    const admitted = permit(admission);
    for (const [name, value] of admitted.headers) context.headers[name] = value;
    context.admitted = admitted;
    if (access === 'public' && admitted.keyId !== null) Object.assign(context.headers, ofOneKey);
    const response = await answered(answer, c);
    if (part !== null && response.status === 206) parts.take(part, context.now);
    admitted.settle(response.status, route);
    return response;
  };
}

/** The response of a handler, or that to the error it throws, so that both are metered by their status. */
async function answered<C extends WithEnv>(answer: Answer<C>, c: C): Promise<Response> {
  try {
    return await answer(c);
  } catch (error) {
    return handleError(error, c);
  }
}

/**
 * Counts a request as more than one, by what its size costs: before the work is done. Throws 429
 * where the day has not that many left.
 */
export async function charge(context: RequestContext, units: number): Promise<void> {
  if (units <= 1 || !context.admitted) return;
  const admitted = permit(await context.admitted.takeMore(units - 1));
  for (const [name, value] of admitted.headers) context.headers[name] = value;
}

/** The permission that the accounts gave, or the error that refuses the request. */
function permit(admission: Admission): Admitted {
  if (admission.admitted) return admission;
  const { code, retryAfter } = admission;
  throw new ApiError(code, {
    ...(retryAfter !== undefined && code.endsWith('_exceeded') && { body: { retry_after: retryAfter } }),
    headers: {
      ...Object.fromEntries(admission.headers),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(code.endsWith('_api_key') && { 'WWW-Authenticate': 'Bearer realm="Orbweaver"' }),
    },
  });
}
