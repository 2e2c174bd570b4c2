import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { App, RequestContext } from '../../http/request-context.ts';
import { encodePath } from '../../http/request-target.ts';

/** Values of a route's parameters; undefined ones are omitted, lists are joined by commas. */
type ApiQuery = Readonly<Record<string, unknown>>;

/** A response of the API. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body. */
  readonly body: unknown;
}

/** An error response of the API, with its JSON body. */
export class FailedCall extends Error {
  override name = 'FailedCall';
  readonly body: Readonly<Record<string, unknown>>;

  constructor(body: Readonly<Record<string, unknown>>) {
    super(String(body.error));
    this.body = body;
  }
}

/**
 * Requests a route of the API, with POST if there is a body. Throws FailedCall for every response that is not a
 * success.
 */
export type ApiCaller = (path: `/api/v1/${string}`, query?: ApiQuery, body?: object) => Promise<ApiResponse>;

const forwarded = ['authorization', 'x-api-key', 'x-forwarded-for'] as const;

/**
 * Returns the function that requests routes of this server on behalf of a client: through the same app, so that its
 * key, limits, validation and errors are those of the API. `context` is that of the client's request.
 */
export function apiCaller(app: App, context: RequestContext, { incoming, outgoing }: HttpBindings): ApiCaller {
  const headers: Record<string, string | string[] | undefined> = { accept: 'application/json' };
  for (const name of forwarded) headers[name] = context.request.headers[name];
  return async (path, query = {}, sent) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
    const text = parameters.toString().replaceAll('%2C', ',');
    const url = `${encodePath(path)}${text === '' ? '' : `?${text}`}`;
    const method = sent ? 'POST' : 'GET';
    const own: RequestContext = {
      ...context,
      request: {
        method,
        headers,
        socket: context.request.socket,
        iterator: () => Readable.from(sent ? [Buffer.from(JSON.stringify(sent))] : []).iterator(),
      },
      target: { path, query: text, url, host: context.target.host, isApi: true },
      headers: { 'X-Request-Id': context.id },
      paused: false,
    };
    delete own.refused;
    const response = await app.fetch(new Request(`http://localhost${url}`, { method }), {
      incoming,
      outgoing,
      context: own,
    });
    if (own.paused) context.paused = true;
    const body: unknown = await response.json();
    if (!response.ok) throw new FailedCall(body as Record<string, unknown>);
    return { status: response.status, headers: response.headers, body };
  };
}
