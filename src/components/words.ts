import { fieldName } from '../schema/objects/satellite.ts';
import { capitalized, plural } from '../schema/plain-text.ts';
import { codeWords } from '../schema/vocabulary.ts';

export { capitalized, codeWords, fieldName, plural };

/** The full names of the orbit classes. */
export const orbitClassNames: Readonly<Record<string, string>> = {
  LEO: 'Low Earth orbit',
  MEO: 'Medium Earth orbit',
  GEO: 'Geosynchronous orbit',
  HEO: 'Highly elliptical orbit',
  DEEP_SPACE: 'Deep space',
  UNKNOWN: 'Unknown',
};
