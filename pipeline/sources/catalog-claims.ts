import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { STATIONS } from '../../src/schema/stations.ts';
import { type Country, countryKeys } from '../codes/country.ts';
import type { Decoded } from './cells.ts';
import type { ClaimOptions, ClaimWriter } from './source.ts';

/**
 * Adds a claim of a country or organization for a field. States and organizations are different kinds of values: they are never compared.
 */
export function addCountry(
  writer: ClaimWriter,
  field: SatelliteField,
  country: Country,
  raw: string,
  options: ClaimOptions = {},
): void {
  const { keys, near, spaces } = countryKeys(country);
  const unknown = country.kind === 'unknown';
  writer.name('country', country.code, country.name);
  writer.addClaim(field, country.code, raw, {
    keys,
    near,
    spaces,
    isUnknown: unknown,
    // One state is more specific than several (CIS is any state of the former Soviet Union).
    weight: unknown ? 5 : country.kind === 'joint' ? 1 : 0,
    ...options,
  });
}

/** True if a row's apogee is below its perigee; the apogee is then rejected. A negative apogee is valid: the orbit is a hyperbola. */
export function isInverted(
  apogee: Decoded<number> | null | undefined,
  perigee: Decoded<number> | null | undefined,
  column: string,
  writer: ClaimWriter,
): boolean {
  if (!apogee || !perigee || apogee.value <= 0 || apogee.value >= perigee.value) return false;
  writer.reject('apogee_below_perigee', column, apogee.raw, 'value');
  return true;
}

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
