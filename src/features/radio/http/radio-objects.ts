import { texts } from '../../../http/api/lists/comma-list.ts';
import { textsOf } from '../../../http/api/lists/release-values.ts';
import { boolean, type Values } from '../../../http/api/parameter.ts';
import type { Catalog } from '../../../query/catalog.ts';
import { filterOf, transmitterFilters } from './transmitters.ts';

const { frequency, band, mode } = transmitterFilters;

/** Filters of passes by object and transmitter. One transmitter must match all filters about transmitters. */
export const radioParameters = {
  mode,
  band,
  frequency,
  audible: boolean(
    'Only objects with a transmitter that SatNOGS DB lists as in use, and in orbit by the catalog (`true`), or with another one (`false`). With `true`, `mode`, `band`, and `frequency` are those of its downlink',
  ),
  purpose: texts(
    'Only objects with these words in `purpose` or `detailed_purpose`; `weather` is Meteorology',
    'Meteorology',
  ),
};

/** Common names of purposes, with the catalog's own name of each. */
const purposeAliases: Readonly<Record<string, string>> = { weather: 'Meteorology' };

/** The catalog numbers of the objects that a query selects by purpose and transmitter, in order; null if it selects by neither. */
export async function radioObjects(
  catalog: Catalog,
  { purpose, ...radio }: Partial<Values<typeof radioParameters>>,
): Promise<readonly number[] | null> {
  const byRadio = Object.values(radio).some((value) => value !== undefined)
    ? await catalog.transmitters.objects(filterOf(radio))
    : null;
  const byPurpose = purpose === undefined ? null : await catalog.withPurpose(await purposesOf(catalog, purpose));
  if (!byRadio || !byPurpose) return byRadio || byPurpose ? [...(byRadio ?? byPurpose!)] : null;
  const ofPurpose = new Set(byPurpose);
  return [...byRadio].filter((id) => ofPurpose.has(id));
}

async function purposesOf(catalog: Catalog, given: string): Promise<string[]> {
  const wanted = given
    .split(',')
    .map((text) => purposeAliases[text.trim().toLowerCase()] ?? text)
    .join(',');
  const columns = await Promise.all([catalog.values('purpose'), catalog.values('detailed_purpose')]);
  return columns.flatMap((values) => textsOf('purpose', values, wanted));
}
