import type { IncomingMessage } from 'node:http';

/** The address that visitors use, without a slash at its end: what is set, else what this request was sent to. */
export function baseOf(request: IncomingMessage, publicUrl: string | undefined): string {
  return publicUrl ?? `http://${hostOf(request.headers.host)}`;
}

/** The host a visitor typed; what can't be a host is not repeated in an answer. */
function hostOf(header: string | undefined): string {
  return header && /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(header) ? header : 'localhost';
}
