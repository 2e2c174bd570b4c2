import { hash } from 'node:crypto';

/** A text as it is sent, and the hash of it that is its ETag. No bytes are kept: a short buffer would hold on to a long one that it is a part of. */
export interface Written {
  readonly text: string;
  /** Of UTF-8. */
  readonly bytes: number;
  readonly etag: string;
}

/** A text that was made for this answer. */
export const written = (text: string): Written => ({
  text,
  bytes: Buffer.byteLength(text),
  etag: hash('sha256', text).slice(0, 32),
});
