import { columns } from '../field.ts';
import { satellite } from '../objects/satellite.ts';
import { type DatasetColumn, datasetType } from './dataset.ts';

/** Licenses at least as permissive as CC BY 4.0: they require attribution at most. */
export const freeLicenses: readonly string[] = ['CC-BY-4.0', 'CC0-1.0', 'Public domain'];

/** A column of `all-cc-by`; `value` is the column of a claim that its value is in, null if it is not a field of the record. */
interface OpenColumn extends DatasetColumn {
  readonly value: 'value_text' | 'value_numeric' | 'value_date' | null;
}

/**
 * Fields of the record without a free source, besides computed ones: the key, derived ones, and the picture, which has a license of
 * its own.
 */
const left: readonly string[] = [
  ...['norad_cat_id', 'alt_names', 'elements_epoch', 'satnogs_id', 'image'],
  ...['orbit_class', 'orbit_type', 'eccentricity', 'geo_longitude_deg'],
];

/** The columns of `all-cc-by`: the record's fields, then the sources to cite. */
export const openColumns: readonly OpenColumn[] = [
  { name: 'norad_cat_id', type: 'integer', meaning: satellite.shape.norad_cat_id.description!, value: null },
  ...columns(satellite)
    .filter(({ name, computed }) => computed === undefined && !left.includes(name))
    .map(({ name, sql, meaning }): OpenColumn => {
      const value = sql === 'DOUBLE' ? 'value_numeric' : sql === 'DATE' ? 'value_date' : 'value_text';
      return { name, type: datasetType(sql), meaning, value };
    }),
  {
    name: 'field_sources',
    type: 'string',
    meaning: 'Which source gave which of these fields, such as gcat:country;name|wikidata:website',
    value: null,
  },
  {
    name: 'attribution',
    type: 'string',
    meaning: 'The citation for uses of the row: the sentence of each source with a value in it',
    value: null,
  },
];
