import type { IncomingMessage } from 'node:http';

/** A request with a body. */
export type RequestBody = Pick<IncomingMessage, 'headers' | 'iterator'>;

/** Creates the error for a body that is not accepted. */
type InvalidBody = (error: string, hint?: string, headers?: Record<string, string>) => Error;

/** The text of a request's body, at most `most` bytes. Throws the error that `invalid` returns. */
export async function readBody(request: RequestBody, most: number, invalid: InvalidBody): Promise<string> {
  if (request.headers['content-encoding'] !== undefined)
    throw invalid('The request body is compressed.', 'Send it without Content-Encoding.');
  // The connection is closed, because unread bytes would be parsed as the next request.
  const tooLarge = () =>
    invalid('The request body is too large.', `Send at most ${most} bytes.`, { Connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  // `break` would close the connection before the response is sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
