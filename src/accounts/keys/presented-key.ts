/** A header was sent that holds no key, or two headers with different keys. */
export const malformed = Symbol('malformed');

const bearer = /^Bearer +(\S+) *$/i;

/**
 * The key that a request presents: `Authorization: Bearer` or `X-API-Key`, both only where they say the same. Another
 * scheme of `Authorization` (a proxy's own Basic, say) is none of ours where `X-API-Key` is there, and malformed alone.
 * Null where neither header is sent.
 */
export function presentedKey(
  authorization: string | undefined,
  apiKey: string | undefined,
): string | typeof malformed | null {
  if (authorization === undefined) return apiKey === undefined ? null : apiKey.trim();
  const token = bearer.exec(authorization)?.[1];
  if (apiKey === undefined) return token ?? malformed;
  const own = apiKey.trim();
  if (token !== undefined && token !== own) return malformed;
  return token === undefined && /^Bearer\b/i.test(authorization) ? malformed : own;
}
