import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importElements } from '../../pipeline/archive/import.ts';
import { alpha5, writeTle } from '../../src/orbit/tle.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { snapshotsOf } from './replay.ts';

/** Two series of real snapshots beside the repository, where there are any. `ORBWEAVER_SKIP_REAL=1` leaves them out. */
const shelf = join(import.meta.dirname, '../../../shared/upstream');
const series = ['series-2026-05', 'series-2026-07'].map((name) => join(shelf, name));
const skipped = !series.every(existsSync) || process.env['ORBWEAVER_SKIP_REAL'] === '1';

test.skipIf(skipped)(
  'real series (need ../shared/upstream, and ORBWEAVER_SKIP_REAL unset): as of each snapshot the catalog is that snapshot',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'orbweaver-series-'));
    const archive = new ArchiveReader(home);
    try {
      const options = { home, limits: { memory: '500MB', threads: 2 }, progress: () => {} };
      const done = await importElements(options, series);
      expect(done).toMatchObject({ snapshots: 80, known: 0, rejected: {}, problems: [] });
      const wrong: string[] = [];
      for (const folder of series)
        for await (const { at, lines } of snapshotsOf(folder)) {
          const sets = await archive.asOf(Date.parse(at));
          expect([at, sets.length]).toEqual([at, lines.size]);
          for (const set of sets) {
            const tle = writeTle(set, set.object_name);
            const text = tle.ok ? `${tle.name}\n${tle.line1}\n${tle.line2}` : tle.reason;
            if (lines.get(alpha5(set.norad_cat_id)!) !== text) wrong.push(`${at} ${text}`);
          }
        }
      expect(wrong.slice(0, 3)).toEqual([]);
      const { elements } = (await archive.index())!;
      const [bytes, rows] = (['bytes', 'rows'] as const).map((of) => elements.reduce((sum, file) => sum + file[of], 0));
      expect(rows).toBeGreaterThan(400_000);
      expect(bytes! / rows!).toBeLessThanOrEqual(30);
    } finally {
      archive.close();
      await rm(home, { recursive: true, force: true });
    }
  },
  900_000,
);
