import type { ElementSet } from '../element-set.ts';
import { ommOf } from './omm.ts';
import { ommForms } from './omm-forms.ts';
import { writeTle } from './tle.ts';

/** The messages made of an element set, as they are sent. */
export interface OrbitTexts {
  /** The OMM, as JSON. */
  readonly omm: string;
  /** The epoch as upstream writes it: the age of both messages is counted from it. */
  readonly epoch: string;
  /** Name, line 1, line 2; null if a TLE can't hold the elements. */
  readonly tle: string | null;
}

/** The name and both lines of a TLE as they are sent. */
export const tleText = ({ name, line1, line2 }: { name: string; line1: string; line2: string }): string =>
  `${name}\n${line1}\n${line2}\n`;

/** The messages of an element set of an object of this name, in a release made at `createdAt` (ISO 8601). */
export function orbitTexts(set: ElementSet, name: string, createdAt: string): OrbitTexts {
  const tle = writeTle(set, name);
  return { omm: ommForms.json.write(ommOf(set, createdAt)), epoch: set.epoch, tle: tle.ok ? tleText(tle) : null };
}
