import { Constellation } from 'astronomy-engine';

/** Names that the library misspells, by the abbreviation of the IAU. */
const misspelled: Readonly<Record<string, string>> = { Ant: 'Antlia', Cam: 'Camelopardalis', PsA: 'Piscis Austrinus' };

/** The constellation of a place among the stars (ICRS, degrees), by the boundaries of the IAU: `Ursa Major`. */
export function constellationOf({ ra_deg, dec_deg }: { readonly ra_deg: number; readonly dec_deg: number }): string {
  const { symbol, name } = Constellation(ra_deg / 15, dec_deg);
  return misspelled[symbol] ?? name;
}
