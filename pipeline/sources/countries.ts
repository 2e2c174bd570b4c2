import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { type Country, countryKeys } from '../codes/country.ts';
import type { ClaimOptions, ClaimWriter } from './source.ts';

/** Adds a claim of a country or organization for a field. States and organizations are different kinds of values: they are never compared. */
export function addCountry(
  writer: ClaimWriter,
  field: SatelliteField,
  country: Country,
  raw: string,
  options: ClaimOptions = {},
): void {
  const keys = countryKeys(country);
  const unknown = country.kind === 'unknown';
  writer.name('country', country.code, country.name);
  writer.addClaim(field, country.code, raw, {
    keys,
    spaces: [...new Set(keys.map((key) => key.slice(0, key.indexOf(':'))))],
    isUnknown: unknown,
    // One state is more specific than several (CIS is any state of the former Soviet Union).
    weight: unknown ? 5 : country.kind === 'joint' ? 1 : 0,
    ...options,
  });
}
