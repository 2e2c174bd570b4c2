import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import type { Handler } from 'hono';
import type { Peers } from '../../peers.ts';
import type { AccountData } from '../account/account-data.ts';
import type { AccountsGateway } from '../accounts-gateway.ts';
import { ApiError, readsPages } from '../errors.ts';
import type { FileSender } from '../files/file-sender.ts';
import { sendPicture } from '../files/release-files.ts';
import type { Codings } from '../files/sendable-file.ts';
import { addressLimit } from '../middleware/address-limit.ts';
import { type PageFacts, pages } from '../page-routes.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import { encodePath } from '../request-target.ts';
import type { ServedRoute } from '../served-route.ts';
import { type Prerendered, prerenderedPages, strictPolicy } from './content-security.ts';
import { PageCache } from './page-cache.ts';
import { type PageData, type PageDeps, pageData } from './page-data.ts';
import { PageTurns } from './page-turns.ts';
import { type SiteFacts, siteFacts } from './site-build.ts';
import { siteFiles } from './site-files.ts';

/** `Astro.locals` of every page. */
interface PageLocals {
  readonly orbweaver: PageData;
  /** Only on the account's pages. */
  readonly account?: AccountData;
}

/** The built website: its files, its prerendered pages, and the function that renders the others. */
export interface Site {
  /** Changes with the content of the build; absent: pages are identified by release and URL alone. */
  readonly build?: string;
  readonly files: ReadonlyMap<string, Codings>;
  /** Pages that were rendered when it was built, by path. */
  readonly prerendered: ReadonlyMap<string, Prerendered>;
  /** Renders the page of a request; null if none has its path. `bindings` are only for Astro's dev server. */
  render(request: Request, locals: PageLocals, bindings?: HttpBindings): Promise<Response | null>;
  /** Loads the modules of all pages, which the first request of each page loads otherwise. */
  prepare?(): Promise<void>;
}

/** Opens the website that Astro built into `dist`. */
export async function openSite(dist: string): Promise<Site> {
  const client = join(dist, 'client');
  const entry = (await import(pathToFileURL(join(dist, 'server', 'entry.mjs')).href)) as Required<
    Pick<Site, 'render' | 'prepare'>
  >;
  const { build, files, pages } = JSON.parse(await readFile(join(dist, siteFacts), 'utf8')) as SiteFacts;
  return {
    build,
    render: entry.render,
    prepare: entry.prepare,
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

/** Dependencies of the website. */
export interface SiteDeps extends PageDeps {
  readonly site: Site;
  readonly files: FileSender;
  readonly gateway: AccountsGateway;
  readonly peers?: Peers | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The routes of the website: pages, feeds and files, and the answer to every path that no other route has. */
export function siteRoutes(deps: SiteDeps): ServedRoute[] {
  const send = sitePages(deps);
  return [
    {
      ...siteRoute,
      paths: ['/pictures/:name'],
      kind: 'file',
      handle: sendPicture(deps.files),
    },
    ...pages.map((facts): ServedRoute => {
      const { paths, kind, limit } = facts;
      return {
        ...siteRoute,
        paths,
        kind,
        stack: limit ? [addressLimit(limit, deps, paths.join())] : [],
        handle: send(facts),
      };
    }),
  ];
}

const siteRoute = { method: 'get', name: 'site', access: 'open', burst: true, level: 'pages' } as const;

/** Answers with a file of the website, else with a page, else with the 404 page. */
function sitePages(deps: SiteDeps): (facts: PageFacts) => Handler<HttpEnv> {
  const { site, files } = deps;
  const cache = new PageCache(site.build ?? '');
  const turns = new PageTurns(deps.gateway);
  return (facts) => async (c) => {
    const { context } = c.env;
    const { target, base, headers } = context;
    setPageHeaders(context);
    // Feeds and exports are read by programs, on pages of other sites too.
    if (facts.kind !== 'page') Object.assign(headers, context.served?.headers);
    const canonical = facts.canonical && { Link: `<${base}${encodePath(target.path)}>; rel="canonical"` };
    const ready = site.prerendered.get(target.path);
    if (ready) {
      Object.assign(headers, canonical);
      headers['Content-Security-Policy'] = ready.policy;
      const page = async () =>
        new Response(addressed(await readFile(ready.file, 'utf8'), facts, base), {
          headers: { 'Content-Type': 'text/html;charset=utf-8' },
        });
      return (await cache.send(context, 'page', page))!;
    }
    const file = site.files.get(target.path);
    if (file) {
      // The file's own cache lifetime applies, and the policy of a worker.
      delete headers['Cache-Control'];
      if (file.identity?.headers['Content-Security-Policy']) delete headers['Content-Security-Policy'];
      Object.assign(headers, canonical);
      return files.send(context, file);
    }
    const render = (url: string) => turns.take(context, () => renderPage(context, url, deps, undefined, c.env));
    if (facts.streamed) {
      const exported = await render(target.url);
      if (exported?.headers.has('x-hono-already-sent')) return exported;
      if (exported) return cache.sendStream(context, exported);
    }
    const page = await cache.send(context, facts.momentary ? 'uncached' : facts.kind, () => render(target.url));
    if (page) return page;
    const missing = wantsPage(context, facts) ? await cache.send(context, 'uncached', () => render('/404')) : null;
    if (!missing) throw new ApiError('not_found');
    if (!missing.headers.has('x-hono-already-sent')) missing.headers.set('Vary', 'Accept, Accept-Encoding');
    return missing;
  };
}

/** Whether to answer with the 404 page: for a person, or for a program that accepts anything and requested no file. */
const wantsPage = ({ request: { headers } }: RequestContext, { kind }: PageFacts): boolean =>
  readsPages(headers.accept) || (kind === 'page' && /\*\/\*|^$/.test(headers.accept ?? ''));

/** Sends one page by its path, uncached, whatever the request's path. Throws 404 if there is none. */
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

/**
 * Renders a page for GET, whatever the method: it gets the base URL and its own path, and no headers or body of
 * the client.
 */
async function renderPage(
  context: RequestContext,
  url: string,
  deps: PageDeps & { readonly site: Site },
  account: AccountData | undefined,
  bindings: HttpBindings | undefined,
): Promise<Response | null> {
  const locals = { orbweaver: pageData(context, deps), ...(account && { account }) };
  const page = await deps.site.render(new Request(context.base + url), locals, bindings);
  // An endpoint without data for its parameters returns an empty 404.
  return page?.status === 404 && page.body === null ? null : page;
}

/** A response with additional headers; its own headers take precedence. */
function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  if (response.headers.has('x-hono-already-sent')) return response;
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** The address in the examples of the documentation. */
const EXAMPLE_BASE = 'http://127.0.0.1:4321';

/** A prerendered page for this visitor: its examples and its social card contain the address of this server. */
function addressed(html: string, { isOfOwnServer }: PageFacts, base: string): string {
  const here = html.replace('content="/social-card.png"', `content="${base}/social-card.png"`);
  return isOfOwnServer ? here : here.replaceAll(EXAMPLE_BASE, base);
}
