import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import type { AccountData } from '../account/account-data.ts';
import { type AccountsGateway, joined } from '../accounts-gateway.ts';
import { readsPages } from '../error-page.ts';
import { ApiError } from '../errors.ts';
import type { FileSender } from '../files/file-sender.ts';
import type { Codings } from '../files/sendable-file.ts';
import type { Answer } from '../middleware/authorize.ts';
import { exportPaths, PageLimiter } from '../middleware/page-limits.ts';
import type { RequestContext } from '../request-context.ts';
import { encodePath } from '../request-target.ts';
import { isFile } from '../respond.ts';
import { type Prerendered, prerenderedPages, strictPolicy } from './content-security.ts';
import { PageCache } from './page-cache.ts';
import { type PageData, type PageDeps, pageData } from './page-data.ts';
import { type SiteFacts, siteFacts } from './site-build.ts';
import { siteFiles } from './site-files.ts';

/** What the server hands to every page, as `Astro.locals`. */
interface PageLocals {
  readonly orbweaver: PageData;
  /** On the account's pages alone. */
  readonly account?: AccountData;
}

/** The built website: its files, its prerendered pages, and what renders the others. */
export interface Site {
  /** Changes with the content of the build; absent: pages are identified by release and URL alone. */
  readonly build?: string;
  readonly files: ReadonlyMap<string, Codings>;
  /** Pages that were rendered when it was built, by path. */
  readonly prerendered: ReadonlyMap<string, Prerendered>;
  /** Renders the page of a request; null where none has its path. `bindings` are for Astro's dev server alone. */
  render(request: Request, locals: PageLocals, bindings?: HttpBindings): Promise<Response | null>;
}

/** Opens the website that Astro built into `dist`. */
export async function openSite(dist: string): Promise<Site> {
  const client = join(dist, 'client');
  const entry = (await import(pathToFileURL(join(dist, 'server', 'entry.mjs')).href)) as Pick<Site, 'render'>;
  const { build, files, pages } = JSON.parse(await readFile(join(dist, siteFacts), 'utf8')) as SiteFacts;
  return {
    build,
    render: entry.render,
    prerendered: prerenderedPages(client, pages),
    files: siteFiles(client, files),
  };
}

/** Adds the headers that every page and every file of the website has. */
function setPageHeaders({ headers, served }: RequestContext): void {
  headers['Cache-Control'] ??= 'no-cache';
  headers['Content-Security-Policy'] = strictPolicy;
  headers['Referrer-Policy'] ??= 'strict-origin-when-cross-origin';
  headers['X-Content-Type-Options'] = 'nosniff';
  if (served) headers['X-Catalog-Release'] = served.release.id;
  if (served?.release.manifest.sample) headers['X-Catalog-Sample'] = 'true';
}

/** True at the moment of the request alone: never cached. */
const momentary = ['/status', '/status.json'];

/** What the website needs besides its files. */
interface SiteDeps extends PageDeps {
  readonly site: Site;
  readonly files: FileSender;
  readonly gateway: Pick<AccountsGateway, 'addressOf'>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Answers every path that is no route: a file of the website, else a page, else the page that says there is none. */
export function sitePages(deps: SiteDeps): Answer {
  const { site, files, gateway } = deps;
  const cache = new PageCache(site.build ?? '');
  const limiter = new PageLimiter(deps.now);
  return async (c) => {
    const { context } = c.env;
    const { target, request, base, headers } = context;
    const address = gateway.addressOf(joined(request.headers['x-forwarded-for']), request.socket.remoteAddress ?? '');
    limiter.check(context, address);
    setPageHeaders(context);
    // Feeds and exports are read by programs, on pages of other sites too.
    if (isFile.test(target.path)) Object.assign(headers, context.served?.headers);
    const canonical = { Link: `<${base}${encodePath(target.path)}>; rel="canonical"` };
    const isDocs = /^\/docs(\/|$)/.test(target.path);
    const ready = site.prerendered.get(target.path);
    if (ready) {
      if (isDocs) Object.assign(headers, canonical);
      headers['Content-Security-Policy'] = ready.policy;
      const page = async () =>
        new Response(addressed(await readFile(ready.file, 'utf8'), target.path, base), {
          headers: { 'Content-Type': 'text/html;charset=utf-8' },
        });
      return (await cache.send(context, true, page))!;
    }
    const file = site.files.get(target.path);
    if (file) {
      // The file's own lifetime holds, and the policy of a worker.
      delete headers['Cache-Control'];
      if (file.identity?.headers['Content-Security-Policy']) delete headers['Content-Security-Policy'];
      if (isDocs) Object.assign(headers, canonical);
      return files.send(context, file);
    }
    const render = (url: string) => renderPage(context, url, deps, undefined, c.env);
    if (exportPaths.includes(target.path)) {
      const exported = await render(target.url);
      if (exported?.headers.has('x-hono-already-sent')) return exported;
      if (exported) return cache.sendStream(context, exported);
    }
    const page = await cache.send(context, !momentary.includes(target.path), () => render(target.url));
    if (page) return page;
    const missing = wantsPage(request.headers.accept, target.path)
      ? await cache.send(context, false, () => render('/404'))
      : null;
    if (!missing) throw new ApiError('not_found');
    if (!missing.headers.has('x-hono-already-sent')) missing.headers.set('Vary', 'Accept, Accept-Encoding');
    return missing;
  };
}

/** Whether the page that says there is none is read: by a person, or by a program that takes anything and named no file. */
const wantsPage = (accept: string | undefined, path: string): boolean =>
  readsPages(accept) || (!isFile.test(path) && /\*\/\*|^$/.test(accept ?? ''));

/** Sends one page by its path, uncached, whatever the request's path. Throws 404 where there is none. */
export async function sendPage(
  context: RequestContext,
  path: string,
  deps: PageDeps & { readonly site: Site },
  account?: AccountData,
  bindings?: HttpBindings,
): Promise<Response> {
  setPageHeaders(context);
  const page = await renderPage(context, path, deps, account, bindings);
  if (!page) throw new ApiError('not_found');
  return withHeaders(page, context.headers);
}

/** Renders a page for GET, whatever the method: it sees the known base, its own URL, and nothing of the client's headers or body. */
async function renderPage(
  context: RequestContext,
  url: string,
  deps: PageDeps & { readonly site: Site },
  account: AccountData | undefined,
  bindings: HttpBindings | undefined,
): Promise<Response | null> {
  const locals = { orbweaver: pageData(context, deps), ...(account && { account }) };
  const page = await deps.site.render(new Request(context.base + url), locals, bindings);
  // An endpoint that has nothing for its parameters says so by an empty 404.
  return page?.status === 404 && page.body === null ? null : page;
}

/** A response with further headers; those that it has itself stay. */
function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  if (response.headers.has('x-hono-already-sent')) return response;
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** The address that the documentation's examples are written with. */
const written = 'http://127.0.0.1:4321';
/** Pages that mean just that: a server on the reader's own machine. */
const ofOwnServer = /^\/docs\/(self-host|run)(\/|$)/;

/** A prerendered page as this visitor sees it: its examples and its social card have the address of this server. */
function addressed(html: string, path: string, base: string): string {
  const here = html.replace('content="/social-card.png"', `content="${base}/social-card.png"`);
  return ofOwnServer.test(path) ? here : here.replaceAll(written, base);
}
