import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress } from '../../pipeline/publish/compress.ts';
import { elementRefreshes } from '../../test/archive/element-series.ts';
import { type Figure, figure, most } from '../figure.ts';
import type { Bench, Section } from '../section.ts';

/** Two weeks of real snapshots, beside the repository where there are any. */
const upstream = join(import.meta.dirname, '../../../shared/upstream');
const series = join(upstream, 'series-2026-07');
/** How often a client of CelesTrak that wants every update downloads its file: each is new for two hours. */
const DOWNLOADS_A_DAY = 12;

/** Bytes a day to stay current through deltas, beside downloading CelesTrak's file of active objects as often as it changes. */
export const changes: Section = {
  name: 'changes',
  about: 'bytes a day to stay current through deltas of elements, beside whole files (needs ../shared/upstream)',
  needs: [],
  async run(bench) {
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
      const current = { what: 'bytes to stay current', unit: 'kB/day', ours, rival, theirs, target: most(0.1), note };
      return [figure(current), ...(await activeFiles(bench, join(series, first)))];
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  },
};

/** Bytes of all active objects in each format as they are sent, beside CelesTrak's own files where there is one, compressed alike. */
async function activeFiles({ home, full }: Bench, snapshot: string): Promise<Figure[]> {
  const files = join(home, 'current/public/api/v1/elements');
  const csv = join(upstream, '2026-08-21T2241Z/celestrak/gp-active.csv');
  const theirsOf: Readonly<Record<string, string>> = { csv, tle: join(snapshot, 'celestrak/gp-active.tle') };
  const forms = (await readdir(files)).flatMap((name) => /^active\.(.+)\.gz$/.exec(name)?.[1] ?? []);
  return Promise.all(
    forms.map(async (form) => {
      const ours = [(await readFile(join(files, `active.${form}.gz`))).length / 1000];
      const file = theirsOf[form];
      const beside = file && {
        rival: 'CelesTrak’s file, gzip',
        theirs: [gzipSync(await readFile(file)).length / 1000],
      };
      return figure({ what: `active as ${form}`, unit: 'kB', ours, ...beside }, full);
    }),
  );
}
