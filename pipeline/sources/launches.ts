import { STATIONS } from '../../src/schema/stations.ts';

/**
 * The spaces of a launch date or site. In SATCAT, an object released by a space station has the station's designator (1998-067…)
 * and thus the station's launch, while GCAT has the launch that brought it up: two launches, no disagreement. Only stations are
 * an exception: if two sources give any other object two launches, they disagree.
 */
export function launchSpaces(station: string | null | undefined): string[] {
  return [station ?? 'its launch'];
}

/** The station's launch in a COSPAR designator; null for all others. */
export function stationOf(cospar: string | null | undefined): string | null {
  const launch = cospar?.slice(0, 8) ?? '';
  return Object.hasOwn(STATIONS, launch) ? launch : null;
}
