/**
 * The enumerated columns of CelesTrak's SATCAT.
 * Source: https://celestrak.org/satcat/satcat-format.php, https://celestrak.org/satcat/status.php
 */
import type { objectClasses, statuses } from '../../src/schema/vocabulary.ts';
import type { Disposition } from './disposition.ts';
import type { OrbitType } from './orbit-type.ts';
import { own } from './own.ts';

export type ObjectClass = (typeof objectClasses)[number];
export type OperationalStatus = (typeof statuses)[number];

export const OBJECT_TYPES: Record<string, ObjectClass> = {
  PAY: 'PAYLOAD',
  'R/B': 'ROCKET_BODY',
  DEB: 'DEBRIS',
  UNK: 'UNKNOWN',
};

/** OBJECT_TYPE. @returns `undefined` for a code the format does not list. */
export function objectClass(code: string): ObjectClass | undefined {
  return own(OBJECT_TYPES, code.trim());
}

export interface StatusMeaning {
  status: OperationalStatus;
  /** CelesTrak's "active" is + P B S X. */
  active: boolean;
  meaning: string;
}

export const OPS_STATUS_CODES: Record<string, StatusMeaning> = {
  '+': { status: 'OPERATIONAL', active: true, meaning: 'operational' },
  P: { status: 'PARTIALLY_OPERATIONAL', active: true, meaning: 'partially operational, or a secondary mission' },
  B: { status: 'STANDBY', active: true, meaning: 'backup, put into reserve' },
  S: { status: 'SPARE', active: true, meaning: 'spare, new and not yet in use' },
  X: { status: 'EXTENDED_MISSION', active: true, meaning: 'extended mission' },
  '-': { status: 'NONOPERATIONAL', active: false, meaning: 'not operational' },
  D: { status: 'DECAYED', active: false, meaning: 'decayed' },
  '?': { status: 'UNKNOWN', active: false, meaning: 'unknown' },
  // The old fixed-width file only: operational by the UCS database, not by CelesTrak's own observation.
  U: { status: 'OPERATIONAL', active: true, meaning: 'operational according to UCS' },
  '': { status: 'UNKNOWN', active: false, meaning: 'not stated' },
};

/** OPS_STATUS_CODE. Blank (debris and rocket bodies, mostly) gives UNKNOWN. @returns `undefined` for a code nobody lists. */
export function operationalStatus(code: string): StatusMeaning | undefined {
  return own(OPS_STATUS_CODES, code.trim());
}

export const DATA_STATUS_CODES: Record<string, string> = {
  NCE: 'no current elements',
  NIE: 'no initial elements',
  NEA: 'no elements available',
};

/** DATA_STATUS_CODE. @returns `null` where blank (elements are published), `undefined` for an unknown code. */
export function dataStatus(code: string): { code: string; meaning: string } | null | undefined {
  const trimmed = code.trim();
  if (trimmed === '') return null;
  const meaning = own(DATA_STATUS_CODES, trimmed);
  return meaning === undefined ? undefined : { code: trimmed, meaning };
}

export interface OrbitCenter {
  code: string;
  name: string;
  /** True about the Earth, or docked to something that is. False also for the Moon and the Earth-Moon barycentre. */
  earth: boolean;
  /** NORAD id of the object this one is docked to, else null. */
  docked_to: number | null;
  /** The kind of orbit that this alone tells, else null. */
  orbit_type: OrbitType | null;
}

/** Bodies and points; the second says whether an object there has left the Earth and Moon. */
const CENTERS: Record<string, [name: string, away: boolean]> = {
  EA: ['Earth', false],
  MO: ['Moon', false],
  EM: ['Earth-Moon barycentre', false],
  EL: ['Earth Lagrange point', true],
  EL1: ['Sun-Earth Lagrange point L1', true],
  EL2: ['Sun-Earth Lagrange point L2', true],
  AS: ['asteroid', true],
  JU: ['Jupiter', true],
  MA: ['Mars', true],
  ME: ['Mercury', true],
  NE: ['Neptune', true],
  PL: ['Pluto', true],
  SA: ['Saturn', true],
  SS: ['solar system escape', true],
  SU: ['Sun', true],
  UR: ['Uranus', true],
  VE: ['Venus', true],
};

/** Kinds by center; everything else but the Earth and its Lagrange points is a planet, a moon or an asteroid. */
const KINDS: Readonly<Record<string, OrbitType>> = { SU: 'HELIOCENTRIC', SS: 'ESCAPE', EM: 'CISLUNAR' };

/** ORBIT_CENTER: a body, a point, or the NORAD id of the object this one is docked to. Blank is the Earth. */
export function orbitCenter(code: string): OrbitCenter | undefined {
  const trimmed = code.trim() || 'EA';
  if (/^[1-9]\d{0,8}$/.test(trimmed))
    return { code: trimmed, name: 'docked', earth: true, docked_to: Number(trimmed), orbit_type: null };
  const center = own(CENTERS, trimmed);
  return (
    center && {
      code: trimmed,
      name: center[0],
      earth: trimmed === 'EA',
      docked_to: null,
      orbit_type: KINDS[trimmed] ?? (/^(EA|E.+)$/.test(trimmed) ? null : 'PLANETOCENTRIC'),
    }
  );
}

export const ORBIT_TYPES: Record<string, string> = {
  ORB: 'in orbit',
  LAN: 'landed',
  IMP: 'impacted or re-entered',
  DOC: 'docked to another object',
  'R/T': 'round trip, returned',
};

/** ORBIT_TYPE. @returns `null` where blank, `undefined` for an unknown code. */
export function satcatOrbitType(code: string): { code: string; meaning: string } | null | undefined {
  const trimmed = code.trim();
  if (trimmed === '') return null;
  const meaning = own(ORBIT_TYPES, trimmed);
  return meaning === undefined ? undefined : { code: trimmed, meaning };
}

/**
 * What ORBIT_CENTER, ORBIT_TYPE and DECAY_DATE together say became of the object.
 * SATCAT does not tell a burn from a natural decay: every object that came down to the Earth is REENTERED.
 * @returns `undefined` where a code is unknown.
 */
export function satcatDisposition(row: {
  orbit_center: string;
  orbit_type: string;
  decay_date: string;
}): Disposition | undefined {
  const center = orbitCenter(row.orbit_center);
  const type = satcatOrbitType(row.orbit_type);
  if (center === undefined || type === undefined) return undefined;
  const away = CENTERS[center.code]?.[1] ?? false;
  if (type?.code === 'R/T') return 'LANDED';
  if (type?.code === 'LAN') return 'LANDED';
  if (type?.code === 'IMP') return center.earth ? 'REENTERED' : away ? 'ESCAPED' : 'LANDED';
  if (row.decay_date.trim() !== '' && center.earth) return 'REENTERED';
  return away ? 'ESCAPED' : 'IN_ORBIT';
}
