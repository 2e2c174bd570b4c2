import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LocalServer } from '../http/local-server.ts';

export const identity = 'operator@example.org';
export const password = 'correct horse, 3 batteries & a staple';
const COOKIE = 'chocolatechip=0a1b2c3d4e';

/** How Space-Track refuses: with a status or without one. */
export const refusals = {
  'a rate limit, with 500': (response: ServerResponse) =>
    response.writeHead(500).end("Error: You've violated your query rate limit. Please refer to our guidelines."),
  'a rate limit, with 200': (response: ServerResponse) =>
    response.writeHead(200).end(`[{"error":"You've violated your query rate limit."}]`),
  'an error, with 200': (response: ServerResponse) =>
    response.writeHead(200).end('{"error":"You must be logged in to complete this action"}'),
  'its page to sign in, with 200': (response: ServerResponse) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!DOCTYPE html>\n<html><head><title>Login</title></head><body></body></html>'),
  'a sentence, with 200': (response: ServerResponse) => response.writeHead(200).end('You must be logged in.'),
  'a redirect to its page to sign in': (response: ServerResponse) =>
    response.writeHead(302, { Location: '/auth/login' }).end(),
  401: (response: ServerResponse) => response.writeHead(401).end('{"error":"Unauthorized"}'),
  403: (response: ServerResponse) => response.writeHead(403).end('Forbidden'),
  429: (response: ServerResponse) => response.writeHead(429, { 'Retry-After': '60' }).end('Too many requests'),
  503: (response: ServerResponse) => response.writeHead(503).end('maintenance'),
} as const;

/**
 * A server that behaves as Space-Track's documentation says: a form signs in and sets a cookie, queries need it, a wrong password is
 * answered with 200, and more than 30 requests a minute or 300 an hour are refused.
 */
export class SpaceTrackStandIn extends LocalServer {
  /** Method, path and time of every request. */
  readonly seen: { readonly line: string; readonly at: number; readonly agent: string }[] = [];
  /** The JSON of each class. */
  readonly answers = new Map<string, string>();
  /** Answers every query, or the sign-in, in place of the data. */
  refuse: ((response: ServerResponse) => unknown) | null = null;
  refuseSignIn: ((response: ServerResponse) => unknown) | null = null;
  readonly #now: () => number;
  #signedIn = false;

  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  /** The requests since the last call, as `GET gp`. */
  lines(): string[] {
    return this.seen.splice(0).map(({ line }) => line);
  }

  protected override async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    const kind = /^\/basicspacedata\/query\/class\/(\w+)\//.exec(path)?.[1];
    const at = this.#now();
    this.seen.push({ line: `${request.method} ${kind ?? path}`, at, agent: request.headers['user-agent'] ?? '' });
    const within = (ms: number) => this.seen.filter((one) => at - one.at < ms).length;
    if (within(60_000) > 30 || within(3_600_000) > 300) {
      refusals['a rate limit, with 500'](response);
      return;
    }
    if (path === '/ajaxauth/login' && request.method === 'POST') {
      const form = new URLSearchParams(await text(request));
      if (this.refuseSignIn) this.refuseSignIn(response);
      else if (form.get('identity') !== identity || form.get('password') !== password)
        response.writeHead(200).end('{"Login":"Failed"}');
      else {
        this.#signedIn = true;
        response.writeHead(200, { 'Set-Cookie': `${COOKIE}; path=/; secure; HttpOnly` }).end('""');
      }
      return;
    }
    if (!this.#signedIn || !request.headers.cookie?.includes(COOKIE)) {
      refusals[401](response);
      return;
    }
    if (path === '/ajaxauth/logout') {
      this.#signedIn = false;
      response.writeHead(200).end('"Successfully logged out"');
    } else if (this.refuse) this.refuse(response);
    else if (kind === undefined || !this.answers.has(kind)) response.writeHead(404).end('no such class');
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(this.answers.get(kind));
  }
}
