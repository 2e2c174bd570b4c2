import { sqlTexts } from '../src/schema/escaped-text.ts';
import { columns } from '../src/schema/field.ts';
import { satellite } from '../src/schema/objects/satellite.ts';
import { sourceSlugs } from '../src/schema/release/source.ts';
import { STATION_PIECES, STATIONS } from '../src/schema/stations.ts';
import type { Store } from './store.ts';

const fieldOf = (name: string) => columns(satellite).findIndex((column) => column.name === name);

/**
 * The least evidence from which an operator is inferred: payloads of one series of names for which GCAT has an operator, and their
 * launches. The documentation has the errors that smaller numbers cause.
 */
export const seriesEvidence = { payloads: 10, launches: 3 } as const;

/** Variables of the SQL below: sources, fields, space stations, and the least evidence. */
const variables = {
  celestrak: sourceSlugs.indexOf('celestrak'),
  gcat: sourceSlugs.indexOf('gcat'),
  cospar_field: fieldOf('cospar_id'),
  name_field: fieldOf('name'),
  class_field: fieldOf('object_class'),
  country_field: fieldOf('country'),
  operator_field: fieldOf('operator'),
  vehicle_field: fieldOf('launch_vehicle'),
  launch_fields: `[${['launch_date', 'launch_site', 'launch_vehicle'].map(fieldOf).join(', ')}]`,
  stations: `[${sqlTexts(Object.keys(STATIONS))}]`,
  station_pieces: `[${sqlTexts(STATION_PIECES)}]`,
  least_payloads: seriesEvidence.payloads,
  least_launches: seriesEvidence.launches,
};

/**
 * Adds claims about objects from rows about others: the facts of each launch for every object with its designator, and the operator of
 * payloads that GCAT does not list yet by their series of names. `borrowed_rows` has the rows of these claims.
 */
export async function claimFromOthers(store: Store): Promise<void> {
  for (const [name, value] of Object.entries(variables)) await store.run(`SET VARIABLE ${name} = ${value}`);
  for (const step of ['launch-claims', 'operator-claims']) await store.runFile(import.meta.dirname, step);
}
