import { join } from 'node:path';
import { archivedElements, type ElementFile } from '../../src/schema/release/archive.ts';
import { readArchiveIndex } from './archive.ts';

/** The months of the archive that have epochs after a time, and SQL for their rows; none if there is no archive. */
export async function setsSince(
  home: string,
  since: number,
): Promise<{ readonly months: readonly ElementFile[]; readonly rows: string }> {
  const folder = join(home, 'archive');
  const index = await readArchiveIndex(folder).catch(() => null);
  const months = (index?.elements ?? []).filter(({ last_epoch }) => Date.parse(last_epoch) >= since);
  const path = ({ file }: { readonly file: string }) => join(folder, file);
  return { months, rows: archivedElements(months.map(path), (index?.recent ?? []).map(path)) };
}

/** In SQL, the numbers of an archived set that SGP4 needs, as doubles. Rows with `beyond` have more digits than these. */
export const sgp4NumbersSql = `mean_motion_e8 / 1e8 AS mean_motion, eccentricity_e8 / 1e8 AS eccentricity,
    inclination_e4 / 1e4 AS inclination, ra_of_asc_node_e4 / 1e4 AS ra_of_asc_node, arg_of_pericenter_e4 / 1e4 AS arg_of_pericenter,
    mean_anomaly_e4 / 1e4 AS mean_anomaly, bstar_digits * pow(10, bstar_power) AS bstar`;
