import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceHeaders } from '../schema/public-route.ts';
import type { Refusal } from './errors.ts';
import type { Served } from './served.ts';
import type { Target } from './target.ts';

/** One request and its answer, with the release that it began with: a switch in between changes nothing for it. */
export interface Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** Null where no release is published. */
  readonly served: Served | null;
  /** Resolves when the answer's last byte is gone, or the client is. */
  readonly closed: Promise<void>;
}

/** One step of the line from request to answer. True: it has answered, or is doing so. Throws Refusal. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>;

const withoutRelease = serviceHeaders(null);

/** Writes an error: the same shape, whatever the path. Nothing of an error may be kept by any cache. */
export function writeRefusal(
  { id, served, response }: Pick<Exchange, 'id' | 'served' | 'response'>,
  refusal: Refusal,
): void {
  const body = refusal.body();
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(refusal.status, {
    ...(served?.headers ?? withoutRelease),
    'Cache-Control': 'private, no-store',
    Vary: 'Authorization, X-API-Key',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': id,
    ...refusal.headers,
  });
  response.end(body);
}
