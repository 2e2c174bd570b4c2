/**
 * Users and purposes of a payload: psatcat's Class and Category in the vocabulary of the UCS Satellite Database.
 * Source of the codes: https://planet4589.org/space/gcat/web/cat/cols.html
 */
import { own } from './own.ts';

export type User = 'Civil' | 'Commercial' | 'Government' | 'Military';

/**
 * UCS's `Civil` is universities and amateurs, its `Government` is civil agencies (NASA, ESA, a weather service): GCAT's A and C.
 * GCAT's class C, "civil", is therefore not UCS's `Civil`.
 */
const CLASSES: Record<string, User> = { A: 'Civil', B: 'Commercial', C: 'Government', D: 'Military' };

/**
 * Class: one letter, or a pair for a shared payload (`CD`).
 * @returns users in upstream's order; `null` if blank or `-`; `undefined` for an unlisted letter.
 */
export function gcatUsers(raw: string): { users: User[]; uncertain: boolean } | null | undefined {
  const text = raw.trim();
  if (text === '' || text === '-') return null;
  const users: User[] = [];
  for (const letter of text.replace(/[?/*\s]/g, '')) {
    const user = own(CLASSES, letter);
    if (user === undefined) return undefined;
    if (!users.includes(user)) users.push(user);
  }
  return users.length > 0 ? { users, uncertain: text.includes('?') } : undefined;
}

/** Category → [UCS purpose, detailed purpose]; the purpose is null if UCS has no word for it. */
export const CATEGORIES: Record<string, [purpose: string | null, detailed: string]> = {
  AST: ['Space Science', 'Astronomy'],
  BIO: ['Space Science', 'Biology'],
  CAL: ['Technology Development', 'Calibration'],
  COM: ['Communications', 'Communications'],
  EDU: ['Educational', 'Education'],
  EOSCI: ['Earth Science', 'Earth Science'],
  EW: ['Earth Observation', 'Early Warning'],
  GEOD: ['Earth Science', 'Geodesy'],
  IMG: ['Earth Observation', 'Optical Imaging'],
  'IMG-R': ['Earth Observation', 'Radar Imaging'],
  MET: ['Earth Observation', 'Meteorology'],
  'MET-RO': ['Earth Observation', 'Meteorology by radio occultation'],
  MGRAV: ['Space Science', 'Microgravity'],
  MISC: [null, 'Miscellaneous'],
  NAV: ['Navigation/Global Positioning', 'Navigation'],
  PLAN: ['Space Science', 'Planetary exploration'],
  RV: ['Technology Development', 'Re-entry vehicle'],
  SCI: ['Space Science', 'Space physics'],
  SIG: ['Earth Observation', 'Electronic Intelligence'],
  SS: ['Platform', 'Spaceship or space station'],
  TARG: ['Technology Development', 'Target'],
  TECH: ['Technology Development', 'Technology'],
  WEAPON: [null, 'Weapon'],
};

export interface Purpose {
  /** UCS purposes, in upstream's order, without duplicates; empty if UCS has no word. */
  purposes: string[];
  detailed: string[];
  /** Whether any part has a `?`. */
  uncertain: boolean;
}

/**
 * Category: one code or several with `/`; `?` is uncertain; `*` (part of a program, with an inferred task) is dropped.
 * @returns `null` if blank or `-`; `undefined` if any part is unknown.
 */
export function gcatPurpose(raw: string): Purpose | null | undefined {
  const text = raw.trim();
  if (text === '' || text === '-') return null;
  const codes = text.replace(/[?*\s]/g, '').split('/');
  const purposes: string[] = [];
  const detailed: string[] = [];
  for (const code of codes) {
    const entry = own(CATEGORIES, code);
    if (entry === undefined) return undefined;
    if (entry[0] !== null && !purposes.includes(entry[0])) purposes.push(entry[0]);
    if (!detailed.includes(entry[1])) detailed.push(entry[1]);
  }
  return { purposes, detailed, uncertain: text.includes('?') };
}
