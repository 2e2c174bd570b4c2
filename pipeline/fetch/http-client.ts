import { Agent, type RequestInit, Response, fetch as undiciFetch } from 'undici';

export { type RequestInit, Response };

/**
 * The connection pool of undici's package. Without it, its `fetch` would use that of Node 24.21, which ends the process if a
 * publisher closes its connection after a response that is still being read (nodejs/undici#5360). Connections are not reused:
 * a server that closes one would make the second request fail.
 */
const dispatcher = new Agent({ pipelining: 0 });

/** The HTTP client for publishers. */
export const fetch = (url: string, init: RequestInit): Promise<Response> => undiciFetch(url, { ...init, dispatcher });
