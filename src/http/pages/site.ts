import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sirv from 'sirv';
import type { AccountData } from '../account/account-data.ts';
import type { Door } from '../accounts-gateway.ts';
import { baseOf } from '../base-address.ts';
import { Refusal } from '../errors.ts';
import { PageLimiter, pageLimits } from '../middleware/page-limits.ts';
import type { Exchange, Step } from '../request-context.ts';
import { encodePath } from '../request-target.ts';
import { isWorker, type Prerendered, prerenderedPages, strictPolicy, workerPolicy } from './content-security.ts';
import { PageSender, type Render } from './page-cache.ts';
import { type PageData, type PageWorld, pageData } from './page-data.ts';

type Next = (error?: unknown) => void;

/** What the server adds to `Astro.locals`. */
interface PageLocals {
  readonly orbweaver: PageData;
  /** On the account's pages alone. */
  readonly account?: AccountData;
}

/** The built website: its files, and Astro's handler that renders the rest. Both call `next` for what they don't have. */
export interface Site {
  /** Changes with every build that differs; absent: pages are told apart by release and address alone. */
  readonly build?: string;
  /** Pages that were rendered when it was built, by path; absent: none were. */
  readonly prerendered?: ReadonlyMap<string, Prerendered>;
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
  const entry: unknown = await import(pathToFileURL(join(dist, 'server', 'entry.mjs')).href);
  const send = sirv(client, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, path) {
      if (isWorker(path)) response.setHeader('Content-Security-Policy', workerPolicy);
      response.setHeader('Cache-Control', cacheControl(path));
    },
  });
  return {
    build: await buildOf(dist),
    render: (entry as { handler: Site['render'] }).handler,
    prerendered: await prerenderedPages(client),
    files: send,
  };
}

/** What tells one build from another: the pages' code, and the names of the files, which Astro takes from what is in them. */
async function buildOf(dist: string): Promise<string> {
  const [entry, names] = await Promise.all([
    readFile(join(dist, 'server/entry.mjs')),
    readdir(dist, { recursive: true }),
  ]);
  return createHash('sha256').update(entry).update(names.sort().join('\n')).digest('hex').slice(0, 16);
}

/** Names under `_astro` contain a hash of what is in them: their files never change. */
const cacheControl = (path: string): string =>
  path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';

const pageHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': strictPolicy,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** What sending pages needs beside the website itself. */
interface SiteOptions extends PageWorld {
  readonly addressOf: Door['addressOf'];
}

/** Written as the reader takes them, and too large to be kept: they go past what keeps pages. */
const exportPaths = pageLimits[1]!.paths;
/** True only at the moment of being asked: kept by nobody. */
const momentary = ['/status', '/status.json'];

/** The last step: a file of the website, else the page that Astro renders, else the page that says there is none. */
export function sendSite(site: Site, options: SiteOptions): Step {
  const { publicUrl, now, addressOf } = options;
  const sender = new PageSender(site.build ?? '', now);
  const limiter = new PageLimiter(now);
  return async (exchange) => {
    const { request, response, target } = exchange;
    limiter.check(exchange, addressOf(forwarded(request), request.socket.remoteAddress ?? ''));
    setHeaders(exchange);
    const base = baseOf(target, publicUrl);
    // Astro and the files see what was parsed here, and the one known host: never what the client wrote.
    request.url = target.url;
    request.headers.host = new URL(base).host;
    // Files of the website are sent whole: sirv's ranges are not those of RFC 9110.
    delete request.headers.range;
    if (/^\/docs(\/|$)/.test(target.path))
      response.setHeader('Link', `<${base}${encodePath(target.path)}>; rel="canonical"`);
    const ready = site.prerendered?.get(target.path);
    if (ready) {
      response.setHeader('Content-Security-Policy', ready.policy);
      return sender.send(exchange, base, async (_asked, captured) => {
        captured.setHeader('Content-Type', 'text/html;charset=utf-8');
        captured.end(addressed(await readFile(ready.file, 'utf8'), target.path, base));
      });
    }
    if (await sent(exchange, (next) => site.files(request, response, next))) return true;
    response.removeHeader('Link');
    const render = rendering(site, () => ({ orbweaver: pageData(exchange, options) }));
    if (exportPaths.includes(target.path)) return sent(exchange, (next) => render(request, response, next));
    const page = () => sender.send(exchange, momentary.includes(target.path) ? null : base, render);
    if (await page()) return true;
    request.url = '/404';
    if (await page()) return true;
    throw new Refusal('not_found');
  };
}

/** The address that the documentation's examples are written with. */
const written = 'http://127.0.0.1:4321';
/** Pages that mean just that: a server on the reader's own machine. */
const ofOwnServer = /^\/docs\/(self-host|run)(\/|$)/;

/** A prerendered page as this visitor sees it: its examples ask this server, its social card is here. */
function addressed(html: string, path: string, base: string): string {
  const here = html.replace('content="/social-card.png"', `content="${base}/social-card.png"`);
  return ofOwnServer.test(path) ? here : here.replaceAll(written, base);
}

const forwarded = ({ headers }: IncomingMessage) => {
  const header = headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(', ') : header;
};

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
  options: PageWorld,
  account?: AccountData,
): Promise<true> {
  const { request, response } = exchange;
  const { method } = request;
  setHeaders(exchange);
  request.headers.host = new URL(baseOf(exchange.target, options.publicUrl)).host;
  const render = rendering(site, () => ({ orbweaver: pageData(exchange, options), ...(account && { account }) }));
  request.url = path;
  if (method !== 'HEAD') request.method = 'GET';
  const found = await sent(exchange, (next) => render(request, response, next));
  if (method !== undefined) request.method = method;
  if (!found) throw new Refusal('not_found');
  return true;
}

/**
 * Renders with what `make` makes, and empties it when the page is written: getters of Astro's objects hold it until the
 * garbage collector goes through all memory.
 */
function rendering(site: Site, make: () => PageLocals): Render {
  return async (request, response, next) => {
    const locals = make();
    try {
      await site.render(request, response, next, locals);
    } finally {
      for (const name of Object.keys(locals)) Reflect.deleteProperty(locals, name);
    }
  };
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
