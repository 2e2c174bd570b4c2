import { Body, Constellation, Observer as EngineObserver, Equator, Horizon, Illumination } from 'astronomy-engine';
import type { ObserverPlace } from '../observer.ts';

/** The planets that the naked eye sees. */
const names = ['Mercury', 'Venus', 'Mars', 'Jupiter', 'Saturn'] as const;

/** A planet above the horizon. */
export interface PlanetAbove {
  readonly name: (typeof names)[number];
  /** Degrees from north through east. */
  readonly azimuth_deg: number;
  /** Degrees, without refraction. */
  readonly elevation_deg: number;
  readonly magnitude: number;
}

/** The planets above the horizon of a place at a time (milliseconds since 1970, UTC), within 0.1°, the brightest first. */
export function planetsAbove({ lat, lon, alt_m = 0 }: ObserverPlace, time: number): PlanetAbove[] {
  const date = new Date(time);
  const observer = new EngineObserver(lat, lon, alt_m);
  return names
    .map((name): PlanetAbove => {
      const { ra, dec } = Equator(Body[name], date, observer, true, true);
      const { azimuth, altitude } = Horizon(date, observer, ra, dec);
      return { name, azimuth_deg: azimuth, elevation_deg: altitude, magnitude: Illumination(Body[name], date).mag };
    })
    .filter(({ elevation_deg }) => elevation_deg > 0)
    .sort((a, b) => a.magnitude - b.magnitude);
}

/** Names that the library misspells, by the abbreviation of the IAU. */
const misspelled: Readonly<Record<string, string>> = { Ant: 'Antlia', Cam: 'Camelopardalis', PsA: 'Piscis Austrinus' };

/** The constellation of a place among the stars (ICRS, degrees), by the boundaries of the IAU: `Ursa Major`. */
export function constellationOf({ ra_deg, dec_deg }: { readonly ra_deg: number; readonly dec_deg: number }): string {
  const { symbol, name } = Constellation(ra_deg / 15, dec_deg);
  return misspelled[symbol] ?? name;
}
