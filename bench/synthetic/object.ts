import { pieceLetters } from '../../pipeline/codes/cospar.ts';
import { Chance } from '../chance.ts';
import { dayOf, TODAY } from './calendar.ts';

/** What a synthetic object is: everything that the upstream files then say of it, each in its own words. */
export interface SyntheticObject {
  readonly n: number;
  /** Catalogue number: as in the catalogue, nothing from 70000 to 99999. */
  readonly id: number;
  readonly name: string;
  readonly kind: 'PAY' | 'R/B' | 'DEB' | 'UNK';
  readonly launch: SyntheticLaunch;
  /** `2014-031C`. */
  readonly piece: string;
  /** Day on which it came down; null where it is in orbit. */
  readonly decay: number | null;
  readonly working: boolean;
  readonly hasElements: boolean;
  readonly apogeeKm: number;
  readonly perigeeKm: number;
  readonly inclinationDeg: number;
  readonly organisation: number;
}

export interface SyntheticLaunch {
  readonly index: number;
  /** `2014-031`. */
  readonly id: string;
  readonly day: number;
  readonly place: Place;
  readonly vehicle: number;
}

/** A place in the words of SATCAT and of GCAT: owner, state, launch sites. */
interface Place {
  readonly owner: string;
  readonly state: string;
  readonly site: string;
  readonly gcatSite: string;
}

const places: readonly Place[] = [
  { owner: 'US', state: 'US', site: 'AFETR', gcatSite: 'CC' },
  { owner: 'US', state: 'US', site: 'AFWTR', gcatSite: 'V' },
  { owner: 'CIS', state: 'RU', site: 'TYMSC', gcatSite: 'GIK-5' },
  { owner: 'CIS', state: 'RU', site: 'PLMSC', gcatSite: 'GIK-1' },
  { owner: 'PRC', state: 'CN', site: 'TAISC', gcatSite: 'TYSC' },
  { owner: 'FR', state: 'F', site: 'FRGUI', gcatSite: 'CSG' },
  { owner: 'IND', state: 'IN', site: 'SRILR', gcatSite: 'SHAR' },
  { owner: 'JPN', state: 'J', site: 'TANSC', gcatSite: 'TNSC' },
];
export const gcatSites = places.map((place) => place.gcatSite);

/** The real catalogue has 10 objects a launch; 15 keep a million within the 999 designators a year that COSPAR has. */
const OBJECTS_A_LAUNCH = 15;
export const VEHICLES = 200;
const YEARS = { first: 1957, count: 70 };

/** How many organisations GCAT knows beside so many objects: 4,028 beside 66,305, and not more. */
export const organisations = (objects: number) => Math.min(4000, Math.max(10, Math.round(objects / 16)));
export const launches = (objects: number) => Math.ceil(objects / OBJECTS_A_LAUNCH);

export function launchOf(index: number, objects: number): SyntheticLaunch {
  const aYear = Math.ceil(launches(objects) / YEARS.count);
  const year = YEARS.first + Math.floor(index / aYear);
  const place = index % aYear;
  const days = year === 2026 ? 225 : 365;
  const chance = new Chance(index, 1);
  return {
    index,
    id: `${year}-${String(place + 1).padStart(3, '0')}`,
    day: dayOf(year, Math.floor((place / aYear) * days)),
    place: chance.of(places),
    vehicle: chance.below(VEHICLES),
  };
}

/**
 * The n-th of so many objects, from 0. In the proportions of the real catalogue of 2026: 41 % payloads, 10 % rocket bodies,
 * half of all come down, a quarter with elements (nearly all of them working payloads), LEO first.
 */
export function objectOf(n: number, objects: number): SyntheticObject {
  const chance = new Chance(n);
  const launch = launchOf(Math.floor(n / OBJECTS_A_LAUNCH), objects);
  const roll = chance.draw();
  const kind = roll < 0.41 ? 'PAY' : roll < 0.51 ? 'R/B' : roll < 0.998 ? 'DEB' : 'UNK';
  const working = kind === 'PAY' && chance.happens(0.6);
  const down = !working && chance.happens(kind === 'PAY' ? 0.8 : 0.63);
  const decay = down ? Math.floor(chance.between(launch.day, TODAY)) : null;
  const word = { PAY: 'SAT', 'R/B': 'R/B', DEB: 'DEB', UNK: 'OBJECT' }[kind];
  return {
    n,
    id: n < 69_999 ? n + 1 : n + 30_001,
    name: `SYNTHETIC ${word} ${n + 1}`,
    kind,
    launch,
    piece: launch.id + pieceLetters((n % OBJECTS_A_LAUNCH) + 1),
    decay,
    working,
    hasElements: working || (!down && chance.happens(0.02)),
    ...orbit(chance),
    organisation: chance.below(organisations(objects)),
  };
}

function orbit(chance: Chance): Pick<SyntheticObject, 'apogeeKm' | 'perigeeKm' | 'inclinationDeg'> {
  const roll = chance.draw();
  if (roll < 0.88) {
    const perigeeKm = Math.round(chance.between(250, 1400));
    const inclinationDeg = chance.happens(0.3) ? chance.between(97, 99) : chance.between(28, 90);
    return { perigeeKm, apogeeKm: perigeeKm + chance.below(300), inclinationDeg };
  }
  if (roll < 0.91) return { perigeeKm: 19_100, apogeeKm: 19_100 + chance.below(400), inclinationDeg: 64.8 };
  if (roll < 0.95)
    return { perigeeKm: 35_700, apogeeKm: 35_790 + chance.below(60), inclinationDeg: chance.draw() * 15 };
  return { perigeeKm: 200 + chance.below(800), apogeeKm: 20_000 + chance.below(19_000), inclinationDeg: 63.4 };
}

const EARTH_KM = 6378.135;
const MU_KM3_S2 = 398_600.8;

/** Kepler, with the constants of SGP4: period in minutes, eccentricity. */
export function kepler({ apogeeKm, perigeeKm }: SyntheticObject): { periodMin: number; eccentricity: number } {
  const axis = EARTH_KM + (apogeeKm + perigeeKm) / 2;
  return {
    periodMin: (2 * Math.PI * Math.sqrt(axis ** 3 / MU_KM3_S2)) / 60,
    eccentricity: (apogeeKm - perigeeKm) / (2 * axis),
  };
}
