import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { compress, packBrotli } from '../../pipeline/publish/compress.ts';
import { type ElementRow, elementDelta } from '../../src/orbit/element-columns.ts';
import { elementRefreshes } from '../../test/archive/element-series.ts';
import { type Sets, setsOf } from '../../test/pipeline/apply-changes.ts';
import { figure } from '../figure.ts';
import { temporaryFolder } from '../process.ts';
import type { Section } from '../section.ts';

/** Two weeks of real snapshots, next to the repository where there are any. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
/** How often a client of CelesTrak that wants every update downloads its file: each is new for two hours. */
const DOWNLOADS_A_DAY = 12;

/** Bytes a day to stay current through deltas, compared with downloading CelesTrak's file of active objects as often as it changes. */
export const section: Section = {
  about: 'bytes a day to stay current through deltas of elements, compared with whole files (needs ../shared/upstream)',
  async run() {
    if (!existsSync(series)) throw new Error(`${series} is not there: it is two weeks of CelesTrak's files`);
    await using work = await temporaryFolder();
    const path = join(work.folder, 'delta.json');
    const times: string[] = [];
    let bytes = 0;
    const followed = ['starlink', 'geo', 'stations'].map((set) => new FollowedGroup(set));
    for await (const { at, all, delta, changed } of elementRefreshes(series, 40)) {
      times.push(at);
      const snapshot = join(series, folderOf(at), 'celestrak');
      const { sets } = setsOf(all);
      for (const group of followed) await group.refresh(at, snapshot, sets);
      if (changed === 0) continue;
      await writeFile(path, delta);
      bytes += (await compress(path, true))[`${path}.br`]!.bytes;
    }
    const first = folderOf(times[0]!);
    const whole = gzipSync(await readFile(join(series, first, 'celestrak/gp-active.tle'))).length;
    const days = (Date.parse(times.at(-1)!) - Date.parse(times[0]!)) / 86_400_000;
    const perDay = (what: string, set: string, ours: number, theirs: number) =>
      figure({
        what,
        unit: 'kB/day',
        ours: [ours / days / 1000],
        rival: `CelesTrak’s ${set}, ${DOWNLOADS_A_DAY} times a day`,
        theirs: [(DOWNLOADS_A_DAY * theirs) / 1000],
        target: '≤ 0.1 ×',
      });
    return [
      perDay('bytes to stay current', 'active objects', bytes, whole),
      ...followed.map(({ set, bytes: ours, whole: theirs }) =>
        perDay(`the same of ${set}`, `file of ${set}`, ours, theirs),
      ),
    ];
  },
};

/** The folder of a snapshot of the series. */
const folderOf = (at: string) => at.replace(/(T\d\d):(\d\d).*/, '$1$2Z');

/** A group that is kept current by its deltas: who is in it is what CelesTrak listed, and for Starlink what the names say. */
class FollowedGroup {
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
