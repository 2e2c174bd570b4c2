import { boolean, type Values } from '../../../http/api/parameter.ts';
import type { Catalog } from '../../../query/catalog.ts';
import { objectsOfPurpose } from './purpose.ts';
import { filterOf, transmitterFilters } from './transmitters.ts';

const { frequency, band, mode, purpose } = transmitterFilters;

/** Filters of passes by object and transmitter. One transmitter must match all filters about transmitters. */
export const radioParameters = {
  mode,
  band,
  frequency,
  audible: boolean(
    'Only objects with a transmitter that SatNOGS DB lists as in use, and in orbit by the catalog (`true`), or with another one (`false`). With `true`, `mode`, `band`, and `frequency` are those of its downlink',
  ),
  purpose,
};

/** The catalog numbers of the objects that a query selects by purpose and transmitter, in order; null if it selects by neither. */
export async function radioObjects(
  catalog: Catalog,
  query: Partial<Values<typeof radioParameters>>,
): Promise<readonly number[] | null> {
  const { purpose: given, ...radio } = query;
  if (Object.values(radio).some((value) => value !== undefined))
    return [...(await catalog.transmitters.objects(await filterOf(catalog, query)))];
  return given === undefined ? null : [...(await objectsOfPurpose(catalog, given))];
}
