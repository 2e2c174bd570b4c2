import type { IncomingHttpHeaders } from 'node:http';
import parseRange from 'range-parser';
import { Refusal } from './errors.ts';
import type { Representation } from './public-resource.ts';

/** First and last byte of a part, both inside. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The single part asked for, or null for the whole: no range, one that can't be read, several, or one of a file that
 * has changed since (`If-Range`). Throws 416 for a part that lies outside.
 */
export function chooseRange(
  headers: IncomingHttpHeaders,
  representation: Representation,
  modified: number,
): ByteRange | null {
  const { bytes, etag, ranges } = representation;
  const header = headers.range;
  if (!ranges || header === undefined || !/^bytes=/i.test(header)) return null;
  const condition = headers['if-range']?.toString();
  if (condition !== undefined && condition !== etag && Date.parse(condition) !== modified) return null;
  // A suffix longer than the file means the whole file (RFC 9110, 14.1.2); range-parser calls it unsatisfiable.
  const suffix = /^bytes=\s*-(\d+)\s*$/i.exec(header)?.[1];
  if (suffix !== undefined && bytes > 0 && Number(suffix) >= bytes) return { start: 0, end: bytes - 1 };
  const parts = parseRange(bytes, header);
  if (parts === -2 || (Array.isArray(parts) && parts.length > 1)) return null;
  if (parts === -1 || !parts[0])
    throw new Refusal('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${bytes}` } });
  return parts[0];
}
