import type { Coding } from '../negotiate.ts';

/** One file as it is sent, in one coding. */
export interface SendableFile {
  /** Absolute path. */
  readonly file: string;
  /** The file is gzip, and its unpacked content is sent. */
  readonly unpack?: true;
  readonly bytes: number;
  readonly etag: string;
  /** Whole seconds, ms since 1970. */
  readonly modified: number;
  /** Whether the file accepts range requests. */
  readonly ranges: boolean;
  /** Headers of 200 and 304, including ETag, Last-Modified and Vary. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers only of 200 and 206, which describe the body. */
  readonly bodyHeaders: Readonly<Record<string, string>>;
}

/** How a file is sent, besides its size and hash. */
interface SentAs {
  /** Whole seconds, ms since 1970. */
  readonly modified: number;
  /** Media type, with its charset. */
  readonly type: string;
  readonly coding?: Coding | undefined;
  readonly ranges?: boolean;
  /** Headers of 200 and 304, besides ETag and Last-Modified. */
  readonly headers: Readonly<Record<string, string>>;
  readonly unpack?: true | undefined;
}

/** A file as it is sent, with the headers that its facts determine. */
export function sendable(
  file: string,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
  { modified, type, coding = 'identity', ranges = false, headers, unpack }: SentAs,
): SendableFile {
  const etag = `"${sha256.slice(0, 32)}"`;
  return {
    ...{ file, bytes, etag, modified, ranges },
    ...(unpack && { unpack }),
    headers: { ...headers, ETag: etag, 'Last-Modified': new Date(modified).toUTCString() },
    bodyHeaders: {
      'Content-Type': type,
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      ...(ranges && { 'Accept-Ranges': 'bytes' }),
    },
  };
}

/** The codings of one file. An intact release always has `identity`. */
export type Codings = Partial<Record<Coding, SendableFile>>;
