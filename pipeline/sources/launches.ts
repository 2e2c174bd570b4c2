import { STATIONS } from '../codes/stations.ts';

/**
 * The spaces of a launch date or site. What a space station released keeps the station's designator in SATCAT (1998-067…)
 * and the station's launch with it, while GCAT gives the launch that brought it up: two launches, no disagreement. Of stations
 * only: where two sources give anything else two launches, they disagree.
 */
export function launchSpaces(station: string | null | undefined): string[] {
  return [station ?? 'its launch'];
}

/** The station's launch that a COSPAR designator names; null for all others. */
export function stationOf(cospar: string | null | undefined): string | null {
  const launch = cospar?.slice(0, 8) ?? '';
  return Object.hasOwn(STATIONS, launch) ? launch : null;
}
