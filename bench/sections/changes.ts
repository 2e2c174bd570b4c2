import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress } from '../../pipeline/publish/compress.ts';
import { elementRefreshes } from '../../test/archive/element-series.ts';
import { FollowedGroup } from '../../test/archive/followed-group.ts';
import { setsOf } from '../../test/pipeline/apply-changes.ts';
import { temporaryFolder } from '../process.ts';
import type { Section } from '../section.ts';

/** Two weeks of real snapshots, if they exist next to the repository. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
/** Downloads per day of a client that fetches every update from CelesTrak: each lasts two hours. */
const DOWNLOADS_PER_DAY = 12;

/** Bytes per day to stay current through deltas, compared with downloading CelesTrak's file of active objects whenever it changes. */
export const section: Section = {
  about: 'bytes per day to stay current by deltas of elements, compared with whole files (needs ../shared/upstream)',
  async run() {
    if (!existsSync(series)) throw new Error(`${series} does not exist: it requires two weeks of CelesTrak's files`);
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
    const fileBytes = gzipSync(await readFile(join(series, folderOf(times[0]!), 'celestrak/gp-active.tle'))).length;
    const days = (Date.parse(times.at(-1)!) - Date.parse(times[0]!)) / 86_400_000;
    const perDay = (what: string, set: string, ours: number, theirs: number) => ({
      what,
      unit: 'kB/day',
      ours: [ours / days / 1000],
      rival: `CelesTrak’s ${set}, ${DOWNLOADS_PER_DAY} times a day`,
      theirs: [(DOWNLOADS_PER_DAY * theirs) / 1000],
      target: '≤ 0.1 ×',
      judged: true,
    });
    return [
      perDay('bytes to stay current', 'active objects', bytes, fileBytes),
      ...followed.map(({ set, bytes: ours, fileBytes: theirs }) =>
        perDay(`the same of ${set}`, `file of ${set}`, ours, theirs),
      ),
    ];
  },
};

/** The folder of a snapshot of the series. */
const folderOf = (at: string) => at.replace(/(T\d\d):(\d\d).*/, '$1$2Z');
