import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OpenedRelease } from './call.ts';

/** A text as it is sent, and the hash of it that is its ETag. No bytes are kept: a short buffer would hold on to a long one that it is a part of. */
export interface Written {
  readonly text: string;
  /** Of UTF-8. */
  readonly bytes: number;
  readonly etag: string;
}

/** A text that was made of an element set, and the epoch by which its age is told. */
export interface OrbitText extends Written {
  readonly epoch: string;
}

/** How much is remembered of each release, in bytes: the TLE of every active object, or an OMM of most. */
const most = 8 * 2 ** 20;
const texts = new WeakMap<OpenedRelease, LRUCache<string, OrbitText>>();

export const written = (text: string): Written => ({
  text,
  bytes: Buffer.byteLength(text),
  etag: hash('sha256', text).slice(0, 32),
});

/** The text that `make` makes of an object's elements, made once: a release never changes. What `make` throws is not remembered. */
export function orbitText(from: OpenedRelease, key: string, make: () => { text: string; epoch: string }): OrbitText {
  let known = texts.get(from);
  if (!known) {
    known = new LRUCache({ maxSize: most, sizeCalculation: ({ bytes }) => bytes + 256 });
    texts.set(from, known);
  }
  const before = known.get(key);
  if (before) return before;
  const { text, epoch } = make();
  const made = { ...written(text), epoch };
  known.set(key, made);
  return made;
}
