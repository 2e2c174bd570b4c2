import { type ElementTexts, unpackNumberSql } from '../../src/orbit/formats/packed-elements.ts';
import { sqlText, sqlTexts, sqlTime } from '../../src/schema/escaped-text.ts';
import { archiveColumns, archivedElements } from '../../src/schema/release/archive.ts';
import { UserError } from '../../src/user-error.ts';
import { Archive, type ArchiveOptions } from './archive.ts';

/** The kinds of archived data: element sets, and versions of values and claims. */
export const exported = ['elements', 'values', 'claims'] as const;

/** The data to export, of epochs or releases in a range that includes both ends. */
export interface ExportSelection {
  readonly of: (typeof exported)[number];
  readonly from: Date | null;
  readonly to: Date | null;
  readonly norad_cat_id: number | null;
}

/** The archive's numbers as exact decimals under their own names. Numbers with more digits than their column come from `beyond`. */
const decimals = Object.keys(archiveColumns).flatMap((name): string[] => {
  const number = /^(.*)_(e\d|digits)$/.exec(name)?.[1];
  if (number !== undefined) return [`${unpackNumberSql(number as keyof ElementTexts)}::DOUBLE AS ${number}`];
  return name === 'beyond' || name.endsWith('_power') ? [] : [name];
});

/** Writes rows of the archive into a file, `.parquet` or `.csv` by its ending, by catalog number and time. Returns their number. */
export async function exportArchive(options: ArchiveOptions, to: string, selection: ExportSelection): Promise<number> {
  const archive = await Archive.openExisting(options);
  try {
    const { store } = archive;
    await store.run(`CREATE TABLE exported AS ${selectionQuery(archive, selection)}`);
    const format = to.endsWith('.parquet') ? 'FORMAT parquet, COMPRESSION zstd' : 'FORMAT csv, HEADER';
    await store.run(`COPY exported TO ${sqlText(to)} (${format})`);
    const [row] = await store.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM exported');
    return row!.n;
  } finally {
    await archive.close();
  }
}

function selectionQuery(archive: Archive, { of, from, to, norad_cat_id }: ExportSelection): string {
  const { index } = archive;
  const paths = (files: readonly { readonly file: string }[]) => files.map(({ file }) => archive.path(file));
  const at = of === 'elements' ? 'epoch' : 'release_at';
  const condition = [
    'true',
    ...(from ? [`${at} >= ${sqlTime(from)}`] : []),
    ...(to ? [`${at} <= ${sqlTime(to)}`] : []),
    ...(norad_cat_id === null ? [] : [`norad_cat_id = ${norad_cat_id}`]),
    // The statistics of a release are stored under the number 0.
    ...(of === 'values' ? ['norad_cat_id > 0'] : []),
  ].join(' AND ');
  if (of === 'elements')
    return `SELECT ${decimals.join(', ')} FROM (${archivedElements(paths(index.elements), paths(index.recent), condition)})
      ORDER BY norad_cat_id, epoch, first_seen`;
  if (index[of].length === 0) throw new UserError(`the archive has no ${of} yet: the next refresh adds them`);
  return `FROM read_parquet([${sqlTexts(paths(index[of]))}]) WHERE ${condition} ORDER BY norad_cat_id, release_at, field`;
}
