import type { MiddlewareHandler } from 'hono';
import { addressBlock } from '../../accounts/limits/address.ts';
import type { Admission, Admitted } from '../../accounts/limits/admission.ts';
import { FixedWindowLimiter } from '../../accounts/limits/fixed-window-limiter.ts';
import { alone, type Peers } from '../../peers.ts';
import { type AccountsGateway, joined, requestAddress } from '../accounts-gateway.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import { ofOneKey } from '../respond.ts';
import type { ServedRoute } from '../served-route.ts';
import { apiErrorOf } from './errors.ts';

/**
 * How long the parts of a file that an IP address reads count as one request, ms: programs read Parquet files in many
 * parts.
 */
const PARTS_MILLISECONDS = 600_000;

/** Counts the requests of a route; with `refusing`, those that are refused whatever their key. */
export type Limits = (route: ServedRoute, refusing?: 'refusing') => MiddlewareHandler<HttpEnv>;

/** Authorizes requests through the accounts, adds the headers of limits, and reports the status of each response. */
export function limits(gateway: AccountsGateway, peers: Peers = alone): Limits {
  const parts = new FixedWindowLimiter(1, PARTS_MILLISECONDS, peers.channel('parts of files'));
  return ({ access, name, burst, readsCatalog = false, feedToken }, refusing) => {
    if (access === 'open') return refuseChecked;
    return async (c, next) => {
      const { context } = c.env;
      const { headers } = context.request;
      const address = requestAddress(gateway, context.request);
      context.address = address;
      const part = headers.range === undefined ? null : `${addressBlock(address)} ${context.target.path}`;
      // A request that is refused in any case needs no key: it gets the reason without one.
      const needed = access === 'keyed' && (refusing || context.refused) ? 'none' : access;
      const admission = await gateway.admit({
        ...(feedToken && !refusing && { feedToken: feedToken(c.req) }),
        authorization: headers.authorization,
        apiKey: joined(headers['x-api-key']),
        address,
        access: needed === 'keyed' ? 'keyed' : 'public',
        readsCatalog,
        burst: typeof burst === 'boolean' ? burst : burst(context),
        sameOrigin: headers['sec-fetch-site'] === 'same-origin',
        uncounted: needed === 'none' || (part !== null && parts.used(part, context.now) > 0),
        cookie: headers.cookie,
      });
      if (!admission.admitted && admission.code === 'service_paused') context.paused = true;
      if (feedToken && !refusing && !admission.admitted && admission.code.endsWith('_api_key')) throw noFeed();
      const admitted = permit(admission);
      for (const [header, value] of admitted.headers) context.headers[header] = value;
      context.admitted = admitted;
      if (needed === 'public' && admitted.keyId !== null) Object.assign(context.headers, ofOneKey);
      if (context.refused) {
        admitted.settle(context.refused.status, name);
        throw context.refused;
      }
      try {
        await next();
      } catch (error) {
        admitted.settle(apiErrorOf(error).status, name);
        throw error;
      }
      if (part !== null && c.res.status === 206) parts.take(part, context.now);
      admitted.settle(c.res.status, name);
      // A response that costs nothing is refunded after its headers were written: write them again.
      if (c.res.status === 304)
        for (const [header, value] of context.admitted.headers) c.res.headers.set(header, value);
    };
  };
}

const refuseChecked: MiddlewareHandler<HttpEnv> = (c, next) => {
  if (c.env.context.refused) throw c.env.context.refused;
  return next();
};

/**
 * Counts a request as several, by the cost of its size, before the work is done. Throws 429 if fewer units are left for
 * the day.
 */
export async function charge(context: RequestContext, units: number): Promise<void> {
  if (units <= 1 || !context.admitted) return;
  const admitted = permit(context.admitted.takeMore(units - 1));
  for (const [name, value] of admitted.headers) context.headers[name] = value;
}

/** The same response for every unknown or revoked address, so that it does not reveal which feeds have existed. */
const noFeed = () =>
  new ApiError('not_found', {
    error: 'There is no feed at this address.',
    hint: 'It may be mistyped or revoked. Your feeds are listed at /account/feeds, where you can create another one.',
  });

/** The permission from the accounts, or the error that refuses the request. */
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
