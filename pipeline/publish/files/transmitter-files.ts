import { type TrspTransmitter, writeTrsp } from '../../../src/orbit/observation/trsp.ts';
import { sqlText } from '../../../src/schema/escaped-text.ts';
import { termsLines, transmitterColumns } from '../../../src/schema/objects/transmitter-data.ts';
import type { Source } from '../../../src/schema/release/source.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseName } from '../release-context.ts';
import { countRows, csvText, packedCsv, parquetFile, type TableFile } from './table-files.ts';
import { tar } from './tar.ts';

/**
 * `dataset/transmitters.csv`, `.json` and `.parquet`: every transmitter, with the attribution in each row; and `.trsp.tar`, those in
 * use as gpredict's files. Their values are under CC BY-SA, so no other file contains them. Empty if no transmitters were read.
 */
export async function publishTransmitters(
  store: Store,
  folder: ReleaseFolder,
  terms: Pick<Source, 'license' | 'license_url' | 'attribution'>,
  { id, generatedAt }: ReleaseName,
): Promise<TableFile[]> {
  const { license, license_url, attribution } = terms;
  const facts = { name: 'transmitters', rows: await countRows(store, 'transmitters') } as const;
  const base = 'public/api/v1/dataset/transmitters';
  const query = (form: 'csv' | 'json' | 'parquet') =>
    `SELECT ${transmitterColumns.map((column) => cell(column, form, attribution)).join(', ')} FROM transmitters ORDER BY norad_cat_id, downlink_low_hz, uuid`;
  const csv = await packedCsv(store, folder, 'transmitters', query('csv'));
  const rows = await store.rows<{ json: string }>(`SELECT to_json(t)::VARCHAR AS json FROM (${query('json')}) t`);
  const meta = { slice: 'transmitters', rows: facts.rows, generated_at: generatedAt, release: id };
  const json = await folder.packed(
    `${base}.json`,
    `{"data":[${rows.map((row) => row.json).join(',')}],"meta":${JSON.stringify({ ...meta, license, license_url, attribution })}}\n`,
  );
  const parquet = await parquetFile(store, folder, 'dataset/transmitters.parquet', query('parquet'));
  const archive = await folder.packed(`${base}.trsp.tar`, await trspArchive(store, termsLines(terms), generatedAt));
  return [
    { ...facts, form: 'csv', ...csv },
    { ...facts, form: 'json', ...json },
    { ...facts, form: 'parquet', ...parquet },
    { ...facts, form: 'trsp.tar', ...archive },
  ];
}

/** gpredict's folder `trsp`: a file of the transmitters in use for each object that has any, and the license. */
async function trspArchive(store: Store, terms: readonly string[], generatedAt: string): Promise<Buffer> {
  const rows = await store.rows<TrspTransmitter & { readonly norad_cat_id: number }>(
    `SELECT ${trspColumns} FROM transmitters WHERE alive AND norad_cat_id IS NOT NULL ORDER BY norad_cat_id, downlink_low_hz, uuid`,
  );
  const objects = [...Map.groupBy(rows, ({ norad_cat_id }) => norad_cat_id)];
  const files = objects.map(([id, own]) => ({ path: `trsp/${id}.trsp`, content: writeTrsp(own, terms) }));
  return tar([{ path: 'trsp/LICENSE.txt', content: `${terms.join('\n')}\n` }, ...files], Date.parse(generatedAt));
}

/** Frequencies as DOUBLE: the driver returns a BIGINT as a BigInt. */
const trspColumns = [
  'norad_cat_id',
  ...(['downlink_low_hz', 'downlink_high_hz', 'uplink_low_hz', 'uplink_high_hz'] as const).map(
    (name) => `${name}::DOUBLE AS ${name}`,
  ),
  ...['description', 'inverting', 'mode', 'baud'],
].join(', ');

type Column = (typeof transmitterColumns)[number];

/** A column in each form: in CSV a list is joined by ;, and text that a spreadsheet would run gets an apostrophe. */
function cell({ name, type }: Column, form: 'csv' | 'json' | 'parquet', attribution: string): string {
  if (name === 'attribution') return `${sqlText(attribution)} AS attribution`;
  if (type === 'datetime' && form !== 'parquet') return `strftime(${name}, '%Y-%m-%dT%H:%M:%SZ') AS ${name}`;
  if (form !== 'csv') return name;
  if (type === 'array') return `nullif(array_to_string(${name}, ';'), '') AS ${name}`;
  return type === 'string' ? csvText(name) : name;
}
