import { readFile, writeFile } from 'node:fs/promises';
import type { Receipt } from '../snapshots.ts';
import type { Download, Format, Source } from '../sources/source.ts';
import type { Budget } from './daily-budget.ts';
import { FetchFailure } from './failure.ts';
import type { FetchDeps } from './fetch-deps.ts';
import type { HostQueue } from './host-queue.ts';
import { type FileAnswer, request } from './request.ts';
import { withRetries } from './retry.ts';

/** What downloads of one refresh share. */
export interface Errand {
  readonly deps: FetchDeps;
  readonly queue: HostQueue;
  readonly userAgent: string;
  /** Where a source's files are: its own address, or a mirror's. */
  baseOf(source: Source): string;
}

/** One file to be fetched. */
interface Wanted {
  readonly source: Source;
  readonly download: Download;
  readonly format: Format;
  /** Where its bytes are written. */
  readonly target: string;
  readonly validators: Pick<Receipt, 'etag' | 'last_modified'> | null;
  readonly budget: Budget;
}

/** A list in pages is never longer than this. */
const MAX_PAGES = 100;

/** Fetches one file, in as many requests as it takes. Throws FetchFailure. */
export async function download(errand: Errand, wanted: Wanted): Promise<FileAnswer> {
  const { source, download, target, format } = wanted;
  const url = `${errand.baseOf(source).replace(/\/+$/, '')}${download.path}`;
  if (download.queries) return queried(errand, wanted, url, download.queries);
  const answer = await asked(errand, wanted, { url, target });
  if (answer.kind !== 'new' || format !== 'json') return answer;
  return (await joined(errand, wanted, url)) ? withoutValidators(answer) : answer;
}

/** One request with its retries. What `look` finds wrong with the answer is tried again like any other failure. */
function asked(
  { deps, queue, userAgent }: Errand,
  { source, format, validators, budget }: Wanted,
  part: { url: string; target: string; query?: string; first?: false; look?: () => Promise<void> },
): Promise<FileAnswer> {
  const { fetchPolicy } = source;
  return withRetries(deps, fetchPolicy, () =>
    queue.run(part.url, fetchPolicy.pause, async () => {
      budget.request();
      const answer = await request(deps, {
        url: part.url,
        format,
        target: part.target,
        maxBytes: fetchPolicy.maxBytes,
        userAgent,
        validators: part.first === false ? null : validators,
        meter: budget,
        query: part.query ?? null,
      });
      if (answer.kind === 'new') await part.look?.();
      return answer;
    }),
  );
}

/** Sends the queries one after the other and joins their rows: all of them, or none. */
async function queried(errand: Errand, wanted: Wanted, url: string, queries: readonly string[]): Promise<FileAnswer> {
  const { target, source } = wanted;
  const variables = new Set<string>();
  const bindings: unknown[] = [];
  let whole: FileAnswer & { kind: 'new' } = {
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
    const answer = await asked(errand, wanted, { url, target, query, first: false, look });
    if (answer.kind !== 'new') throw new FetchFailure(`${new URL(url).host} answered a query with nothing`);
    whole = { ...whole, bytes: whole.bytes + answer.bytes };
    if (whole.bytes > source.fetchPolicy.maxBytes)
      throw new FetchFailure('its answers together are larger than is taken');
  }
  await writeFile(target, JSON.stringify({ head: { vars: [...variables] }, results: { bindings } }));
  return whole;
}

/** Where a list came in pages, fetches the others and writes all as one array. Whether it did. */
async function joined(errand: Errand, wanted: Wanted, url: string): Promise<boolean> {
  const { target, source } = wanted;
  let page = await json<{ results?: unknown; next?: unknown }>(target);
  if (Array.isArray(page) || !Array.isArray(page.results)) return false;
  const rows: unknown[] = [...page.results];
  let bytes = 0;
  for (let count = 1; typeof page.next === 'string'; count++) {
    if (count === MAX_PAGES) throw new FetchFailure(`its list has more than ${MAX_PAGES} pages`);
    const next = new URL(page.next, url);
    // A page elsewhere would be a way to make this machine ask anybody for anything.
    if (next.origin !== new URL(url).origin) throw new FetchFailure('the next page of its list is on another host');
    const answer = await asked(errand, wanted, { url: next.href, target, first: false });
    if (answer.kind !== 'new') throw new FetchFailure('a page of its list is missing');
    bytes += answer.bytes;
    if (bytes > source.fetchPolicy.maxBytes) throw new FetchFailure('its pages together are larger than is taken');
    page = await json(target);
    if (!Array.isArray(page.results)) throw new FetchFailure('a page of its list has no rows');
    for (const row of page.results) rows.push(row);
  }
  await writeFile(target, JSON.stringify(rows));
  return true;
}

/** A tag of the first page says nothing of the others. */
function withoutValidators<A extends FileAnswer & { kind: 'new' }>(answer: A): A {
  return { ...answer, receipt: { ...answer.receipt, etag: null, last_modified: null } };
}

async function json<T>(path: string): Promise<T> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (error instanceof SyntaxError) throw new FetchFailure('its answer is not whole JSON', { passing: true });
    throw error;
  }
}
