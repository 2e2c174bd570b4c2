import { columns } from '../src/schema/field.ts';
import { satellite } from '../src/schema/objects/satellite.ts';
import { sourceSlugs } from '../src/schema/release/source.ts';
import { sqlTexts } from '../src/schema/sql/sql-text.ts';
import { STATION_PIECES, STATIONS } from './codes/stations.ts';
import type { Store } from './store.ts';

const fieldOf = (name: string) => columns(satellite).findIndex((column) => column.name === name);

/** Variables of `launch-claims.sql`: sources, fields, and space stations. */
const variables = {
  celestrak: sourceSlugs.indexOf('celestrak'),
  gcat: sourceSlugs.indexOf('gcat'),
  cospar_field: fieldOf('cospar_id'),
  vehicle_field: fieldOf('launch_vehicle'),
  launch_fields: `[${['launch_date', 'launch_site', 'launch_vehicle'].map(fieldOf).join(', ')}]`,
  stations: `[${sqlTexts(Object.keys(STATIONS))}]`,
  station_pieces: `[${sqlTexts(STATION_PIECES)}]`,
};

/** Adds the facts of each launch as claims about every object with its designator. */
export async function claimLaunchFacts(store: Store): Promise<void> {
  for (const [name, value] of Object.entries(variables)) await store.run(`SET VARIABLE ${name} = ${value}`);
  await store.runFile(import.meta.dirname, 'launch-claims');
}
