/**
 * GCAT's `Type`: a string of up to 12 bytes, one meaning a byte; blank and dash are empty.
 * Source: https://planet4589.org/space/gcat/web/intro/type.html
 */
import { own } from '../own.ts';
import type { ObjectClass } from '../satcat.ts';

export interface ObjectType {
  /**
   * Null if GCAT's type implies none of SATCAT's three classes: a motor (`C  M`, a rocket body to SATCAT, a component here), a
   * payload outside the standard list (`PX`: capsules, covers, things thrown from stations, debris to SATCAT), a spurious entry.
   */
  object_class: ObjectClass | null;
  /** Never a real object (`Z`), or a deleted entry (`X`). */
  spurious: boolean;
  /** GCAT is unsure which object carries this number (byte 9). */
  uncertain_identity: boolean;
}

const COARSE: Record<string, ObjectClass | null> = {
  P: 'PAYLOAD',
  C: 'DEBRIS',
  R: 'ROCKET_BODY',
  D: 'DEBRIS',
  S: 'PAYLOAD',
  X: null,
  Z: null,
};

/** Possible values of byte 2: alias, crew, cabin, excluded, deployer, cargo, and a stage's number. */
const MODIFIERS = ' -AHXPDC12345';

/**
 * @returns `null` if upstream is blank or `-`; `undefined` for an unlisted first or second byte. Later bytes are free letters, and
 * only those below are decoded. Leading blanks would shift the bytes: pass the field unchanged; trailing blanks may be cut.
 */
export function gcatType(raw: string): ObjectType | null | undefined {
  if (raw.trim() === '' || raw.trim() === '-') return null;
  const coarse = raw.charAt(0);
  const modifier = raw.charAt(1) || ' ';
  const known = own(COARSE, coarse);
  if (known === undefined || !MODIFIERS.includes(modifier)) return undefined;
  const subtype = raw.charAt(3);
  const noClass = (coarse === 'C' && subtype === 'M') || (coarse === 'P' && modifier === 'X');
  return {
    object_class: noClass ? null : known,
    spurious: coarse === 'Z' || coarse === 'X',
    uncertain_identity: raw.charAt(8) === '?',
  };
}
