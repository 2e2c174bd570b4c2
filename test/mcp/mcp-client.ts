import { KEY } from '../api/sample-server.ts';

// Tests read results without types: a wrong guess fails the test.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = Record<string, any>;

/** A response of the endpoint. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON-RPC message; null if there is none. */
  readonly message: Json | null;
}

const accept = 'application/json, text/event-stream';
export const key = { Authorization: `Bearer ${KEY}` };

/** Sends one message of the 2025 protocol, as current clients do. */
export async function send(base: string, message: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const json = isStream ? /^data: (.+)$/m.exec(text)?.[1] : text;
  return { status: response.status, headers: response.headers, message: json ? (JSON.parse(json) as Json) : null };
}

/** Sends a request and returns its result. Throws if the response is an error. */
export async function request(
  base: string,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
): Promise<Json> {
  const { status, message } = await send(base, { jsonrpc: '2.0', id: 1, method, params }, headers);
  if (!message?.result) throw new Error(`${method}: ${status} ${JSON.stringify(message)}`);
  return message.result as Json;
}

/** Calls a tool with the key of the sample server. */
export const callTool = (base: string, name: string, args: object, headers: Record<string, string> = key) =>
  request(base, 'tools/call', { name, arguments: args }, headers);
