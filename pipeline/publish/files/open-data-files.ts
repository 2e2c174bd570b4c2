import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlText } from '../../../src/schema/escaped-text.ts';
import { freeLicenses, openColumns } from '../../../src/schema/release/open-data.ts';
import type { Source as SourceRecord } from '../../../src/schema/release/source.ts';
import type { Reusable } from '../../reuse/reusable.ts';
import { type Range, type Store, within } from '../../store.ts';
import type { Written } from '../compress.ts';
import type { ReleaseFolder } from '../folder.ts';
import { countRows, csvText, packedCsv, parquetFile, parquetRows, type TableFile } from './table-files.ts';

const CSV = 'public/api/v1/dataset/all-cc-by.csv';
const FILE = 'dataset/all-cc-by.parquet';
const PARQUET = `public/api/v1/${FILE}`;

/** Number of objects whose rows are made at a time: a build has too little memory for all objects together. */
const BATCH_SIZE = 4096;

/**
 * `dataset/all-cc-by.csv` and `.parquet`: every object that a freely licensed source describes, with the values of those
 * sources alone, the source of each field, and the attribution of the row. If the record takes its value from
 * another source, the file has that of the most trusted free one. Derived values are left out: they are computed from elements of
 * a source that states no license. The files of the previous release are taken over if they are made of the same claims.
 */
export async function publishOpenData(
  store: Store,
  folder: ReleaseFolder,
  sources: readonly SourceRecord[],
  reusable: Reusable | null,
): Promise<TableFile[]> {
  const free = freeOf(sources);
  if (reusable !== null) {
    const { files, packed, sources: before } = reusable.manifest;
    const [now, was] = [await inputsOf(store, '', free), await inputsOf(store, 'previous.', freeOf(before))];
    const isSame = JSON.stringify(now) === JSON.stringify(was);
    if (isSame && (await folder.takeOver(reusable.folder, [`${CSV}.gz`, PARQUET], reusable.manifest))) {
      const facts = { name: 'all-cc-by', rows: now.objects } as const;
      return [
        { ...facts, form: 'csv', ...packed[CSV]! },
        { ...facts, form: 'parquet', ...files[PARQUET]! },
      ];
    }
  }
  const parquet = await parquetOf(store, folder, free);
  const rows = parquetRows(folder, FILE);
  const cells = openColumns.map(({ name, type }) => (type === 'string' ? csvText(name) : name));
  const csv = await packedCsv(store, folder, 'all-cc-by', `SELECT ${cells.join(', ')} FROM ${rows}`);
  const facts = { name: 'all-cc-by', rows: await countRows(store, rows) } as const;
  return [
    { ...facts, form: 'csv', ...csv },
    { ...facts, form: 'parquet', ...parquet },
  ];
}

/** Number of rows at which a row group of the published file ends: a group is in memory while it is written or read. */
const GROUP_ROWS = 16_384;

/** Writes the rows of each range of objects to a Parquet file of their own, then all to the published one: no sort holds all of them. */
async function parquetOf(store: Store, folder: ReleaseFolder, free: readonly SourceRecord[]): Promise<Written> {
  const parts: string[] = [];
  for (const range of await store.ranges('satellites', BATCH_SIZE)) {
    const part = join(folder.path, `open-data-${parts.length}.parquet`);
    await store.run(`COPY (${rowsOf(free, range)} ORDER BY norad_cat_id) TO ${sqlText(part)} (FORMAT parquet)`);
    parts.push(part);
  }
  const rows = `FROM read_parquet([${parts.map(sqlText).join(', ')}])`;
  const written = await store.withOneThread(() => parquetFile(store, folder, FILE, rows, GROUP_ROWS));
  for (const part of parts) await rm(part);
  return written;
}

const freeOf = (sources: readonly SourceRecord[]) => sources.filter(({ license }) => freeLicenses.includes(license));

const fields = openColumns.filter(({ value }) => value !== null);

/** The SQL condition that a claim is of one of these sources, about one of the fields. */
const isOpen = (free: readonly SourceRecord[]): string =>
  `source IN (${free.map(({ slug }) => sqlText(slug)).join(', ') || "''"}) AND field IN (${fields.map(({ name }) => sqlText(name)).join(', ')})`;

/** Everything that the rows are made of: the sources in order, and their claims in any order. */
async function inputsOf(store: Store, tables: string, free: readonly SourceRecord[]) {
  const [claims] = await store.rows<{
    objects: number;
    hashes: string;
  }>(`SELECT count(DISTINCT norad_cat_id)::INTEGER AS objects,
      sum(hash(norad_cat_id, field, source, value_text, value_numeric, signbit(value_numeric), value_date, selected, uncertain, source_record))::VARCHAR AS hashes
    FROM ${tables}claims WHERE ${isOpen(free)}`);
  return { ...claims!, cited: free.map(({ slug, attribution }) => [slug, attribution]) };
}

function rowsOf(free: readonly SourceRecord[], range: Range): string {
  // A release may have no free source: SQL has no empty CASE, and the files have no rows then.
  const bySource = (value: (source: SourceRecord, at: number) => string) =>
    `CASE source ${free.map((source, at) => `WHEN ${sqlText(source.slug)} THEN ${value(source, at)}`).join(' ') || "WHEN '' THEN NULL"} END`;
  const rank = bySource((_, at) => String(at));
  const cite = bySource(({ attribution }) => sqlText(attribution));
  const values = fields.map(({ name, value }) => `any_value(${value}) FILTER (WHERE field = '${name}') AS ${name}`);
  const by = (slug: string) => `string_agg(field, ';' ORDER BY field) FILTER (WHERE source = ${sqlText(slug)})`;
  return `WITH chosen AS (
      SELECT norad_cat_id, field, source, value_text, value_numeric, value_date FROM claims
      WHERE ${within('norad_cat_id', range)} AND ${isOpen(free)}
      QUALIFY row_number() OVER (PARTITION BY norad_cat_id, field
        ORDER BY selected DESC, ${rank}, uncertain, source_record, value_text, value_numeric, value_date) = 1),
    cited AS (SELECT norad_cat_id, string_agg(${cite}, '; ' ORDER BY source) AS attribution
      FROM (SELECT DISTINCT norad_cat_id, source FROM chosen) GROUP BY ALL)
    SELECT norad_cat_id, ${values.join(', ')},
      concat_ws('|', ${free.map(({ slug }) => `'${slug}:' || ${by(slug)}`).join(', ') || 'NULL'}) AS field_sources,
      any_value(attribution) AS attribution
    FROM chosen JOIN cited USING (norad_cat_id) GROUP BY norad_cat_id`;
}
