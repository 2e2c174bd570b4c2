import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alpha5, writeTle } from '../../../src/orbit/formats/tle.ts';
import { ArchiveReader } from '../../../src/release/archive.ts';
import { removeFolder } from '../../pipeline/sample-build.ts';
import { snapshotsOf } from '../replay.ts';
import { importedSeries, seriesFolder } from './imported-series.ts';

/** Two series of real snapshots, if they exist next to the repository. `ORBWEAVER_SKIP_REAL=1` skips them. */
const series = ['series-2026-05', 'series-2026-07'];
const skipped = !series.map(seriesFolder).every(existsSync) || process.env['ORBWEAVER_SKIP_REAL'] === '1';

test.skipIf(skipped)(
  'real series (need ../shared/upstream, and ORBWEAVER_SKIP_REAL unset): the catalog as of each snapshot equals that snapshot',
  async () => {
    // Each series has its own archive: otherwise, a file that a snapshot lacks would be taken from the other series.
    let [bytes, rows, snapshots] = [0, 0, 0];
    for (const name of series) {
      const { home, imported } = await importedSeries(name);
      const archive = new ArchiveReader(home);
      try {
        expect(imported).toMatchObject({ known: 0, rejected: {}, problems: [] });
        snapshots += imported.snapshots;
        const mismatches: string[] = [];
        for await (const { at, lines } of snapshotsOf(seriesFolder(name))) {
          const sets = await archive.asOf(Date.parse(at));
          expect([at, sets.length]).toEqual([at, lines.size]);
          for (const set of sets) {
            const tle = writeTle(set, set.object_name);
            const text = tle.ok ? `${tle.name}\n${tle.line1}\n${tle.line2}` : tle.reason;
            if (lines.get(alpha5(set.norad_cat_id)!) !== text) mismatches.push(`${at} ${text}`);
          }
        }
        expect(mismatches.slice(0, 3)).toEqual([]);
        for (const file of (await archive.index())!.elements) {
          bytes += file.bytes;
          rows += file.rows;
        }
      } finally {
        archive.close();
        await removeFolder(home);
      }
    }
    expect(snapshots).toBe(80);
    expect(rows).toBeGreaterThan(400_000);
    expect(bytes / rows).toBeLessThanOrEqual(30);
  },
  900_000,
);
