import { hash } from 'node:crypto';
import { readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accuracy, accuracyAges } from '../../src/schema/objects/accuracy.ts';

/**
 * Gives the release of a home folder made-up figures of accuracy for every kind of orbit, of 2 km and 0.25 s times the square of the
 * age in days for 68 % of the pairs. Returns the file as it was published: the history of the sample is too short to measure any.
 */
export async function writeAccuracy(home: string): Promise<unknown> {
  const release = join(home, await readlink(join(home, 'current')));
  const name = 'public/api/v1/accuracy.json';
  const file = join(release, name);
  const published: unknown = JSON.parse(await readFile(file, 'utf8'));
  const quantiles = (p68: number) => ({ median: p68 / 2, p68, p95: p68 * 4 });
  const { data, meta } = accuracy.parse(published);
  const measured = data.map((one) => ({
    ...one,
    ages: accuracyAges.map((days) => ({
      days,
      pairs: 100,
      along_track_km: quantiles(2 * days ** 2),
      time_s: quantiles(0.25 * days ** 2),
      held_out: { pairs: 100, within_p68: 0.7, within_p95: 0.95 },
    })),
  }));
  const text = JSON.stringify({ data: measured, meta });
  await writeFile(file, text);
  const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
  manifest.files[name] = { bytes: text.length, sha256: hash('sha256', text) };
  await writeFile(join(release, 'manifest.json'), JSON.stringify(manifest));
  return published;
}
