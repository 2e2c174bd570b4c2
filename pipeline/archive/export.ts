import { archiveColumns, archivedElements } from '../../src/schema/archive.ts';
import { sqlText } from '../../src/schema/sql/sql-text.ts';
import { Archive, type ArchiveOptions } from './archive.ts';

/** Which element sets are exported. Both ends are in the range. */
export interface ExportSelection {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly norad_cat_id: number | null;
}

/** Numbers of the archive as decimals, exact, under their own names. What has more digits than its column is taken from `beyond`. */
const decimals = Object.keys(archiveColumns).flatMap((name): string[] => {
  const scaled = /^(.*)_e(\d)$/.exec(name);
  const beyond = (field: string) => `TRY_CAST(json_extract_string(beyond, '$.${field}') AS DECIMAL(38, 20))`;
  if (scaled)
    return [
      `coalesce(${beyond(scaled[1]!)}, ${name}::DECIMAL(38, 20) / 1e${scaled[2]}::DECIMAL(38, 20))::DOUBLE AS ${scaled[1]}`,
    ];
  const powered = /^(.*)_digits$/.exec(name);
  if (powered)
    return [
      `coalesce(json_extract_string(beyond, '$.${powered[1]}'), ${name} || 'e' || ${powered[1]}_power)::DOUBLE AS ${powered[1]}`,
    ];
  return name === 'beyond' || name.endsWith('_power') ? [] : [name];
});

/** Writes element sets into a file, `.parquet` or `.csv` by its ending, by catalog number and epoch. Returns how many. */
export async function exportElements(options: ArchiveOptions, to: string, selection: ExportSelection): Promise<number> {
  const archive = await Archive.open(options);
  try {
    const { elements, recent } = archive.index;
    const paths = (files: readonly { readonly file: string }[]) => files.map(({ file }) => archive.path(file));
    const time = (date: Date) => `TIMESTAMP '${date.toISOString().replace('Z', '')}'`;
    const conditions = [
      'true',
      ...(selection.from ? [`epoch >= ${time(selection.from)}`] : []),
      ...(selection.to ? [`epoch <= ${time(selection.to)}`] : []),
      ...(selection.norad_cat_id === null ? [] : [`norad_cat_id = ${selection.norad_cat_id}`]),
    ];
    const query = `SELECT ${decimals.join(', ')} FROM (${archivedElements(paths(elements), paths(recent), conditions.join(' AND '))})
      ORDER BY norad_cat_id, epoch, first_seen`;
    const format = to.endsWith('.parquet') ? 'FORMAT parquet, COMPRESSION zstd' : 'FORMAT csv, HEADER';
    await archive.store.run(`COPY (${query}) TO ${sqlText(to)} (${format})`);
    const [row] = await archive.store.rows<{ n: number }>(
      `SELECT count(*)::INTEGER AS n FROM (${archivedElements(paths(elements), paths(recent), conditions.join(' AND '))})`,
    );
    return row!.n;
  } finally {
    await archive.close();
  }
}
