import type { ElementSet } from './element-set.ts';
import { ommOf } from './omm.ts';
import { ommForms } from './omm-forms.ts';
import { writeTle } from './tle.ts';

/** What is made of an element set, ready to send. */
export interface OrbitTexts {
  /** The OMM, as JSON. */
  readonly omm: string;
  /** As upstream writes it: the age of both texts is told by it. */
  readonly epoch: string;
  /** Name, line 1, line 2; null where a TLE can't hold the elements. */
  readonly tle: string | null;
}

/** The name and both lines of a TLE as they are sent. */
export const tleText = ({ name, line1, line2 }: { name: string; line1: string; line2: string }): string =>
  `${name}\n${line1}\n${line2}\n`;

/** The texts of an element set of an object of this name, in a release made at `createdAt` (ISO 8601). */
export function orbitTexts(set: ElementSet, name: string, createdAt: string): OrbitTexts {
  const tle = writeTle(set, name);
  return { omm: ommForms.json.write(ommOf(set, createdAt)), epoch: set.epoch, tle: tle.ok ? tleText(tle) : null };
}

/** The texts one below the other, as a release keeps them: the OMM, the epoch, the lines of the TLE. */
export const joinOrbitTexts = ({ omm, epoch, tle }: OrbitTexts): string => `${omm}${epoch}\n${tle ?? ''}`;

/** The texts that `joinOrbitTexts` put one below the other; null where it is none of its texts. */
export function readOrbitTexts(text: string): OrbitTexts | null {
  const omm = text.indexOf('\n') + 1;
  const epoch = text.indexOf('\n', omm) + 1;
  if (!text.startsWith('{"data":') || !text.endsWith('\n') || epoch === 0) return null;
  return {
    omm: text.slice(0, omm),
    epoch: text.slice(omm, epoch - 1),
    tle: epoch === text.length ? null : text.slice(epoch),
  };
}
