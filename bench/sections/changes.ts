import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress } from '../../pipeline/publish/compress.ts';
import { elementRefreshes } from '../../test/archive/element-series.ts';
import { figure } from '../figure.ts';
import { temporaryFolder } from '../process.ts';
import type { Section } from '../section.ts';

/** Two weeks of real snapshots, beside the repository where there are any. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
/** How often a client of CelesTrak that wants every update downloads its file: each is new for two hours. */
const DOWNLOADS_A_DAY = 12;

/** Bytes a day to stay current through deltas, beside downloading CelesTrak's file of active objects as often as it changes. */
export const section: Section = {
  about: 'bytes a day to stay current through deltas of elements, beside whole files (needs ../shared/upstream)',
  async run() {
    if (!existsSync(series)) throw new Error(`${series} is not there: it is two weeks of CelesTrak's files`);
    await using work = await temporaryFolder();
    const path = join(work.folder, 'delta.json');
    const times: string[] = [];
    let bytes = 0;
    for await (const { at, delta, changed } of elementRefreshes(series, 40)) {
      times.push(at);
      if (changed === 0) continue;
      await writeFile(path, delta);
      bytes += (await compress(path, true))[`${path}.br`]!.bytes;
    }
    const first = times[0]!.replace(/(T\d\d):(\d\d).*/, '$1$2Z');
    const whole = gzipSync(await readFile(join(series, first, 'celestrak/gp-active.tle'))).length;
    const days = (Date.parse(times.at(-1)!) - Date.parse(times[0]!)) / 86_400_000;
    const rival = `CelesTrak’s active objects, ${DOWNLOADS_A_DAY} times a day`;
    const [ours, theirs] = [[bytes / days / 1000], [(DOWNLOADS_A_DAY * whole) / 1000]];
    return [figure({ what: 'bytes to stay current', unit: 'kB/day', ours, rival, theirs, target: '≤ 0.1 ×' })];
  },
};
