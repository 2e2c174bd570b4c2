import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { worthIt } from '../api/answer.ts';
import { encoders, zstdAtOnce } from '../api/encoders.ts';
import { Refusal } from '../api/errors.ts';
import { namesTag } from '../api/fresh.ts';
import { type Coding, chooseCoding } from '../api/negotiate.ts';
import { CapturedResponse } from './captured-response.ts';
import type { Exchange } from './exchange.ts';

/** Writes a page into a response; calls `next` where there is no such page. */
export type Render = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void> | void;

/** A page as it is sent again: in one coding, with the headers that it set itself. */
interface Page {
  readonly headers: readonly (readonly [string, OutgoingHttpHeader])[];
  readonly body: Buffer;
}

/** How long pages may say "now" after it, and how long a shared cache may keep them without asking, s. */
const momentSeconds = 600;
const sharedSeconds = 300;
const pageCacheControl = `public, max-age=0, s-maxage=${sharedSeconds}, must-revalidate`;

/** The quickest first: a page is compressed while its reader waits. */
const order: readonly Coding[] = ['zstd', 'br', 'gzip', 'identity'];

/**
 * Sends pages of the catalog: those that the client or this server has already are not rendered again. A page depends
 * on the release, on the build of the website, on its address, and on the time by ten minutes: together they are its ETag.
 */
export class PageSender {
  readonly #build: string;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Page>({
    maxSize: 8 * 2 ** 20,
    sizeCalculation: ({ body }) => body.length + 512,
  });

  constructor(build: string, now: () => number) {
    this.#build = build;
    this.#now = now;
  }

  /**
   * Sends the page that `render` writes. False: there is none. `base` is what stands before its links; null: nobody may keep
   * this page.
   */
  async send(exchange: Exchange, base: string | null, render: Render): Promise<boolean> {
    const { request, response } = exchange;
    const tag = this.#tagOf(exchange, base);
    if (tag !== null && namesTag(request.headers['if-none-match'] ?? '', tag)) {
      setFreshness(response, tag);
      response.writeHead(304).end();
      return true;
    }
    const coding = chooseCoding(request.headers, order, order);
    const key = `${tag} ${coding}`;
    const known = tag === null ? undefined : this.#kept.get(key);
    if (known) {
      setFreshness(response, tag!);
      return write(exchange, 200, known);
    }
    const page = await this.#render(exchange, render);
    if (page === null || page === 'elsewhere') return page !== null;
    const headers = Object.entries(page.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const encoded = await encode(page.body, headers, coding);
    if (page.statusCode === 200 && tag !== null) {
      setFreshness(response, tag);
      if (!page.hasHeader('set-cookie')) this.#kept.set(key, encoded);
    } else response.setHeader('Vary', 'Accept-Encoding');
    return write(exchange, page.statusCode, encoded);
  }

  #tagOf({ request, served }: Exchange, base: string | null): string | null {
    if (!served || base === null) return null;
    const slot = Math.floor(this.#now() / 1000 / momentSeconds);
    const parts = [served.release.id, this.#build, base, request.url, slot].join('\n');
    return `"${hash('sha256', parts, 'base64url').slice(0, 22)}"`;
  }

  /** Renders for GET, whatever was asked: HEAD answers what GET would. Null: no such page. */
  async #render({ request, closed }: Exchange, render: Render): Promise<CapturedResponse | null | 'elsewhere'> {
    const page = new CapturedResponse(request);
    void closed.then(() => page.emit('close'));
    const { method } = request;
    request.method = 'GET';
    let passed = false;
    try {
      await new Promise<void>((resolve, reject) => {
        const next = (error?: unknown) => {
          passed = true;
          if (error) reject(error);
          else resolve();
        };
        Promise.resolve(render(request, page, next)).then(resolve, reject);
      });
    } finally {
      if (method !== undefined) request.method = method;
    }
    if (page.failed) throw new Refusal('internal_error');
    if (page.whole) return page;
    if (passed) return null;
    // Astro's dev server answers by itself.
    await closed;
    return 'elsewhere';
  }
}

function setFreshness(response: ServerResponse, tag: string): void {
  response.setHeader('Cache-Control', pageCacheControl);
  response.setHeader('ETag', `W/${tag}`);
  response.setHeader('Vary', 'Accept-Encoding');
}

async function encode(body: Buffer, headers: Page['headers'], coding: Coding): Promise<Page> {
  if (coding === 'identity' || body.length < worthIt) return { headers, body };
  const packed = coding === 'zstd' ? zstdAtOnce(body) : await encoders[coding](body);
  return { headers: [...headers, ['Content-Encoding', coding]], body: packed };
}

async function write({ request, response, closed }: Exchange, status: number, { headers, body }: Page): Promise<true> {
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('Content-Length', body.length);
  response.writeHead(status);
  response.end(request.method === 'HEAD' ? undefined : body);
  await closed;
  return true;
}
