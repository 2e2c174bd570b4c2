import type { IncomingMessage } from 'node:http';

/** Largest accepted form: real ones have a few hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024;

/** The fields of a form, or why it was not read. */
export type SentForm =
  | { readonly fields: URLSearchParams }
  | { readonly status: 400 | 413 | 415; readonly error: string; readonly fields: null };

const refused = (status: 400 | 413 | 415, error: string): SentForm => ({ status, error, fields: null });
const tooLarge = refused(413, 'This is too long for the form. Shorten it and send it again.');

/**
 * Reads a form as sent by browsers without scripts, and nothing larger or different. Throws if the client disconnects.
 */
export async function readForm(request: IncomingMessage): Promise<SentForm> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    return refused(415, 'This was not sent as a form. Fill it in on this page and send it from here.');
  if (request.headers['content-encoding'] !== undefined) return refused(415, 'A form is sent uncompressed.');
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) return tooLarge;
  const parts: Buffer[] = [];
  let length = 0;
  // `break` would close the connection before the response is sent.
  const bytes = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const part of bytes) {
    length += part.length;
    if (length > MAX_FORM_BYTES) return tooLarge;
    parts.push(part);
  }
  return { fields: new URLSearchParams(Buffer.concat(parts).toString('utf8')) };
}
