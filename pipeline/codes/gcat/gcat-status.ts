/**
 * GCAT phase status: the event that ENDS the phase a row describes, not the state of the object today.
 * Source: https://planet4589.org/space/gcat/web/intro/phases.html
 *
 * The rows of satcat.tsv hold an object's FIRST phase; later ones are in ecat.tsv. So a code that hands the object over to another
 * phase (docked, grappled, renamed, exploded, collided) does not imply today's state: its disposition is null. Reading `E`, `C` and
 * the docking codes as ends is the commonest misuse of GCAT. `O` is "in orbit" and never "operational".
 */
import type { maneuverCapabilities, missionResults } from '../../../src/schema/vocabulary.ts';
import { own } from '../own.ts';
import type { Disposition } from '../satcat.ts';

export interface PhaseEnd {
  /** The code without its `?`. */
  code: string;
  meaning: string;
  /** Null if the code does not imply the object's present disposition. */
  disposition: Disposition | null;
  /** The event that DDate dates: a decay date only for `decay` and `landing`. */
  ends: 'decay' | 'landing' | 'departure' | null;
  /** False if the entry was never a real object. */
  real: boolean;
  uncertain: boolean;
}

type Row = [meaning: string, disposition: Disposition | null, ends: PhaseEnd['ends'], real?: boolean];

export const STATUS_CODES: Record<string, Row> = {
  O: ['in orbit', 'IN_ORBIT', null],
  AO: ['in orbit, attached to another object', 'IN_ORBIT', null],
  'AO IN': ['in orbit, inside another object', 'IN_ORBIT', null],
  OX: ['presumed in orbit, tracking lost', 'LOST', null],

  R: ['re-entered', 'REENTERED', 'decay'],
  AR: ['re-entered, attached to another object', 'REENTERED', 'decay'],
  'AR IN': ['re-entered, inside another object', 'REENTERED', 'decay'],
  D: ['deorbited by a burn', 'DEORBITED', 'decay'],
  S: ['fell back from a suborbital flight', 'REENTERED', 'decay'],
  AS: ['fell back from a suborbital flight, attached to another object', 'REENTERED', 'decay'],
  F: ['failed to reach orbit', 'REENTERED', 'decay'],
  AF: ['failed to reach orbit, attached to another object', 'REENTERED', 'decay'],
  L: ['landed', 'LANDED', 'landing'],
  AL: ['landed, attached to another object', 'LANDED', 'landing'],
  'AL IN': ['landed, inside another object', 'LANDED', 'landing'],
  LF: ['destroyed in landing', 'LANDED', 'landing'],

  E: ['exploded: the phase ends, the object may go on as pieces', null, null],
  C: ['collided: the phase ends, destroyed only if no phase follows', null, null],
  TX: ['transferred and ended; how is not recorded here', null, null],
  DK: ['docked', null, null],
  GRP: ['grappled', null, null],
  ATT: ['attached', null, null],
  TFR: ['transferred to another object', null, null],
  REL: ['released', null, null],
  UDK: ['undocked', null, null],
  DEP: ['deployed or departed', null, null],
  N: ['renamed: goes on under another entry', null, null],
  NA: ['renamed: goes on under another entry, attached', null, null],
  LEASE: ['leased: an alias for a time', null, null],
  REFLT: ['flown again under another entry', null, null],

  DSO: ['left for deep space', 'ESCAPED', 'departure'],
  DSA: ['left for deep space, attached to another object', 'ESCAPED', 'departure'],
  EO: ['left the Earth', 'ESCAPED', 'departure'],
  EN: ['reached another body', 'ESCAPED', 'departure'],
  OI: ['entered orbit about another body', 'ESCAPED', 'departure'],
  OE: ['left orbit about another body', 'ESCAPED', 'departure'],
  LO: ['left the Earth for another body', 'ESCAPED', 'departure'],
  LOA: ['left the Earth for another body, attached', 'ESCAPED', 'departure'],

  ERR: ['cataloged in error: never a real object', null, null, false],
};

const SPACEWALK: Row = ['spacewalk', null, null];

/**
 * @returns the meaning; `null` if upstream is blank or `-`; `undefined` for an unlisted code.
 * Spacewalks (`EVA1`, `EVA2`, …) are one code. A trailing `?` only sets `uncertain`.
 */
export function gcatStatus(raw: string): PhaseEnd | null | undefined {
  const text = raw.trim().replace(/\s+/g, ' ');
  if (text === '' || text === '-') return null;
  const uncertain = text.endsWith('?');
  const code = text.replace(/\s*\?$/, '');
  const row = own(STATUS_CODES, code) ?? (/^EVA[\w-]*$/.test(code) ? SPACEWALK : undefined);
  if (row === undefined) return undefined;
  return { code, meaning: row[0], disposition: row[1], ends: row[2], real: row[3] ?? true, uncertain };
}

/**
 * GCAT's `Mvr` of a payload. M marks a satellite that can change its orbit. D is not documented, but only capsules that were meant to come
 * down have it: of 370 in the catalog of 2025, 329 landed or were deorbited, and the others came down on their own. A blank means nothing:
 * satellites with thrusters have it too. N, of two payloads, has no known meaning. Undefined for another code.
 */
export function gcatManeuvers(raw: string): (typeof maneuverCapabilities)[number] | null | undefined {
  const code = raw.trim();
  if (code === 'M') return 'MANEUVERS';
  if (code === 'D') return 'DEORBITS';
  return ['', '-', 'N'].includes(code) ? null : undefined;
}

/** GCAT's `Result` of a payload: S and F. U is unknown; N has no documented meaning. Undefined for another code. */
export function gcatResult(code: string): (typeof missionResults)[number] | null | undefined {
  if (code === 'S') return 'SUCCESS';
  if (code === 'F') return 'FAILURE';
  return ['', '-', 'U', 'N'].includes(code) ? null : undefined;
}
