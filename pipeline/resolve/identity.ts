import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { sqlTexts } from '../../src/schema/sql/sql-text.ts';
import type { Store } from '../store.ts';

/** Fields that belong to a name, not to a catalog number: the orbit, the launch and the decay are tracked by number. */
export const followsName: readonly SatelliteField[] = [
  'operator',
  'users',
  'purpose',
  'country',
  'un_registry_country',
  'manufacturer',
  'manufacturer_country',
  'launch_mass_kg',
  'dry_mass_kg',
  'length_m',
  'diameter_m',
  'span_m',
  'operational_status',
];

/** Finds the objects of a launch whose names two catalogs have swapped (`swapped`), and swaps their claims of `followsName`, too. */
export async function followNames(store: Store): Promise<void> {
  await store.run(`SET VARIABLE follows_name = [${sqlTexts(followsName)}]`);
  await store.runFile(import.meta.dirname, 'identity');
}
