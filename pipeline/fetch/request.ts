import { open } from 'node:fs/promises';
import type { Receipt } from '../snapshots.ts';
import type { Format } from '../sources/source.ts';
import { ContentCheck } from './content.ts';
import { FetchFailure, readRetryAfter } from './failure.ts';
import type { FetchDeps } from './fetch-deps.ts';

/** One request for one file, or for a part of one. */
export interface FileRequest {
  readonly url: string;
  readonly format: Format;
  /** Where its bytes are written. */
  readonly target: string;
  readonly maxBytes: number;
  readonly userAgent: string;
  /** What was said with the file that is here already; null where the answer must be whole. */
  readonly validators: Pick<Receipt, 'etag' | 'last_modified'> | null;
  /** Counts what comes; throws FetchFailure where it is more than may come. */
  readonly meter: Meter;
  /** A SPARQL query, to be posted; null for a plain GET. */
  readonly query: string | null;
}

/** What is counted of an answer. */
interface Meter {
  status(status: number): void;
  bytes(count: number): void;
}

/** What a publisher answered. */
export type FileAnswer =
  | { readonly kind: 'new'; readonly receipt: Receipt; readonly bytes: number }
  | { readonly kind: 'not_modified' | 'not_updated' | 'empty' };

/** CelesTrak's words, whatever the status code. */
const notUpdated = /has not updated since/i;
const nothingThere = /^\s*No (GP|TLE|SATCAT) (data|records)? ?found/i;
/** Messages are shorter than this, files longer: only so much is looked at for one. */
const MAX_MESSAGE_BYTES = 4096;

/** Asks once. Throws FetchFailure where no file came. */
export async function request(deps: FetchDeps, asked: FileRequest): Promise<FileAnswer> {
  const controller = new AbortController();
  const host = new URL(asked.url).host;
  const cut = (error: unknown): never => {
    if (error instanceof FetchFailure) throw error;
    // What the disk says is no fault of the publisher.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string' && 'path' in (error as object)) throw error;
    throw new FetchFailure(`the connection to ${host} failed: ${causeOf(error)}`, { passing: true });
  };
  try {
    const response = await within(
      deps.fetch(asked.url, initOf(asked, controller.signal)),
      deps.timeout.response,
      'no answer came',
    );
    return await read(deps, asked, response);
  } catch (error) {
    return cut(error);
  } finally {
    controller.abort();
  }
}

function initOf({ userAgent, validators, query, format }: FileRequest, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = {
    'User-Agent': userAgent,
    Accept: format === 'sparql-json' ? 'application/sparql-results+json' : '*/*',
  };
  if (validators?.etag) headers['If-None-Match'] = validators.etag;
  if (validators?.last_modified) headers['If-Modified-Since'] = validators.last_modified;
  // A redirect is an answer: whoever is asked somewhere else has to say so in the settings.
  if (query === null) return { headers, signal, redirect: 'manual' };
  headers['Content-Type'] = 'application/x-www-form-urlencoded';
  return { method: 'POST', headers, signal, redirect: 'manual', body: new URLSearchParams({ query }).toString() };
}

async function read(deps: FetchDeps, asked: FileRequest, response: Response): Promise<FileAnswer> {
  asked.meter.status(response.status);
  if (response.status === 304) return { kind: 'not_modified' };
  if (response.status !== 200) return refused(deps, asked, response);
  const check = new ContentCheck(asked.format);
  const announced = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  if (Number(announced) > asked.maxBytes) throw tooLarge(asked);
  const file = await open(asked.target, 'w');
  let bytes = 0;
  let begun = '';
  const decoder = new TextDecoder();
  try {
    for await (const piece of pieces(deps, response)) {
      if (bytes < MAX_MESSAGE_BYTES) begun += decoder.decode(piece.subarray(0, MAX_MESSAGE_BYTES), { stream: true });
      bytes += piece.length;
      asked.meter.bytes(piece.length);
      if (bytes > asked.maxBytes) throw tooLarge(asked);
      if (notUpdated.test(begun) && bytes < MAX_MESSAGE_BYTES) continue;
      if (nothingThere.test(begun)) continue;
      check.piece(piece);
      await file.writeFile(piece);
      deps.progress(`fetching ${asked.url}: ${(bytes / 1e6).toFixed(1)} MB`);
    }
    if (notUpdated.test(begun) && bytes < MAX_MESSAGE_BYTES) return { kind: 'not_updated' };
    if (nothingThere.test(begun)) return { kind: 'empty' };
    if (announced !== null && bytes !== Number(announced))
      throw new FetchFailure(`the file is cut off: ${bytes} of ${announced} bytes came`, { passing: true });
    check.end();
  } finally {
    await file.close();
  }
  const { headers, status } = response;
  const receipt = {
    url: asked.url,
    status,
    etag: headers.get('etag'),
    last_modified: headers.get('last-modified'),
  };
  return { kind: 'new', receipt, bytes };
}

/** An answer that is no file. CelesTrak's "has not updated" and "not found" come with any status. */
async function refused(deps: FetchDeps, asked: FileRequest, response: Response): Promise<FileAnswer> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of pieces(deps, response)) {
    asked.meter.bytes(piece.length);
    text += decoder.decode(piece, { stream: true });
    if (text.length > MAX_MESSAGE_BYTES) break;
  }
  if (notUpdated.test(text)) return { kind: 'not_updated' };
  if (nothingThere.test(text)) return { kind: 'empty' };
  const { status, headers } = response;
  const moved = status >= 300 && status < 400 ? `, to be asked at ${placeOf(headers.get('location'), asked.url)}` : '';
  throw new FetchFailure(`${new URL(asked.url).host} answered ${status}${moved}`, {
    status,
    retryAfter: readRetryAfter(headers.get('retry-after'), deps.now()),
  });
}

/** An answer's bytes as they come. Throws where the next ones are too late, or all of them together. */
async function* pieces(deps: FetchDeps, response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const { total } = deps.timeout;
  const deadline = deps.now().getTime() + total;
  try {
    for (;;) {
      // Who sends a byte now and then would hold the refresh for hours; asked once more, it would do so again.
      if (deps.now().getTime() > deadline)
        throw new FetchFailure(`the file did not come whole within ${total / 1000} s`);
      const { done, value } = await within(reader.read(), deps.timeout.idle, 'the answer stopped in the middle');
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function within<T>(work: Promise<T>, milliseconds: number, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new FetchFailure(`${otherwise} within ${milliseconds / 1000} s`, { passing: true }));
    }, milliseconds);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge({ maxBytes }: FileRequest): FetchFailure {
  return new FetchFailure(`the file is larger than ${Math.round(maxBytes / 2 ** 20)} MiB, the most that is taken`);
}

/** Where a redirect leads, without what may be secret in it: user, password and query. */
function placeOf(location: string | null, asked: string): string {
  if (location === null || !URL.canParse(location, asked)) return 'another address';
  const { origin, pathname } = new URL(location, asked);
  return `${origin}${pathname}`.slice(0, 200);
}

/** `fetch` hides what happened behind "fetch failed". Only its code is reported: a message may repeat the address with all that is in it. */
function causeOf(error: unknown): string {
  const { cause } = error as Error & { cause?: Error & { code?: unknown } };
  return typeof cause?.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(cause.code)
    ? cause.code
    : 'the network gave no reason';
}
