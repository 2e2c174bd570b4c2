import { isIP } from 'node:net';
import { createMcpHandler, type McpServer, readRequestBody } from '@modelcontextprotocol/server';
import type { Handler } from 'hono';
import { type AccountsGateway, requestAddress } from '../../http/accounts-gateway.ts';
import { type AddressLimit, AddressLimiter } from '../../http/middleware/address-limit.ts';
import type { App, HttpEnv, RequestContext } from '../../http/request-context.ts';
import type { Peers } from '../../peers.ts';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { createMcpServer } from './mcp-server.ts';

/** The path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** Limit of messages other than calls with a key: an MCP client begins with three of them. */
export const mcpLimit: AddressLimit = { burst: 120, perSecond: 10, atOnce: 20 };

/** Largest body of a message, bytes: arguments are short. */
const MAX_BODY_BYTES = 256 * 1024;

/** Dependencies of the endpoint. */
export interface McpDeps {
  readonly app: App;
  readonly gateway: AccountsGateway;
  readonly publicUrl: string | undefined;
  /** The host that the server listens on; if it is a name, requests may use that too. */
  readonly host: string;
  readonly version: string;
  readonly peers?: Peers | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** Creates the server for one request; the tests' conformance run passes its own. */
  readonly create?: (context: RequestContext, api: ApiCaller, version: string) => McpServer;
}

/**
 * The endpoint of the Model Context Protocol: streamable HTTP without sessions, by the official SDK. A tool call is a
 * request of the API, with the client's key; listing tools, resources and prompts needs none, and is limited by address.
 */
export function mcpEndpoint({
  app,
  gateway,
  publicUrl,
  host,
  version,
  now,
  peers,
  create = createMcpServer,
}: McpDeps): Handler<HttpEnv> {
  const limiter = new AddressLimiter(mcpLimit, now, 'mcp', peers);
  const isOwnName = ownNames(publicUrl, host);
  return async (c) => {
    const { context } = c.env;
    const { headers } = context.request;
    const refused = foreign(context, isOwnName);
    if (refused !== null) return withHeaders(context, rpcError(403, -32_000, refused));
    const body = await readRequestBody(c.req.raw, MAX_BODY_BYTES);
    if (body.tooLarge)
      return withHeaders(context, rpcError(413, -32_600, `A message has at most ${MAX_BODY_BYTES / 1024} KB.`));
    const { method, id } = messageOf(body.text);
    const hasKey = headers.authorization !== undefined || headers['x-api-key'] !== undefined;
    // A call with a key has the limits of its key.
    if (!(hasKey && method === 'tools/call')) limiter.check(context, requestAddress(gateway, context.request));
    if (method === 'subscriptions/listen')
      return withHeaders(
        context,
        rpcError(
          200,
          -32_601,
          'Nothing here changes while the server runs: there is nothing to subscribe to.',
          typeof id === 'string' || typeof id === 'number' ? id : null,
        ),
      );
    const request = new Request(c.req.raw.url, {
      method: 'POST',
      headers: c.req.raw.headers,
      body: body.text,
      signal: c.req.raw.signal,
    });
    const api = apiCaller(app, context, c.env);
    const problems: Error[] = [];
    const onerror = (error: Error) => void problems.push(error);
    const handler = createMcpHandler(() => create(context, api, version), { onerror });
    const response = await handler.fetch(request);
    // Errors of the client are in the response, failures of this server only in the log.
    if (response.status >= 500) for (const problem of problems) context.report(problem);
    return withHeaders(context, response);
  };
}

/**
 * Returns whether a name in a Host header or an origin is this server's: requests under another name that resolves to
 * it are refused.
 */
function ownNames(publicUrl: string | undefined, host: string): (name: string) => boolean {
  const names = new Set(['localhost', host.toLowerCase()]);
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname);
  // An IP address does not depend on name resolution, so any is accepted.
  return (name) => names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

const hostnameOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).hostname : null);

/** The problem if a request uses a foreign host name (DNS rebinding) or comes from a page of another site; otherwise null. */
function foreign({ target, request }: RequestContext, isOwnName: (name: string) => boolean): string | null {
  const name = target.host === null ? null : hostnameOf(`http://${target.host}`);
  if (name !== null && !isOwnName(name))
    return `This server is not known as ${name}. Use its own address; its operator sets that as ORBWEAVER_PUBLIC_URL.`;
  const { origin } = request.headers;
  if (origin === undefined) return null;
  const from = hostnameOf(origin);
  if (from !== null && isOwnName(from)) return null;
  return 'Pages of other sites cannot use this endpoint. Use an MCP client, or the HTTP API, which any page may call.';
}

interface Message {
  readonly method?: unknown;
  readonly id?: unknown;
}

/** The message of a body; an empty one for several messages, or if the body is not JSON: the SDK responds to those. */
function messageOf(text: string): Message {
  try {
    const message = JSON.parse(text) as unknown;
    return message !== null && typeof message === 'object' && !Array.isArray(message) ? message : {};
  } catch {
    return {};
  }
}

const rpcError = (status: number, code: number, message: string, id: string | number | null = null): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status });

/** The response with the headers of the service, and never cached. */
function withHeaders(context: RequestContext, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries({ ...context.served?.headers, ...context.headers }))
    headers.set(name, value);
  headers.set('Cache-Control', 'private, no-store');
  headers.set('Vary', 'Authorization, X-API-Key, Origin');
  return new Response(response.body, { status: response.status, headers });
}
