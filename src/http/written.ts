import { hash } from 'node:crypto';

/** A text as it is sent, and the hash of it that is its ETag. No bytes are kept: a short buffer would hold on to a long one that it is a part of. */
export interface Written {
  readonly text: string;
  /** What its characters are: those of the text, or each a byte of its UTF-8. */
  readonly encoding: 'utf8' | 'latin1';
  /** Of UTF-8. */
  readonly bytes: number;
  readonly etag: string;
}

/** A text that was made for this answer. */
export const written = (text: string): Written => ({
  text,
  encoding: 'utf8',
  bytes: Buffer.byteLength(text),
  etag: hash('sha256', text).slice(0, 32),
});

/** A text that the release holds, a character a byte, with its ETag. */
export const ready = (text: string, etag: string): Written => ({
  text,
  encoding: 'latin1',
  bytes: text.length,
  etag,
});
