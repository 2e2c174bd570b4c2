import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress } from '../../pipeline/publish/compress.ts';
import { elementRefreshes } from '../../test/archive/element-series.ts';
import { figure, most } from '../figure.ts';
import type { Section } from '../section.ts';

/** Two weeks of real snapshots, beside the repository where there are any. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
/** How often a client of CelesTrak that wants every update downloads its file: each is new for two hours. */
const DOWNLOADS_A_DAY = 12;

/** Bytes a day to stay current through deltas, beside downloading CelesTrak's file of active objects as often as it changes. */
export const changes: Section = {
  name: 'changes',
  about: 'bytes a day to stay current through deltas of elements, beside whole files (needs ../shared/upstream)',
  needs: [],
  async run() {
    if (!existsSync(series)) throw new Error(`${series} is not there: it is two weeks of CelesTrak's files`);
    const work = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
    try {
      const [path, times]: [string, string[]] = [join(work, 'delta.json'), []];
      let [bytes, sets] = [0, 0];
      for await (const { at, delta, changed } of elementRefreshes(series, 40)) {
        times.push(at);
        if (changed === 0) continue;
        await writeFile(path, delta);
        const forms = await compress(path, true);
        bytes += forms[`${path}.br`]!.bytes;
        sets += changed;
      }
      const first = times[0]!.replace(/(T\d\d):(\d\d).*/, '$1$2Z');
      const whole = gzipSync(await readFile(join(series, first, 'celestrak/gp-active.tle'))).length;
      const days = (Date.parse(times.at(-1)!) - Date.parse(times[0]!)) / 86_400_000;
      const note = `${times.length - 1} refreshes in ${days.toFixed(1)} days, ${Math.round(sets / days).toLocaleString('en-US')} sets a day of ${(bytes / sets).toFixed(1)} bytes`;
      const rival = `CelesTrak’s active objects, ${DOWNLOADS_A_DAY} times a day`;
      const [ours, theirs] = [[bytes / days / 1000], [(DOWNLOADS_A_DAY * whole) / 1000]];
      return [figure({ what: 'bytes to stay current', unit: 'kB/day', ours, rival, theirs, target: most(0.1), note })];
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  },
};
