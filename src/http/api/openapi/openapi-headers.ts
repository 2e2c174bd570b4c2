/** A header of an answer, in OpenAPI's words. */
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
  'X-Request-Id': header('Id of this request: give it when you report a problem'),
  'X-Service-License': header('Licence of the service’s own structure and contributions'),
  'X-Service-Sources': header('The sources that the served release is built from'),
  'X-Catalog-Release': header('Id of the release that the answer is made from'),
  'Cache-Control': header('Who may keep the answer, and how long'),
  Vary: header('Request headers that the answer depends on'),
  ETag: header('Hash of the answer in this form and coding; send it back in If-None-Match'),
  'Last-Modified': header('Time of the release'),
  Link: header('Pages beside this one (RFC 8288): next, prev'),
  'X-Stale-Warning': header('Sent with elements older than three days: a sentence with their age'),
  'X-RateLimit-Limit': header('Requests a day', 'integer'),
  'X-RateLimit-Remaining': header('Requests left today', 'integer'),
  'X-RateLimit-Reset': header('When the day ends, seconds since 1970', 'integer'),
  RateLimit: header('The same in the IETF’s form'),
  'RateLimit-Policy': header('The limits in the IETF’s form'),
  'Retry-After': header('Seconds to wait', 'integer'),
  'WWW-Authenticate': header('How to authenticate'),
  Allow: header('Methods that are'),
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

/** The headers of a 200 or 304. */
export function answerHeaders(access: 'keyed' | 'public', path: string) {
  const own: HeaderName[] = /\/(tle|omm)$/.test(path) ? ['X-Stale-Warning'] : [];
  const paged: HeaderName[] = access === 'keyed' && !path.includes('norad_cat_id') ? ['Link'] : [];
  return references([...always, 'ETag', 'Last-Modified', ...limits, ...own, ...paged]);
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
