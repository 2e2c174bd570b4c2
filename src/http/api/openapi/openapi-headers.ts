import type { Operation } from '../route.ts';

/** A response header, as OpenAPI describes it. */
interface Header {
  readonly description: string;
  readonly schema: { type: 'string' | 'integer' };
}

const header = (description: string, type: 'string' | 'integer' = 'string'): Header => ({
  description,
  schema: { type },
});

/** Every header that the API documents, once. */
export const headerComponents = {
  'X-Request-Id': header('Id of this request, for reporting a problem'),
  'X-Service-License': header(
    'License of Orbweaver’s own structure and contributions; of transmitters, that of SatNOGS DB',
  ),
  'X-Service-Sources': header('Sources of the release'),
  'X-Catalog-Release': header('Id of the release that the response comes from'),
  'Cache-Control': header('Who may store the response, and for how long'),
  Vary: header('Request headers that the response depends on'),
  ETag: header('Hash of the response in this format and encoding; send it back in If-None-Match'),
  'Last-Modified': header('Time of the release'),
  Link: header('Next and previous page, the description of the API, and the license (RFC 8288)'),
  'X-Stale-Warning': header('Sent with elements older than three days: a message with their age'),
  'X-Elements-Omitted': header(
    'Sent with element sets in bulk: number of element sets that the format cannot express, such as catalog numbers of 340000 and more in a TLE',
    'integer',
  ),
  'X-RateLimit-Limit': header('Requests per day', 'integer'),
  'X-RateLimit-Remaining': header('Requests left today', 'integer'),
  'X-RateLimit-Reset': header('End of the day, seconds since 1970', 'integer'),
  RateLimit: header('The same in the format of the IETF draft'),
  'RateLimit-Policy': header('The limits in the format of the IETF draft'),
  'Retry-After': header('Seconds to wait', 'integer'),
  'WWW-Authenticate': header('How to authenticate'),
  Allow: header('Allowed methods'),
} as const satisfies Record<string, Header>;

type HeaderName = keyof typeof headerComponents;

const references = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const always: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Service-License',
  'X-Service-Sources',
  'X-Catalog-Release',
  'Cache-Control',
  'Vary',
];
const limits: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

/** The headers of a 304. */
export const notModifiedHeaders = references([...always, 'ETag', 'Last-Modified', ...limits]);

/** The headers of a success. */
export function successHeaders({ tag, query, keyedQuery, responses, headers = [] }: Operation) {
  const names: HeaderName[] = [...always];
  if (responses.length > 0) names.push('ETag');
  // Webhooks belong to an account, not to a release.
  if (tag !== 'Webhooks') names.push('Last-Modified');
  names.push(...limits);
  names.push(...headers);
  if ('limit' in { ...query, ...keyedQuery }) names.push('Link');
  return references(names);
}

/** The headers of an error. */
export function errorHeaders(status: number) {
  const own: HeaderName[] =
    status === 401
      ? ['WWW-Authenticate']
      : status === 405
        ? ['Allow']
        : status === 429
          ? ['Retry-After', ...limits]
          : status === 503
            ? ['Retry-After']
            : [];
  return references([...always, ...own]);
}
