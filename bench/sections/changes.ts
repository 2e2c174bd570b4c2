import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress } from '../../pipeline/publish/compress.ts';
import { elementRefreshes } from '../../test/archive/element-series.ts';
import { FollowedGroup } from '../../test/archive/followed-group.ts';
import { setsOf } from '../../test/pipeline/apply-changes.ts';
import { figure } from '../figure.ts';
import { temporaryFolder } from '../process.ts';
import type { Section } from '../section.ts';

/** Two weeks of real snapshots, next to the repository where there are any. */
const upstream = join(import.meta.dirname, '../../../shared/upstream');
const series = join(upstream, 'series-2026-07');
/** How often a client of CelesTrak that wants every update downloads its file: each is new for two hours. */
const DOWNLOADS_A_DAY = 12;

/** Bytes a day to stay current through deltas, compared with downloading CelesTrak's file of active objects as often as it changes. */
export const section: Section = {
  about:
    'bytes a day to stay current through deltas of elements, compared with whole files; bytes of each format (needs ../shared/upstream)',
  async run({ home }) {
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
    console.table(await formats(home, join(series, first)));
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

/** kB of all active objects in each format, compressed with gzip, and of CelesTrak's own file where there is one. */
async function formats(home: string, snapshot: string) {
  const folder = join(home, 'current/public/api/v1/elements');
  const theirs: Readonly<Record<string, string>> = {
    csv: join(upstream, '2026-08-21T2241Z/celestrak/gp-active.csv'),
    tle: join(snapshot, 'celestrak/gp-active.tle'),
  };
  const kilobytes = (bytes: Buffer) => Math.round(bytes.length / 1000);
  const names = (await readdir(folder)).flatMap((name) => /^active\.(.+)\.gz$/.exec(name)?.[1] ?? []);
  const sizes = names.map(async (name) => [
    name,
    {
      'ours, kB': kilobytes(await readFile(join(folder, `active.${name}.gz`))),
      'CelesTrak, kB': theirs[name] ? kilobytes(gzipSync(await readFile(theirs[name]))) : null,
    },
  ]);
  return Object.fromEntries(await Promise.all(sizes));
}
