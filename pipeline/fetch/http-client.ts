import { Agent, type RequestInit, Response, fetch as undiciFetch } from 'undici';

export { type RequestInit, Response };

/**
 * The connections of undici's package. Without them its `fetch` would use those of Node 24.21, which end the process if a publisher
 * closes its connection after a response that is still being read (nodejs/undici#5360). None is kept for a second request, which a
 * server that closes it would fail.
 */
const dispatcher = new Agent({ pipelining: 0 });

/** The HTTP client for publishers. */
export const fetch = (url: string, init: RequestInit): Promise<Response> => undiciFetch(url, { ...init, dispatcher });
