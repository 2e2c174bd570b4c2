import { join } from 'node:path';
import type { bulkTables } from '../../src/schema/dataset.ts';
import type { Source as SourceRecord } from '../../src/schema/source.ts';
import { sqlText } from '../../src/schema/sql/sql-text.ts';
import type { Store } from '../store.ts';
import type { ReleaseFolder } from './folder.ts';

/** One file of a table beside the slices: its rows and, where it is kept compressed only, the size and hash of the plain bytes. */
export interface EvidenceFile {
  readonly name: keyof typeof bulkTables;
  readonly form: 'json' | 'csv' | 'parquet' | 'trsp.tar';
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

const text = (column: string, name = column) =>
  `if(regexp_matches(${column}, '^[=+\\-@\\t\\r]'), '''' || ${column}, ${column}) AS ${name}`;

/** One row a claim: what is claimed, in one column as text and as a number where it is one, by whom, under which terms. */
const claims = (sources: readonly SourceRecord[], safe: boolean) => {
  const cell = safe ? text : (column: string, name = column) => `${column} AS ${name}`;
  const licenses = sources.map(({ slug, license }) => `WHEN '${slug}' THEN ${sqlText(license)}`);
  return `SELECT norad_cat_id, field, ${cell('coalesce(value_text, value_date::VARCHAR, value_numeric::VARCHAR, value_bool::VARCHAR)', 'value')},
    value_numeric, precision, uncertain, ${cell('raw')}, source, ${cell('source_record')}, CASE source ${licenses.join(' ')} ELSE 'ODbL-1.0' END AS license,
    strftime(observed_at, '%Y-%m-%dT%H:%M:%SZ') AS observed_at, selected, confidence, url
    FROM claims ORDER BY norad_cat_id, field, selected DESC, source, source_record, value_text, value_numeric`;
};
const provenance = 'SELECT norad_cat_id, field, confidence, rule, sources FROM provenance ORDER BY norad_cat_id, field';

/**
 * Every claim and every verdict in bulk: `dataset/claims.csv`, `dataset/claims.parquet` and `dataset/provenance.parquet`.
 * Parquet is Snappy, sorted by object in groups of 50,000 rows, so that one object is read with two ranges.
 */
export async function publishEvidence(
  store: Store,
  folder: ReleaseFolder,
  sources: readonly SourceRecord[],
): Promise<EvidenceFile[]> {
  const [count] = await store.rows<{ claims: number; provenance: number }>(
    'SELECT (SELECT count(*) FROM claims)::INTEGER AS claims, (SELECT count(*) FROM provenance)::INTEGER AS provenance',
  );
  const parquet = async (name: 'claims' | 'provenance', query: string): Promise<EvidenceFile> => {
    const path = `public/api/v1/dataset/${name}.parquet`;
    const target = sqlText(await folder.place(path));
    await store.run(`COPY (${query}) TO ${target} (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 50000)`);
    await folder.binary(path);
    await folder.files();
    return { name, form: 'parquet', rows: count![name], ...folder.written(path)! };
  };
  const body = join(folder.path, 'claims.body');
  await store.run(
    `COPY (${claims(sources, true)}) TO ${sqlText(body)} (FORMAT csv, HEADER true, DELIMITER ',', NULLSTR '', NEW_LINE '\\r\\n')`,
  );
  const csv = await folder.packedFile('public/api/v1/dataset/claims.csv', body);
  return [
    { name: 'claims', form: 'csv', rows: count!.claims, ...csv },
    await parquet('claims', claims(sources, false)),
    await parquet('provenance', provenance),
  ];
}
