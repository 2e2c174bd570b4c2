/**
 * The enumerated columns of CelesTrak's SATCAT.
 * Source: https://celestrak.org/satcat/satcat-format.php, https://celestrak.org/satcat/status.php
 */
import type { dispositions, objectClasses, statuses } from '../../src/schema/vocabulary.ts';
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

/** OBJECT_TYPE. @returns `undefined` for an unlisted code. */
export function objectClass(code: string): ObjectClass | undefined {
  return own(OBJECT_TYPES, code.trim());
}

const SPACE_TRACK_TYPES: Record<string, ObjectClass> = {
  PAYLOAD: 'PAYLOAD',
  'ROCKET BODY': 'ROCKET_BODY',
  DEBRIS: 'DEBRIS',
  TBA: 'UNKNOWN',
  UNKNOWN: 'UNKNOWN',
};

/** OBJECT_TYPE as Space-Track writes it. @returns `undefined` for an unlisted code. */
export function spaceTrackClass(code: string): ObjectClass | undefined {
  return own(SPACE_TRACK_TYPES, code.trim());
}

export const OPS_STATUS_CODES: Record<string, OperationalStatus> = {
  '+': 'OPERATIONAL',
  P: 'PARTIALLY_OPERATIONAL', // or a secondary mission
  B: 'STANDBY',
  S: 'SPARE',
  X: 'EXTENDED_MISSION',
  '-': 'NONOPERATIONAL',
  D: 'DECAYED',
  '?': 'UNKNOWN',
  // Only in the old fixed-width file: operational according to the UCS database, not observed by CelesTrak.
  U: 'OPERATIONAL',
  '': 'UNKNOWN',
};

/** OPS_STATUS_CODE. Blank (mostly debris and rocket bodies) means UNKNOWN. @returns `undefined` for an unlisted code. */
export function operationalStatus(code: string): OperationalStatus | undefined {
  return own(OPS_STATUS_CODES, code.trim());
}

/** No current elements, no initial elements, no elements available. */
export const DATA_STATUS_CODES = ['NCE', 'NIE', 'NEA'];

/** DATA_STATUS_CODE. @returns `null` if blank (elements are published), `undefined` for an unlisted code. */
export const dataStatus = listed(DATA_STATUS_CODES);

/** A column whose codes are used unchanged. @returns `null` if blank, `undefined` for an unlisted code. */
function listed(codes: readonly string[]): (code: string) => string | null | undefined {
  return (code) => (code.trim() === '' ? null : codes.find((known) => known === code.trim()));
}

export interface OrbitCenter {
  code: string;
  /** Whether it orbits the Earth, or is docked to something that does. False also for the Moon and the Earth-Moon barycenter. */
  earth: boolean;
  /** The kind of orbit that this alone implies, else null. */
  orbit_type: OrbitType | null;
}

/** The Earth, the Moon, their barycenter. */
const NEAR = ['EA', 'MO', 'EM'];
/** Lagrange points of the Earth, asteroids, planets, the Sun, and escape from the solar system: away from the Earth and Moon. */
const AWAY = ['EL', 'EL1', 'EL2', 'AS', 'JU', 'MA', 'ME', 'NE', 'PL', 'SA', 'SS', 'SU', 'UR', 'VE'];

/** Kinds by center. Apart from the Earth and its Lagrange points, all others are planets, moons or asteroids. */
const KINDS: Readonly<Record<string, OrbitType>> = { SU: 'HELIOCENTRIC', SS: 'ESCAPE', EM: 'CISLUNAR' };

/** ORBIT_CENTER: a body, a point, or the NORAD id of the object this one is docked to. Blank is the Earth. */
export function orbitCenter(code: string): OrbitCenter | undefined {
  const trimmed = code.trim() || 'EA';
  if (/^[1-9]\d{0,8}$/.test(trimmed)) return { code: trimmed, earth: true, orbit_type: null };
  if (![...NEAR, ...AWAY].includes(trimmed)) return undefined;
  const orbit_type = own(KINDS, trimmed) ?? (/^(EA|E.+)$/.test(trimmed) ? null : 'PLANETOCENTRIC');
  return { code: trimmed, earth: trimmed === 'EA', orbit_type };
}

/** In orbit, landed, impacted or reentered, docked to another object, round trip and returned. */
export const ORBIT_TYPES = ['ORB', 'LAN', 'IMP', 'DOC', 'R/T'];

/** ORBIT_TYPE. @returns `null` if blank, `undefined` for an unlisted code. */
export const satcatOrbitType = listed(ORBIT_TYPES);

/**
 * The disposition that ORBIT_CENTER, ORBIT_TYPE and DECAY_DATE imply together.
 * SATCAT does not distinguish a deorbit burn from natural decay: every object that returned to the Earth is REENTERED.
 * `decayed`: OPS_STATUS_CODE says so, which counts without a date as well.
 * @returns `undefined` if a code is unknown.
 */
export function satcatDisposition(row: {
  orbit_center: string;
  orbit_type: string;
  decay_date: string;
  decayed?: boolean;
}): Disposition | undefined {
  const center = orbitCenter(row.orbit_center);
  const type = satcatOrbitType(row.orbit_type);
  if (center === undefined || type === undefined) return undefined;
  const away = AWAY.includes(center.code);
  if (type === 'R/T' || type === 'LAN') return 'LANDED';
  if (type === 'IMP') return center.earth ? 'REENTERED' : away ? 'ESCAPED' : 'LANDED';
  if ((row.decayed || row.decay_date.trim() !== '') && center.earth) return 'REENTERED';
  return away ? 'ESCAPED' : 'IN_ORBIT';
}

/**
 * The fate of an object, and how to compare two sources' terms for it. SATCAT only states that an object reentered
 * (`IMP`); GCAT distinguishes a natural reentry, a deorbit burn, and a landing.
 */
export type Disposition = (typeof dispositions)[number];

/**
 * IN_ORBIT about the Earth or the Moon · REENTERED by itself, or in an unknown way · DEORBITED by a burn · LANDED whole, or on another body
 * · ESCAPED from the Earth and Moon, wherever it is now · LOST thought to be in orbit, no longer tracked.
 */
const FAMILY: Record<Disposition, 'up' | 'down' | 'away' | null> = {
  IN_ORBIT: 'up',
  LOST: 'up',
  REENTERED: 'down',
  DEORBITED: 'down',
  LANDED: 'down',
  ESCAPED: 'away',
  UNKNOWN: null,
};

/** One key, or none for UNKNOWN: two dispositions contradict each other only if both have a key and the keys differ. */
export function dispositionKeys(disposition: Disposition): string[] {
  const family = FAMILY[disposition];
  return family === null ? [] : [family];
}
