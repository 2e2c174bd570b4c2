import { celestrakColumns } from '../../src/orbit/celestrak-forms.ts';
import { bulkTables, datasetColumns, slices } from '../../src/schema/dataset.ts';
import type { ElementSetFiles } from '../../src/schema/element-files.ts';
import { openColumns } from '../../src/schema/open-data.ts';
import { type Form, forms, sliceForms } from '../../src/schema/public-route.ts';
import { transmitterColumns, transmitterTerms } from '../../src/schema/transmitter-data.ts';
import type { EvidenceFile } from './claims-files.ts';
import type { ReleaseFolder } from './folder.ts';
import { listMeta } from './list-meta.ts';

/** What the files that list others say of the release. */
export interface IndexContext {
  readonly id: string;
  readonly sample: boolean;
  readonly generatedAt: string;
  readonly base: string;
  readonly sources: readonly {
    slug: string;
    name: string;
    url: string;
    license: string;
    license_url: string;
    attribution: string;
  }[];
}

const mediaTypes: Record<Form, string> = forms;
const license = {
  name: 'ODbL-1.0',
  path: 'https://opendatacommons.org/licenses/odbl/1-0/',
  title: 'Open Data Commons Open Database License v1.0',
};

/** What has been published in bulk: rows of each slice, files of claims, sets of elements. */
interface Published {
  readonly rows: Record<string, number>;
  readonly evidence: readonly EvidenceFile[];
  readonly sets: readonly ElementSetFiles[];
}

/** `/api/v1/dataset`: the slices with rows, bytes and hashes. Call after the slices have been written and waited for. */
export async function publishDatasetIndex(
  folder: ReleaseFolder,
  { rows, evidence, sets }: Published,
  context: IndexContext,
): Promise<void> {
  const bulk = [...Map.groupBy(evidence, ({ name }) => name)].map(([name, files]) => ({
    slice: name,
    title: bulkTables[name].title,
    rows: files[0]!.rows,
    license: bulkTables[name].license,
    files: files.map(({ form, bytes, sha256 }) => ({
      format: form,
      media_type: mediaTypes[form],
      url: `${context.base}/api/v1/dataset/${name}.${form}`,
      bytes,
      sha256,
    })),
  }));
  const listed = slices.map(({ name, title }) => ({
    slice: name,
    title,
    rows: rows[name],
    license: license.name,
    files: sliceForms.map((form) => {
      const written = folder.written(`public/api/v1/dataset/${name}.${form}`);
      return {
        format: form,
        media_type: mediaTypes[form],
        url: `${context.base}/api/v1/dataset/${name}.${form}`,
        ...written,
      };
    }),
  }));
  const data = [...listed, ...bulk];
  const meta = listMeta(data.length, context);
  await folder.text('public/api/v1/dataset.json', `${JSON.stringify({ data, meta })}\n`);
  await folder.text(
    'public/api/v1/datapackage.json',
    `${JSON.stringify(dataPackage(folder, sets, context), null, 1)}\n`,
  );
}

/** A Frictionless data package over the CSV files; paths are relative to it. */
function dataPackage(folder: ReleaseFolder, sets: readonly ElementSetFiles[], context: IndexContext) {
  const fields = datasetColumns.map((column) => ({
    name: column.name,
    type: column.type,
    description: column.meaning,
  }));
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
      ...slices.map(({ name, title }) => {
        const written = folder.written(`public/api/v1/dataset/${name}.csv`);
        return {
          name,
          title,
          path: `dataset/${name}.csv`,
          format: 'csv',
          mediatype: 'text/csv',
          encoding: 'utf-8',
          bytes: written?.bytes,
          hash: `sha256:${written?.sha256}`,
          schema: { fields, missingValues: [''], primaryKey: ['NORAD Number'] },
        };
      }),
      transmitterResource(folder),
      openResource(folder),
      ...sets.map(elementResource),
    ],
  };
}

/** The table of freely licensed values, under terms of its own. */
function openResource(folder: ReleaseFolder) {
  const { bytes, sha256 } = folder.packedFiles()['public/api/v1/dataset/all-cc-by.csv']!;
  return {
    name: 'all-cc-by',
    title: bulkTables['all-cc-by'].title,
    path: 'dataset/all-cc-by.csv',
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    bytes,
    hash: `sha256:${sha256}`,
    licenses: [{ name: 'CC-BY-4.0', path: 'https://creativecommons.org/licenses/by/4.0/' }],
    schema: {
      fields: openColumns.map(({ name, type, meaning }) => ({ name, type, description: meaning })),
      missingValues: [''],
      primaryKey: ['norad_cat_id'],
    },
  };
}

/** The transmitters: share-alike, under the terms of their source. */
function transmitterResource(folder: ReleaseFolder) {
  const { bytes, sha256 } = folder.packedFiles()['public/api/v1/dataset/transmitters.csv']!;
  const { license, license_url, name, url, attribution } = transmitterTerms;
  return {
    name: 'transmitters',
    title: bulkTables.transmitters.title,
    path: 'dataset/transmitters.csv',
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    bytes,
    hash: `sha256:${sha256}`,
    licenses: [{ name: license, path: license_url }],
    sources: [{ title: name, path: url, description: attribution }],
    schema: {
      fields: transmitterColumns.map(({ name: column, type, meaning }) => ({
        name: column,
        // In CSV a list is text, joined by semicolons.
        type: type === 'array' ? 'string' : type,
        description: meaning,
      })),
      missingValues: [''],
      primaryKey: ['uuid'],
    },
  };
}

const elementText = ['OBJECT_NAME', 'OBJECT_ID', 'CLASSIFICATION_TYPE'];
const elementCounts = ['EPHEMERIS_TYPE', 'NORAD_CAT_ID', 'ELEMENT_SET_NO', 'REV_AT_EPOCH'];

/** The CSV of a set of elements; its other forms stand beside it under the same name. */
function elementResource({ set, title, objects, files }: ElementSetFiles) {
  const csv = files.find(({ form }) => form === 'csv');
  return {
    name: `elements-${set.toLowerCase()}`,
    title,
    path: `elements/${set}.csv`,
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    rows: objects,
    bytes: csv?.bytes,
    hash: `sha256:${csv?.sha256}`,
    schema: {
      fields: celestrakColumns.map((name) => ({
        name,
        type: elementText.includes(name)
          ? 'string'
          : elementCounts.includes(name)
            ? 'integer'
            : name === 'EPOCH'
              ? 'datetime'
              : 'number',
        ...(name === 'EPOCH' && { format: 'any' }),
      })),
      missingValues: [''],
      primaryKey: ['NORAD_CAT_ID'],
    },
  };
}
