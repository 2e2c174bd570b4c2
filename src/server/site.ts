import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sirv from 'sirv';
import { Refusal } from '../api/errors.ts';
import type { AccountData } from './account-data.ts';
import { isWorker, prerenderedPolicies, strictPolicy, workerPolicy } from './content-security.ts';
import type { Exchange, Step } from './exchange.ts';
import { type PageData, pageData } from './page-data.ts';

type Next = (error?: unknown) => void;

/** What the server adds to `Astro.locals`. */
interface PageLocals {
  readonly orbweaver: PageData;
  /** On the account's pages alone. */
  readonly account?: AccountData;
}

/** The built website: its files, and Astro's handler that renders the rest. Both call `next` for what they don't have. */
export interface Site {
  readonly files: (request: IncomingMessage, response: ServerResponse, next: Next) => void;
  readonly render: (
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
    locals: PageLocals,
  ) => Promise<void> | void;
}

/** Opens the website that Astro built into `dist`. */
export async function openSite(dist: string): Promise<Site> {
  const client = join(dist, 'client');
  const policies = await prerenderedPolicies(client);
  const entry: unknown = await import(pathToFileURL(join(dist, 'server', 'entry.mjs')).href);
  return {
    render: (entry as { handler: Site['render'] }).handler,
    files: sirv(client, {
      etag: true,
      brotli: true,
      gzip: true,
      setHeaders(response, path) {
        const page = policies.get(path);
        if (page) response.setHeader('Content-Security-Policy', page);
        if (isWorker(path)) response.setHeader('Content-Security-Policy', workerPolicy);
        response.setHeader('Cache-Control', cacheControl(path, page !== undefined));
      },
    }),
  };
}

/** Names under `_astro` contain a hash of what is in them: their files never change. */
function cacheControl(path: string, isPage: boolean): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return isPage ? 'no-cache' : 'public, max-age=300';
}

const pageHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': strictPolicy,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** The last step: a file of the website, else the page that Astro renders, else the page that says there is none. */
export function sendSite(site: Site, publicUrl: string | undefined): Step {
  return async (exchange) => {
    const { request, response } = exchange;
    setHeaders(exchange);
    const found = await sent(exchange, (next) => site.files(request, response, next));
    if (found || (await render(site, exchange, publicUrl))) return true;
    request.url = '/404';
    if (await render(site, exchange, publicUrl)) return true;
    throw new Refusal('not_found');
  };
}

function setHeaders({ response, served, id }: Exchange): void {
  for (const [name, value] of Object.entries(pageHeaders))
    if (!response.hasHeader(name)) response.setHeader(name, value);
  response.setHeader('X-Request-Id', id);
  if (served) response.setHeader('X-Catalog-Release', served.release.id);
  if (served?.release.manifest.sample) response.setHeader('X-Catalog-Sample', 'true');
}

/**
 * Sends one page by its path, whatever was asked for: Astro is given neither the parameters of the request nor its
 * body, so that it can log neither. Headers that are set already stay.
 */
export async function sendPage(
  site: Site,
  exchange: Exchange,
  path: string,
  publicUrl: string | undefined,
  account?: AccountData,
): Promise<true> {
  const { request } = exchange;
  const { method } = request;
  setHeaders(exchange);
  request.url = path;
  if (method !== 'HEAD') request.method = 'GET';
  const found = await render(site, exchange, publicUrl, account);
  if (method !== undefined) request.method = method;
  if (!found) throw new Refusal('not_found');
  return true;
}

function render(
  site: Site,
  exchange: Exchange,
  publicUrl: string | undefined,
  account?: AccountData,
): Promise<boolean> {
  const { request, response } = exchange;
  const locals = { orbweaver: pageData(exchange, publicUrl), ...(account && { account }) };
  return sent(exchange, (next) => site.render(request, response, next, locals));
}

/**
 * Runs a handler of the `(request, response, next)` kind. False: it called `next` and has sent nothing. True: it has
 * sent its answer and has itself ended; where a client goes away, whatever the handler still reads stays open for it.
 */
function sent({ closed }: Exchange, run: (next: Next) => Promise<void> | void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const next: Next = (error) => (error ? reject(error) : resolve(false));
    Promise.resolve(run(next))
      .then(() => closed)
      .then(() => resolve(true), reject);
  });
}
