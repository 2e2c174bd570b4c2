import { readFile, rm, writeFile } from 'node:fs/promises';
import { parsedJson, tooManyParts } from '../../src/schema/json-text.ts';
import type { Receipt } from '../snapshots.ts';
import type { Download, Format, Source } from '../sources/source.ts';
import type { Budget } from './daily-budget.ts';
import { FetchFailure } from './failure.ts';
import type { FetchDeps } from './fetch-deps.ts';
import type { HostQueue } from './host-queue.ts';
import { type FetchResult, request } from './request.ts';
import { withRetries } from './retry.ts';

/** State that the downloads of one refresh share. */
export interface FetchSession {
  readonly deps: FetchDeps;
  readonly queue: HostQueue;
  readonly userAgent: string;
  /** Base URL of a source's files: its own, or a mirror's. */
  baseOf(source: Source): string;
  /** Complete URL of a second service that answers a source's queries; null if there is none. */
  secondOf(source: Source): string | null;
}

/** One file to be fetched. */
interface FileDownload {
  readonly source: Source;
  readonly download: Download;
  readonly format: Format;
  /** Path to which the file is written. */
  readonly target: string;
  readonly validators: Pick<Receipt, 'etag' | 'last_modified' | 'listed'> | null;
  readonly budget: Budget;
  /** The cookie of an account's session; null without one. */
  readonly cookie: string | null;
}

/** Maximum number of pages of a paged list. */
const MAX_PAGES = 100;

/** Fetches one file, in one or more requests. Throws FetchFailure. */
export async function download(session: FetchSession, file: FileDownload): Promise<FetchResult> {
  const { source, download, target, format } = file;
  const base = session.baseOf(source).replace(/\/+$/, '');
  const url = `${base}${download.path}`;
  if (download.queries) return sendToEither(session, file, url, download.queries);
  const listed = download.listing === undefined ? null : await listedTime(session, file, `${base}${download.listing}`);
  if (listed !== null && listed === file.validators?.listed) return { kind: 'not_modified' };
  const result = await send(session, file, { url, target });
  if (result.kind === 'new' && listed !== null) return { ...result, receipt: { ...result.receipt, listed } };
  if (result.kind !== 'new' || format !== 'json') return result;
  return (await joinPages(session, file, url)) ? withoutValidators(result) : result;
}

/**
 * The time and size of a file in its publisher's list of files; null if the list can't be had or read, or lacks the file: then the file
 * itself is requested. Throws FetchFailure if the publisher refuses.
 */
async function listedTime(session: FetchSession, file: FileDownload, url: string): Promise<string | null> {
  const target = `${file.target}.list`;
  try {
    await send(session, { ...file, format: 'json' }, { url, target, first: false });
    const entries = await json<{ FILE_NAME?: unknown; FILE_SIZE?: unknown; FILE_MTIME?: unknown }[]>(target);
    const entry = Array.isArray(entries) ? entries.find((one) => one?.FILE_NAME === file.download.file) : undefined;
    return typeof entry?.FILE_MTIME === 'string' ? `${entry.FILE_MTIME}, ${String(entry.FILE_SIZE)} bytes` : null;
  } catch (error) {
    if (!(error instanceof FetchFailure) || error.status === 403 || error.status === 429) throw error;
    session.deps.log(`${file.source.slug}/${file.download.file}: no list of files: ${error.message}`);
    return null;
  } finally {
    await rm(target, { force: true });
  }
}

/** Sends the queries to the publisher; if one fails, all of them to the source's second address, if the operator has set one. */
async function sendToEither(
  session: FetchSession,
  file: FileDownload,
  url: string,
  queries: readonly string[],
): Promise<FetchResult> {
  const second = session.secondOf(file.source);
  try {
    return await sendQueries(session, file, url, queries);
  } catch (error) {
    if (!(error instanceof FetchFailure) || second === null) throw error;
    session.deps.log(`${file.source.slug}/${file.download.file}: ${error.message}; asking ${new URL(second).host}`);
    return sendQueries(session, file, second, queries);
  }
}

/** One request with its retries. A problem that `look` finds in the response is retried like any other failure. */
function send(
  { deps, queue, userAgent }: FetchSession,
  { source, format, validators, budget, cookie }: FileDownload,
  part: { url: string; target: string; query?: string; first?: false; look?: () => Promise<void> },
): Promise<FetchResult> {
  const { fetchPolicy } = source;
  return withRetries(deps, fetchPolicy, () =>
    queue.run(part.url, fetchPolicy.pause, async () => {
      await budget.request();
      const result = await request(deps, {
        url: part.url,
        format,
        target: part.target,
        maxBytes: fetchPolicy.maxBytes,
        userAgent,
        validators: part.first === false ? null : validators,
        meter: budget,
        query: part.query ?? null,
        cookie,
      });
      if (result.kind === 'new') await part.look?.();
      return result;
    }),
  );
}

/** Sends the queries one after the other and joins their rows: all of them, or none. */
async function sendQueries(
  session: FetchSession,
  file: FileDownload,
  url: string,
  queries: readonly string[],
): Promise<FetchResult> {
  const { target, source } = file;
  const variables = new Set<string>();
  const bindings: unknown[] = [];
  let whole: FetchResult & { kind: 'new' } = {
    kind: 'new',
    bytes: 0,
    receipt: { url, status: 200, etag: null, last_modified: null },
  };
  for (const query of queries) {
    const look = async () => {
      const { head, results } = await json<{ head?: { vars?: string[] }; results?: { bindings?: unknown[] } }>(target);
      if (!Array.isArray(results?.bindings)) throw new FetchFailure('its answer to a query has no list of rows');
      for (const name of head?.vars ?? []) variables.add(name);
      for (const row of results.bindings) bindings.push(row);
    };
    const result = await send(session, file, { url, target, query, first: false, look });
    if (result.kind !== 'new') throw new FetchFailure(`${new URL(url).host} answered a query with nothing`);
    whole = { ...whole, bytes: whole.bytes + result.bytes };
    if (whole.bytes > source.fetchPolicy.maxBytes) throw new FetchFailure('its answers together exceed the size limit');
  }
  await writeFile(target, JSON.stringify({ head: { vars: [...variables] }, results: { bindings } }));
  return whole;
}

/** Fetches the other pages of a paged list, and writes all of them as one array. Returns false if the list is not paged. */
async function joinPages(session: FetchSession, file: FileDownload, url: string): Promise<boolean> {
  const { target, source } = file;
  let page = await json<{ results?: unknown; next?: unknown }>(target);
  if (Array.isArray(page) || !Array.isArray(page.results)) return false;
  const rows: unknown[] = [...page.results];
  let bytes = 0;
  for (let count = 1; typeof page.next === 'string'; count++) {
    if (count === MAX_PAGES) throw new FetchFailure(`its list has more than ${MAX_PAGES} pages`);
    const next = new URL(page.next, url);
    // Following a link to another host would let a publisher send requests from this machine to anywhere.
    if (next.origin !== new URL(url).origin) throw new FetchFailure('the next page of its list is on another host');
    const result = await send(session, file, { url: next.href, target, first: false });
    if (result.kind !== 'new') throw new FetchFailure('a page of its list is missing');
    bytes += result.bytes;
    if (bytes > source.fetchPolicy.maxBytes) throw new FetchFailure('its pages together exceed the size limit');
    page = await json(target);
    if (!Array.isArray(page.results)) throw new FetchFailure('a page of its list has no rows');
    for (const row of page.results) rows.push(row);
  }
  await writeFile(target, JSON.stringify(rows));
  return true;
}

/** The validators of the first page do not cover the others. */
function withoutValidators<A extends FetchResult & { kind: 'new' }>(result: A): A {
  return { ...result, receipt: { ...result.receipt, etag: null, last_modified: null } };
}

async function json<T>(path: string): Promise<T> {
  const text = await readFile(path, 'utf8');
  const excess = tooManyParts(text);
  if (excess !== null) throw new FetchFailure(excess);
  const value = parsedJson(text);
  if (value === undefined) throw new FetchFailure('its answer is not whole JSON', { passing: true });
  return value as T;
}
