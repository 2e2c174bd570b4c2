import { texts } from '../../../http/api/lists/comma-list.ts';
import { textsOf } from '../../../http/api/lists/release-values.ts';
import type { Catalog } from '../../../query/catalog.ts';

/** The filter by purpose of lists of transmitters and of passes. */
export const purpose = texts(
  'Only objects with these words in `purpose` or `detailed_purpose`; `weather` is Meteorology',
  'Meteorology',
);

/** Common names of purposes, with the catalog's own name of each. */
const purposeAliases: Readonly<Record<string, string>> = { weather: 'Meteorology' };

/** The catalog numbers of the objects with given purposes, in order. Throws 400 for an empty one. */
export async function objectsOfPurpose(catalog: Catalog, given: string): Promise<Int32Array> {
  const wanted = given
    .split(',')
    .map((text) => purposeAliases[text.trim().toLowerCase()] ?? text)
    .join(',');
  const columns = await Promise.all([catalog.values('purpose'), catalog.values('detailed_purpose')]);
  return catalog.withPurpose(columns.flatMap((values) => textsOf('purpose', values, wanted)));
}
