import { open } from 'node:fs/promises';
import type { FileRecord } from '../../src/schema/release/refresh-record.ts';
import type { Receipt } from '../snapshots.ts';
import type { Format } from '../sources/source.ts';
import { ContentCheck } from './content.ts';
import { FetchFailure, readRetryAfter, sizeLimit } from './failure.ts';
import type { FetchDeps, RequestInit, Response } from './fetch-deps.ts';

/** One request for one file, or for a part of one. */
export interface FileRequest {
  readonly url: string;
  readonly format: Format;
  /** The path to write it to. */
  readonly target: string;
  readonly maxBytes: number;
  readonly userAgent: string;
  /** Validators of the stored file; null if the complete file must be sent. */
  readonly validators: Pick<Receipt, 'etag' | 'last_modified'> | null;
  /** Counts received bytes; throws FetchFailure above the limit. */
  readonly meter: Meter;
  /** A SPARQL query, to be posted; null for a plain GET. */
  readonly query: string | null;
  /** The cookie of an account's session; null without one. */
  readonly cookie: string | null;
}

/** Counts responses and their bytes. */
interface Meter {
  status(status: number): void;
  bytes(count: number): void;
}

/** The result of a request. */
export type FetchResult =
  | { readonly kind: 'new'; readonly receipt: Receipt; readonly bytes: number }
  | { readonly kind: Exclude<keyof FileRecord['answers'], 'new' | 'failed'> };

/** CelesTrak's message, whatever the status code. */
const notUpdated = /has not updated since/i;
const nothingThere = /^\s*No (GP|TLE|SATCAT|SupGP) (data|records)? ?found/i;
/** CelesTrak's message for a group that it does not have, or no longer has. */
const noSuchQuery = /^\s*Invalid query: /i;
/** The message of a publisher with accounts that it refuses, whatever the status code: an object, or a list of one. */
const refusal = /^\s*\[?\s*\{\s*"(error|Login)"\s*:\s*"([^"]*)/i;
/** Only this much of a response is searched for a message: messages are shorter, files are longer. */
const MAX_MESSAGE_BYTES = 4096;

/** Sends one request. Throws FetchFailure if it returns no file. */
export async function request(deps: FetchDeps, file: FileRequest): Promise<FetchResult> {
  const controller = new AbortController();
  try {
    const response = await within(
      deps.fetch(file.url, initOf(file, controller.signal)),
      deps.timeout.response,
      'no response came',
    );
    return await read(deps, file, response);
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    // Disk errors are not failures of the publisher.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string' && 'path' in (error as object)) throw error;
    throw new FetchFailure(`the connection to ${new URL(file.url).host} failed: ${causeOf(error)}`, { passing: true });
  } finally {
    controller.abort();
  }
}

function initOf({ userAgent, validators, query, format, cookie }: FileRequest, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = {
    'User-Agent': userAgent,
    Accept: format === 'sparql-json' ? 'application/sparql-results+json' : '*/*',
  };
  if (validators?.etag) headers['If-None-Match'] = validators.etag;
  if (validators?.last_modified) headers['If-Modified-Since'] = validators.last_modified;
  if (cookie !== null) headers.Cookie = cookie;
  // Redirects are not followed: the operator configures a publisher's new URL.
  if (query === null) return { headers, signal, redirect: 'manual' };
  headers['Content-Type'] = 'application/x-www-form-urlencoded';
  return { method: 'POST', headers, signal, redirect: 'manual', body: new URLSearchParams({ query }).toString() };
}

async function read(deps: FetchDeps, file: FileRequest, response: Response): Promise<FetchResult> {
  file.meter.status(response.status);
  if (response.status === 304) return { kind: 'not_modified' };
  if (response.status !== 200) return refused(deps, file, response);
  const check = new ContentCheck(file.format);
  const announced = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  if (Number(announced) > file.maxBytes) throw tooLarge(file);
  const output = await open(file.target, 'w');
  let bytes = 0;
  let begun = '';
  const decoder = new TextDecoder();
  try {
    for await (const piece of pieces(deps, response)) {
      if (bytes < MAX_MESSAGE_BYTES) begun += decoder.decode(piece.subarray(0, MAX_MESSAGE_BYTES), { stream: true });
      bytes += piece.length;
      file.meter.bytes(piece.length);
      if (bytes > file.maxBytes) throw tooLarge(file);
      if (notUpdated.test(begun) && bytes < MAX_MESSAGE_BYTES) continue;
      if (nothingThere.test(begun) || noSuchQuery.test(begun)) continue;
      // The page to sign in, or a sentence: the session has ended. Files of accounts are JSON.
      if (file.cookie !== null && /^\s*[^\s[{]/.test(begun))
        throw new FetchFailure(
          `${new URL(file.url).host} refused: it answered with a page or text in place of the file`,
          {
            status: response.status,
          },
        );
      check.piece(piece);
      await output.writeFile(piece);
      deps.progress(`fetching ${file.url}: ${(bytes / 1e6).toFixed(1)} MB`);
    }
    if (notUpdated.test(begun) && bytes < MAX_MESSAGE_BYTES) return { kind: 'not_updated' };
    if (nothingThere.test(begun)) return { kind: 'empty' };
    if (noSuchQuery.test(begun)) return { kind: 'retired' };
    if (announced !== null && bytes !== Number(announced))
      throw new FetchFailure(`the file is cut off: ${bytes} of ${announced} bytes came`, { passing: true });
    const refused = file.cookie === null || bytes > MAX_MESSAGE_BYTES ? null : refusal.exec(begun);
    if (refused)
      throw new FetchFailure(`${new URL(file.url).host} refused: ${refused[2]!.slice(0, 200)}`, {
        status: response.status,
      });
    if (isSentence(begun, bytes, file.format))
      throw new FetchFailure(`it answered with text: ${begun.trim().slice(0, 200)}`);
    check.end();
  } finally {
    await output.close();
  }
  const { headers, status } = response;
  const receipt = {
    url: file.url,
    status,
    etag: headers.get('etag'),
    last_modified: headers.get('last-modified'),
  };
  return { kind: 'new', receipt, bytes };
}

/** Whether a response is one line of text without a line end, and so no table. */
const isSentence = (begun: string, bytes: number, format: Format): boolean =>
  (format === 'csv' || format === 'gcat-tsv') &&
  bytes < MAX_MESSAGE_BYTES &&
  begun.trim() !== '' &&
  !begun.includes('\n');

/** Handles a response that is not a file. CelesTrak sends "has not updated" and "not found" with any status. */
async function refused(deps: FetchDeps, file: FileRequest, response: Response): Promise<FetchResult> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of pieces(deps, response)) {
    file.meter.bytes(piece.length);
    text += decoder.decode(piece, { stream: true });
    if (text.length > MAX_MESSAGE_BYTES) break;
  }
  if (notUpdated.test(text)) return { kind: 'not_updated' };
  if (nothingThere.test(text)) return { kind: 'empty' };
  if (noSuchQuery.test(text)) return { kind: 'retired' };
  const { status, headers } = response;
  const moved = status >= 300 && status < 400 ? `, now at ${placeOf(headers.get('location'), file.url)}` : '';
  throw new FetchFailure(`${new URL(file.url).host} answered ${status}${moved}`, {
    status,
    retryAfter: readRetryAfter(headers.get('retry-after'), deps.now()),
  });
}

/** The chunks of a response as they arrive. Throws if a chunk or the complete response takes too long. */
export async function* pieces(deps: FetchDeps, response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const { total, idle } = deps.timeout;
  let [elapsed, last] = [0, deps.now().getTime()];
  try {
    for (;;) {
      const now = deps.now().getTime();
      // No chunk takes longer than `idle`: a larger step, or one back, is the clock's that was set.
      elapsed += Math.min(Math.max(now - last, 0), idle);
      last = now;
      // A publisher that trickles bytes could otherwise block the refresh for hours, and again after a retry.
      if (elapsed > total) throw new FetchFailure(`the download was not complete within ${total / 1000} s`);
      const { done, value } = await within(reader.read(), idle, 'the response stopped in the middle');
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
  return new FetchFailure(sizeLimit(maxBytes));
}

/** The target of a redirect without parts that may be secret: user, password and query. */
function placeOf(location: string | null, from: string): string {
  if (location === null || !URL.canParse(location, from)) return 'another address';
  const { origin, pathname } = new URL(location, from);
  return `${origin}${pathname}`.slice(0, 200);
}

/** The cause behind `fetch`'s "fetch failed". Only its code is reported: the message may contain the full URL with secrets. */
function causeOf(error: unknown): string {
  const { cause } = error as Error & { cause?: Error & { code?: unknown } };
  return typeof cause?.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(cause.code)
    ? cause.code
    : 'the network gave no reason';
}
