import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packBrotli } from '../../pipeline/publish/compress.ts';
import { type ElementRow, elementDelta } from '../../src/orbit/formats/element-columns.ts';
import type { Sets } from '../pipeline/apply-changes.ts';

/** A group that is kept current by its deltas: who is in it is what CelesTrak listed, and for Starlink what the names say. */
export class FollowedGroup {
  readonly set: string;
  /** Of all deltas, as they are sent. */
  bytes = 0;
  /** Of CelesTrak's first file of the group, as gzip. */
  whole = 0;
  #members = new Set<number>();
  #held: Sets | null = null;

  constructor(set: string) {
    this.set = set;
  }

  async refresh(at: string, snapshot: string, sets: Sets): Promise<void> {
    const isStarlink = this.set === 'starlink';
    const file = join(snapshot, `gp-${isStarlink ? 'active' : this.set}.tle`);
    const text = await readFile(file, 'utf8').catch(() => null);
    const list = text && isStarlink ? text.match(/^STARLINK.*\n.*\n.*\n/gm)!.join('') : text;
    // A list that was not fetched this time is that of before.
    if (list !== null) this.#members = new Set([...list.matchAll(/^1 (\d{5})/gm)].map((line) => Number(line[1])));
    this.whole ||= gzipSync(list ?? '').length;
    const now: Sets = new Map([...sets].filter(([id]) => this.#members.has(id)));
    if (this.#held) {
      const before = this.#held;
      const rows = [...now].flatMap(([id, set]) => (isDeepStrictEqual(before.get(id), set) ? [] : [set as ElementRow]));
      const gone = [...before.keys()].flatMap((id) => (now.has(id) ? [] : [{ norad_cat_id: id }]));
      const delta = elementDelta(rows, gone, { set: this.set, from: at, to: at, at, objects: now.size });
      this.bytes += (await packBrotli(Buffer.from(delta), 'best')).length;
    }
    this.#held = now;
  }
}
