import { join } from 'node:path';
import type { ArchiveIndex, MonthlyDataset } from '../../src/schema/release/archive.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import type { Archive } from './archive.ts';

const inRelease = 'public/api/v1/dataset/all';

/**
 * Adds the dataset of a release to the monthly datasets, unless the month has one: the archive keeps the first dataset of all objects
 * in each month forever. A release with a missing or damaged file is skipped; the next one of the month is used instead.
 */
export async function keepDataset(
  archive: Archive,
  { datasets }: ArchiveIndex,
  home: string,
  release: Manifest,
): Promise<MonthlyDataset[]> {
  const month = release.generated_at.slice(0, 7);
  const [packed, columns] = ['csv.gz', 'parquet'].map((form) => release.files[`${inRelease}.${form}`]);
  const text = release.files[`${inRelease}.csv`] ?? release.packed[`${inRelease}.csv`];
  if (datasets.some((known) => known.month === month) || !text || !packed || !columns) return datasets;
  const copy = (ending: string, facts: typeof packed) => {
    const from = join(home, 'releases', release.id, `${inRelease}.${ending}`);
    return archive.copy('datasets', { label: month, ending, from }, facts);
  };
  const [csv, parquet] = [await copy('csv.gz', packed), await copy('parquet', columns)];
  if (!csv || !parquet) return datasets;
  const rows = release.counts.satellites;
  return [
    ...datasets,
    {
      ...{ month, release: release.id, at: release.generated_at },
      csv: { ...csv, rows, unpacked: text },
      parquet: { ...parquet, rows },
      attributions: release.sources.map(({ attribution }) => attribution),
    },
  ];
}
