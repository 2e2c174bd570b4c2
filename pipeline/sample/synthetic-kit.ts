import { SYNTHETIC_LAUNCHES } from './famous-launches.ts';
import { between, cell, type Gp, type Orbit, type Row, type SatcatObject } from './model.ts';

/** What one synthetic object says to the writers; everything left out has a sensible default. */
export interface Spec {
  id: number;
  tag: string;
  name: string;
  type?: string;
  ops?: string;
  owner?: string;
  orbit?: Orbit;
  decay?: string;
  data?: string;
  center?: string;
  orbitType?: string;
  gp?: Gp;
  second?: Partial<SatcatObject>;
  added?: boolean;
  /** Cells of GCAT's tables; null where GCAT does not list the object. */
  gcat?: Row | null;
}

export interface Built {
  satcat: SatcatObject[];
  gcat: Row[];
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const counts = new Map<string, number>();

/** The next piece of a launch: A to Z without I and O, then AA. */
function nextPiece(tag: string): string {
  const count = counts.get(tag) ?? 0;
  counts.set(tag, count + 1);
  const high = Math.floor(count / 24);
  return `${high > 0 ? LETTERS[high - 1] : ''}${LETTERS[count % 24]}`;
}

export const forgetPieces = (): void => counts.clear();

/** The operators of the synthetic payloads: GCAT's code, its state, SATCAT's owner, class, category. */
export const OPERATORS: readonly (readonly [string, string, string, string, string])[] = [
  ['SMPLE', 'IN', 'IND', 'C', 'IMG'],
  ['SMPLU', 'D', 'GER', 'A', 'TECH'],
  ['SMPLD', 'UK', 'UK', 'D', 'SIG'],
  ['SMPLO', 'US', 'US', 'B', 'IMG'],
  ['SMPLN', 'US', 'US', 'B', 'IMG-R'],
  ['COSMOG', 'US', 'US', 'B', 'IMG'],
  ['PLABS', 'US', 'US', 'B', 'IMG'],
  ['PLAN', 'US', 'US', 'BC', 'IMG'],
  ['SMPLD', 'UK', 'UK', 'CD', 'NAV'],
  ['SMPLE', 'IN', 'IND', 'C', 'MET'],
  ['SMPLU', 'D', 'GER', 'AC', 'SCI'],
  ['SMPLD', 'UK', 'UK', 'BD', 'EW'],
  ['SMPLE', 'IN', 'IND', 'C', 'EOSCI'],
  ['SMPLU', 'D', 'GER', 'A', 'CAL'],
];

/** GCAT's code of an orbit about the Earth. */
function orbitCode(orbit: Orbit): string {
  const { apogee, perigee, inclination } = orbit;
  const tilt = inclination < 25 ? 'E' : inclination < 85 ? 'I' : inclination < 95 ? 'P' : inclination < 104 ? 'S' : 'R';
  if (apogee < 600) return `LLEO/${tilt}`;
  if (apogee < 2000) return `LEO/${tilt}`;
  if (Math.abs((apogee + perigee) / 2 - 35786) < 60) return inclination < 3 ? 'GEO/S' : 'GEO/I';
  if (Math.abs((apogee + perigee) / 2 - 35786) < 600) return inclination < 3 ? 'GEO/D' : 'GEO/ID';
  if (apogee > 30000 && perigee < 10000) return inclination > 60 ? 'HEO/M' : 'GTO';
  return 'MEO';
}

const TYPES: Record<string, string> = { PAY: 'P', 'R/B': 'R2', DEB: 'D', UNK: 'C' };

/** Adds an object to both catalogues, which agree unless the spec makes them differ. */
export function add(built: Built, spec: Spec): void {
  const launch = SYNTHETIC_LAUNCHES[spec.tag];
  if (launch === undefined) throw new Error(`unknown launch ${spec.tag}`);
  const piece = `${spec.tag}${nextPiece(spec.tag)}`;
  const type = spec.type ?? 'PAY';
  const decay = spec.decay ?? '';
  const key = String(spec.id);
  const given = spec.gcat ?? {};
  const size = type === 'DEB' ? between(`${key} rcs`, 0.005, 0.2) : between(`${key} rcs`, 0.3, 12);
  const { id, orbit, gp, second, added } = spec;
  built.satcat.push({
    id,
    cospar: piece,
    name: spec.name,
    type,
    ops: spec.ops ?? (decay !== '' ? 'D' : type === 'PAY' ? '+' : ''),
    owner: spec.owner ?? OPERATORS.find(([code]) => code === spec.gcat?.owner)?.[2] ?? 'US',
    launch: launch.date,
    site: launch.site,
    decay,
    rcs: orbit === undefined ? '' : size.toFixed(4),
    data: spec.data ?? '',
    center: spec.center ?? 'EA',
    orbitType: spec.orbitType ?? (decay === '' ? 'ORB' : 'IMP'),
    ...(orbit && { orbit }),
    ...(gp && { gp }),
    ...(second && { second }),
    ...(added && { added }),
  });
  if (spec.gcat === null) return;
  built.gcat.push({
    id: String(id),
    tag: spec.tag,
    piece,
    type: TYPES[type] ?? 'C',
    name: titleCase(spec.name),
    status: decay === '' ? 'O' : 'R',
    end: '',
    orbit: orbit === undefined ? '' : orbitCode(orbit),
    owner: 'SMPLA',
    state: 'US',
    maker: type === 'PAY' ? 'SMPLA' : '',
    bus: type === 'PAY' ? 'Sample Bus' : '',
    mass: type === 'DEB' || cell(given, 'mass') !== '' ? '' : String(Math.round(between(`${key} mass`, 3, 900))),
    massflag: ['', 'E', '?', ''][id % 4] ?? '',
    size:
      type === 'DEB'
        ? ''
        : `${between(`${key} l`, 0.3, 6).toFixed(1)}/${between(`${key} d`, 0.1, 2).toFixed(1)}/${type === 'PAY' && id % 2 === 0 ? between(`${key} s`, 2, 9).toFixed(1) : ''}`,
    shape: type === 'PAY' ? 'Box + 2 Pan' : type === 'R/B' ? 'Cyl' : '',
    ...(type === 'PAY' ? { program: 'Sample', class: 'B', category: 'TECH', top: '*', unstate: 'US' } : {}),
    ...given,
  });
}

/** `SAMPLE LEO PAYLOAD 014 [SYNTHETIC]` as GCAT would write it. */
const titleCase = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(^|[\s("=])\p{L}/gu, (start) => start.toUpperCase())
    .replace(/\b(Leo|Meo|Geo|Heo|Gto)\b/g, (word) => word.toUpperCase());
