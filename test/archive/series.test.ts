import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importElements } from '../../pipeline/archive/import.ts';
import { alpha5, writeTle } from '../../src/orbit/formats/tle.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { snapshotsOf } from './replay.ts';

/** Two series of real snapshots, if they exist next to the repository. `ORBWEAVER_SKIP_REAL=1` skips them. */
const upstream = join(import.meta.dirname, '../../../shared/upstream');
const series = ['series-2026-05', 'series-2026-07'].map((name) => join(upstream, name));
const skipped = !series.every(existsSync) || process.env['ORBWEAVER_SKIP_REAL'] === '1';

test.skipIf(skipped)(
  'real series (need ../shared/upstream, and ORBWEAVER_SKIP_REAL unset): the catalog as of each snapshot equals that snapshot',
  async () => {
    // Each series has its own archive: otherwise, a file that a snapshot lacks would be taken from the other series.
    let [bytes, rows, snapshots] = [0, 0, 0];
    for (const folder of series) {
      const home = await mkdtemp(join(tmpdir(), 'orbweaver-series-'));
      const archive = new ArchiveReader(home);
      try {
        const options = { home, limits: { memory: '500MB', threads: 2 }, progress: () => {} };
        const done = await importElements(options, [folder]);
        expect(done).toMatchObject({ known: 0, rejected: {}, problems: [] });
        snapshots += done.snapshots;
        const mismatches: string[] = [];
        for await (const { at, lines } of snapshotsOf(folder)) {
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
        await rm(home, { recursive: true, force: true });
      }
    }
    expect(snapshots).toBe(80);
    expect(rows).toBeGreaterThan(400_000);
    expect(bytes / rows).toBeLessThanOrEqual(30);
  },
  900_000,
);
