import { celestrakColumns } from '../../../src/orbit/formats/celestrak-forms.ts';
import { transmitterColumns, transmitterTerms } from '../../../src/schema/objects/transmitter-data.ts';
import { bulkTables, datasetColumns, slices } from '../../../src/schema/release/dataset.ts';
import type { ElementSetFiles } from '../../../src/schema/release/element-files.ts';
import { openColumns } from '../../../src/schema/release/open-data.ts';
import { type Form, forms, sliceForms } from '../../../src/schema/release/public-route.ts';
import type { Written } from '../compress.ts';
import type { ReleaseFolder } from '../folder.ts';
import { listMeta, type ReleaseContext } from '../release-context.ts';
import type { TableFile } from './table-files.ts';

const license = {
  name: 'ODbL-1.0',
  path: 'https://opendatacommons.org/licenses/odbl/1-0/',
  title: 'Open Data Commons Open Database License v1.0',
};

/** The published bulk files: rows of each slice, files of other tables, sets of elements. */
interface Published {
  readonly rows: Record<string, number>;
  readonly tables: readonly TableFile[];
  readonly sets: readonly ElementSetFiles[];
}

/** `/api/v1/dataset`: the slices with rows, bytes and hashes. Call after all slices have been written. */
export async function publishDatasetIndex(
  folder: ReleaseFolder,
  { rows, tables, sets }: Published,
  context: ReleaseContext,
): Promise<void> {
  const file = (name: string, form: Form, { bytes, sha256 }: Written) => ({
    format: form,
    media_type: forms[form],
    url: `${context.base}/api/v1/dataset/${name}.${form}`,
    bytes,
    sha256,
  });
  const listed = slices.map(({ name, title }) => ({
    slice: name,
    title,
    rows: rows[name]!,
    license: license.name,
    files: sliceForms.map((form) => file(name, form, folder.written(`public/api/v1/dataset/${name}.${form}`)!)),
  }));
  const bulk = Object.entries(bulkTables).map(([slice, { title, license }]) => {
    const files = tables.filter(({ name }) => name === slice);
    return { slice, title, rows: files[0]!.rows, license, files: files.map((one) => file(slice, one.form, one)) };
  });
  const data = [...listed, ...bulk];
  const meta = listMeta(data.length, context);
  await folder.text('public/api/v1/dataset.json', `${JSON.stringify({ data, meta })}\n`);
  await folder.text(
    'public/api/v1/datapackage.json',
    `${JSON.stringify(dataPackage(folder, data, sets, context), null, 1)}\n`,
  );
}

/** A Frictionless data package over the CSV files; paths are relative to it. `listed` has the index entries of the datasets. */
function dataPackage(
  folder: ReleaseFolder,
  listed: readonly { slice: string; rows: number }[],
  sets: readonly ElementSetFiles[],
  context: ReleaseContext,
) {
  const rowsOf = (name: string) => listed.find(({ slice }) => slice === name)!.rows;
  const packed = folder.packedFiles();
  const tableFile = (name: string) => packed[`public/api/v1/dataset/${name}.csv`]!;
  const terms = transmitterTerms;
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'orbweaver-catalog',
    title: 'Orbweaver: the catalog of everything in orbit',
    version: context.id,
    created: context.generatedAt,
    licenses: [license],
    sources: context.sources.map(({ name, url, attribution }) => ({
      title: name,
      path: url,
      description: attribution,
    })),
    resources: [
      ...slices.map(({ name, title }) =>
        resource(name, title, `dataset/${name}`, folder.written(`public/api/v1/dataset/${name}.csv`)!, {
          rows: rowsOf(name),
          schema: schemaOf(datasetColumns, 'NORAD Number'),
        }),
      ),
      resource('transmitters', bulkTables.transmitters.title, 'dataset/transmitters', tableFile('transmitters'), {
        rows: rowsOf('transmitters'),
        licenses: [{ name: terms.license, path: terms.license_url }],
        sources: [{ title: terms.name, path: terms.url, description: terms.attribution }],
        // In CSV a list is text, joined by semicolons.
        schema: schemaOf(
          transmitterColumns.map((column) => ({ ...column, type: column.type === 'array' ? 'string' : column.type })),
          'uuid',
        ),
      }),
      resource('all-cc-by', bulkTables['all-cc-by'].title, 'dataset/all-cc-by', tableFile('all-cc-by'), {
        rows: rowsOf('all-cc-by'),
        licenses: [{ name: 'CC-BY-4.0', path: 'https://creativecommons.org/licenses/by/4.0/' }],
        schema: schemaOf(openColumns, 'norad_cat_id'),
      }),
      ...sets.map(({ set, title, objects, files }) => {
        const csv = files.find(({ form }) => form === 'csv')!;
        return resource(`elements-${set.toLowerCase()}`, title, `elements/${set}`, csv, {
          rows: objects,
          schema: { fields: elementFields, missingValues: [''], primaryKey: ['NORAD_CAT_ID'] },
        });
      }),
    ],
  };
}

/** A CSV of the package; `more` are its other properties, its schema at least. */
const resource = (name: string, title: string, path: string, { bytes, sha256 }: Written, more: object) => ({
  name,
  title,
  path: `${path}.csv`,
  format: 'csv',
  mediatype: 'text/csv',
  encoding: 'utf-8',
  bytes,
  hash: `sha256:${sha256}`,
  ...more,
});

const schemaOf = (columns: readonly { name: string; type: string; meaning: string }[], key: string) => ({
  fields: columns.map(({ name, type, meaning }) => ({ name, type, description: meaning })),
  missingValues: [''],
  primaryKey: [key],
});

/** The columns of CelesTrak's CSV that hold no decimal number. */
const elementTypes: Readonly<Record<string, object>> = {
  OBJECT_NAME: { type: 'string' },
  OBJECT_ID: { type: 'string' },
  CLASSIFICATION_TYPE: { type: 'string' },
  EPOCH: { type: 'datetime', format: 'any' },
  EPHEMERIS_TYPE: { type: 'integer' },
  NORAD_CAT_ID: { type: 'integer' },
  ELEMENT_SET_NO: { type: 'integer' },
  REV_AT_EPOCH: { type: 'integer' },
};
const elementFields = celestrakColumns.map((name) => ({ name, ...(elementTypes[name] ?? { type: 'number' }) }));
