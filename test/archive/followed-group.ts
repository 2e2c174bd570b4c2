import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packBrotli } from '../../pipeline/publish/compress.ts';
import { type ElementRow, elementDelta } from '../../src/orbit/formats/element-columns.ts';
import type { Sets } from '../pipeline/apply-changes.ts';

/** A group that is updated by deltas. Its members are those in CelesTrak's list; for Starlink, those with its name. */
export class FollowedGroup {
  readonly set: string;
  /** Size of all deltas, as sent. */
  bytes = 0;
  /** Size of CelesTrak's first file of the group, with gzip. */
  fileBytes = 0;
  #members = new Set<number>();
  #current: Sets | null = null;

  constructor(set: string) {
    this.set = set;
  }

  async refresh(at: string, snapshot: string, sets: Sets): Promise<void> {
    const isStarlink = this.set === 'starlink';
    const file = join(snapshot, `gp-${isStarlink ? 'active' : this.set}.tle`);
    const text = await readFile(file, 'utf8').catch(() => null);
    const list = text && isStarlink ? text.match(/^STARLINK.*\n.*\n.*\n/gm)!.join('') : text;
    // If a list was not fetched this time, the previous one stays in use.
    if (list !== null) this.#members = new Set([...list.matchAll(/^1 (\d{5})/gm)].map((line) => Number(line[1])));
    this.fileBytes ||= gzipSync(list ?? '').length;
    const now: Sets = new Map([...sets].filter(([id]) => this.#members.has(id)));
    if (this.#current) {
      const before = this.#current;
      const rows = [...now].flatMap(([id, set]) => (isDeepStrictEqual(before.get(id), set) ? [] : [set as ElementRow]));
      const gone = [...before.keys()].flatMap((id) => (now.has(id) ? [] : [{ norad_cat_id: id }]));
      const delta = elementDelta(rows, gone, { set: this.set, from: at, to: at, at, objects: now.size });
      this.bytes += (await packBrotli(Buffer.from(delta), 'best')).length;
    }
    this.#current = now;
  }
}
