import type { IncomingMessage } from 'node:http';
import { readBody } from '../api/request-body.ts';

/** Largest accepted form: real ones have a few hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024;

/** The fields of a form, or the reason why it was not read. */
export type SentForm =
  | { readonly fields: URLSearchParams }
  | { readonly status: 400 | 413 | 415; readonly error: string; readonly fields: null };

const refused = (status: 400 | 413 | 415, error: string): SentForm => ({ status, error, fields: null });

/** The body is not that of a form. */
class NoForm extends Error {}

/**
 * Reads a form as sent by browsers without scripts, and nothing larger or different. Throws if the client disconnects.
 */
export async function readForm(request: IncomingMessage): Promise<SentForm> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    return refused(415, 'This was not sent as a form. Fill it in on this page and send it from here.');
  if (request.headers['content-encoding'] !== undefined) return refused(415, 'A form is sent uncompressed.');
  try {
    return { fields: new URLSearchParams(await readBody(request, MAX_FORM_BYTES, () => new NoForm())) };
  } catch (error) {
    if (!(error instanceof NoForm)) throw error;
    return refused(413, 'This is too long for the form. Shorten it and send it again.');
  }
}
