import type { ReadBytes } from './remote-parquet.ts';

/** The amount of data fetched, to show to the person. */
export interface Transfer {
  requests: number;
  bytes: number;
}

/** A file that could not be read. The message is for the person. */
class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** The response to a request. A browser that gets none says only `Failed to fetch`. */
async function responseTo(url: string, options: RequestInit, fetching: typeof fetch): Promise<Response> {
  try {
    return await fetching(url, options);
  } catch {
    throw new UnreadableFile(`${url} could not be loaded. Check the connection, then run the query again.`);
  }
}

/** Loads a file into the cache of the browser, whole, for a worker that would never report its failure to load it. */
export async function loadBefore(url: string, fetching: typeof fetch = fetch): Promise<void> {
  const response = await responseTo(url, {}, fetching);
  if (!response.ok) throw new UnreadableFile(`${url} returned ${response.status}. Run the query again later.`);
  await response.arrayBuffer().catch(() => {
    throw new UnreadableFile(`${url} was loaded only in part. Check the connection, then run the query again.`);
  });
}

/** Reads parts of files and counts them. A server without range support sends the whole file, which is cut but counted whole. */
export function countingReader(transfer: Transfer, fetching: typeof fetch = fetch): ReadBytes {
  return async (url, start, end) => {
    const response = await responseTo(url, { headers: { Range: `bytes=${start}-${end - 1}` } }, fetching);
    if (!response.ok) throw new UnreadableFile(`${url} returned ${response.status}.`);
    const bytes = await response.arrayBuffer();
    transfer.requests += 1;
    transfer.bytes += bytes.byteLength;
    return response.status === 206 ? bytes : bytes.slice(start, end);
  };
}

/** The size of a file. The request for it is counted. */
export async function sizeOf(url: string, transfer: Transfer, fetching: typeof fetch = fetch): Promise<number> {
  transfer.requests += 1;
  const response = await responseTo(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } }, fetching);
  const length = Number(response.headers.get('Content-Length'));
  if (response.status === 404)
    throw new UnreadableFile(
      `There is no file for a table of the query yet (${url}): the next release, or the next search of close approaches, has it.`,
    );
  if (!response.ok || !Number.isSafeInteger(length) || length <= 0)
    throw new UnreadableFile(`${url} returned ${response.status}.`);
  return length;
}
