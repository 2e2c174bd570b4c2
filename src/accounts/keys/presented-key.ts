/** A header without a valid key, or two headers with different keys. */
export const malformed = Symbol('malformed');

/**
 * The key of a request: `Authorization: Bearer`, HTTP Basic with the key as user name and no password (as sent by `curl
 * -u KEY:`), or `X-API-Key`; if both are sent, they must match. Another kind of `Authorization` (such as a proxy's) is
 * ignored if there is an `X-API-Key`, and malformed otherwise. Null without either header.
 */
export function presentedKey(
  authorization: string | undefined,
  apiKey: string | undefined,
): string | typeof malformed | null {
  const header = apiKey?.trim();
  if (authorization === undefined) return header ?? null;
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? basicUser(authorization);
  if (header === undefined) return token ?? malformed;
  if (token === null) return /^Bearer\b/i.test(authorization) ? malformed : header;
  return token === header ? header : malformed;
}

/** A key that is the user name of HTTP Basic, without a password; null for anything else, such as a proxy's own user. */
function basicUser(authorization: string): string | null {
  const credentials = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  if (credentials === undefined) return null;
  return /^(ow_[^:]*):$/.exec(Buffer.from(credentials, 'base64').toString('latin1'))?.[1] ?? null;
}
