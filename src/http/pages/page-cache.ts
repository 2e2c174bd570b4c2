import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isFresh, namesTag } from '../conditional.ts';
import { type Coding, chooseCoding } from '../negotiate.ts';
import type { RequestContext } from '../request-context.ts';
import { compress, MIN_COMPRESS_BYTES, quickestFirst } from '../respond.ts';
import { strictPolicy } from './content-security.ts';

/** A page as it is sent again: in one coding, with the headers that it set itself. */
interface CachedPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** How old the time that a page shows may be, and how long a shared cache may keep pages without revalidation, s. */
const MOMENT_SECONDS = 600;
const SHARED_SECONDS = 300;
const CACHE_BYTES = 8 * 2 ** 20;
const pageCacheControl = `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`;

/**
 * Sends pages of the catalog; one that the client or this server already has is not rendered again. A page depends on
 * the release, on the build of the website, on its base and parsed URL, and, except for feeds, on the time in steps of
 * ten minutes: together they form its ETag and its key here. The ETag of a feed is strong, and names its coding.
 */
export class PageCache {
  readonly #build: string;
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  /** The renderings that have begun and not ended, by the key of their page. They resolve even if a rendering fails. */
  readonly #making = new Map<string, Promise<unknown>>();

  constructor(build: string) {
    this.#build = build;
  }

  /**
   * Sends the page that `render` returns; null if there is none. Feeds do not depend on the time of the request: every byte
   * stays the same until the next release.
   */
  async send(
    context: RequestContext,
    kind: 'page' | 'feed' | 'file' | 'uncached',
    render: () => Promise<Response | null>,
  ): Promise<Response | null> {
    const { request, headers: common, served } = context;
    const coding = chooseCoding(request.headers, quickestFirst, quickestFirst);
    const feed = kind === 'feed' ? served : null;
    const tag = kind === 'uncached' ? null : this.#tagOf(context, feed ? coding : null);
    const fresh =
      tag === null
        ? null
        : {
            'Cache-Control': pageCacheControl,
            ETag: feed ? tag : `W/${tag}`,
            ...(feed && { 'Last-Modified': feed.lastModified }),
          };
    const vary = { Vary: 'Accept-Encoding' };
    const lengthOf = ({ body }: CachedPage) => ({ 'Content-Length': String(body.length) });
    const notModified = () => {
      // A rendered page may have replaced the default policy: the copy that the client has stored keeps its own.
      const { 'Content-Security-Policy': policy, ...others } = common;
      const headers = merged(policy === strictPolicy ? others : common, fresh!, vary);
      return new Response(null, { status: 304, headers });
    };
    if (fresh && namesTag(request.headers['if-none-match'] ?? '', tag!)) return notModified();
    // A date alone does not prove that a feed exists: `isUnchanged` is only used once the feed is available.
    const isUnchanged = () => fresh !== null && feed !== null && isFresh(request.headers, tag!, feed.modified);
    const key = `${tag} ${coding}`;
    // Requests for a page that is being rendered wait for that rendering. Awaiting nothing would defer a request: then all
    // requests of one packet would look here before the first of them has begun to render.
    const begun = tag === null ? undefined : this.#making.get(key);
    if (begun) await begun;
    const known = tag === null ? undefined : this.#pages.get(key);
    if (known)
      return isUnchanged()
        ? notModified()
        : new Response(known.body as Uint8Array<ArrayBuffer>, {
            headers: merged(common, known.headers, fresh ?? {}, vary, lengthOf(known)),
          });
    const make = async () => {
      const page = await render();
      if (page === null || page.headers.has('x-hono-already-sent')) return page;
      const cookies = page.headers.getSetCookie();
      const encoded = await encode(page, coding);
      const kept = page.status === 200 ? fresh : null;
      if (kept && cookies.length === 0) this.#pages.set(key, encoded);
      if (kept && isUnchanged()) return notModified();
      const headers = merged(common, encoded.headers, kept ?? {}, vary, lengthOf(encoded));
      for (const cookie of cookies) headers.append('Set-Cookie', cookie);
      return new Response(encoded.body as Uint8Array<ArrayBuffer>, { status: page.status, headers });
    };
    if (tag === null || this.#making.has(key)) return make();
    const making = make();
    const ended = () => this.#making.delete(key);
    this.#making.set(key, making.then(ended, ended));
    return making;
  }

  /**
   * Sends a file that is streamed at the client's pace, with the ETag and date of a feed, or 304. It is not cached by this
   * server, and a response with another status is unchanged.
   */
  async sendStream(context: RequestContext, file: Response): Promise<Response> {
    const { request, headers: common, served } = context;
    const own = Object.fromEntries(file.headers);
    if (!served || file.status !== 200)
      return new Response(file.body, { status: file.status, headers: merged(common, own) });
    const tag = this.#tagOf(context, 'identity')!;
    const fresh = { 'Cache-Control': pageCacheControl, ETag: tag, 'Last-Modified': served.lastModified };
    if (!isFresh(request.headers, tag, served.modified))
      return new Response(file.body, { headers: merged(common, own, fresh) });
    await file.body?.cancel();
    return new Response(null, { status: 304, headers: merged(common, fresh) });
  }

  /** `feedCoding` is the coding of a feed; null for a page, which may depend on the time. */
  #tagOf({ served, base, target, now }: RequestContext, feedCoding: Coding | null): string | null {
    if (!served) return null;
    const last = feedCoding ?? Math.floor(now / 1000 / MOMENT_SECONDS);
    const parts = [served.release.id, this.#build, base, target.url, last].join('\n');
    return `"${hash('sha256', parts, 'base64url').slice(0, 22)}"`;
  }
}

/** Merges records of headers; the last value of a header counts, regardless of the case of its name. */
function merged(...records: readonly Readonly<Record<string, string>>[]): Headers {
  const headers = new Headers();
  for (const record of records) for (const [name, value] of Object.entries(record)) headers.set(name, value);
  return headers;
}

/** A whole page, compressed. */
async function encode(page: Response, coding: Coding): Promise<CachedPage> {
  const headers = Object.fromEntries([...page.headers].filter(([name]) => name !== 'set-cookie'));
  const body = new Uint8Array(await page.arrayBuffer());
  // A PNG is compressed already.
  const isCompressed = headers['content-type'] === 'image/png';
  if (isCompressed || coding === 'identity' || body.length < MIN_COMPRESS_BYTES) return { headers, body };
  return { headers: { ...headers, 'content-encoding': coding }, body: await compress(body, coding) };
}
