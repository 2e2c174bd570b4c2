import type { z } from 'zod';
import type { elementSet } from '../schema/objects/elements.ts';

/** The fields of an element set that TLE and OMM carry, as the catalog stores them: numbers are decimal text. */
export type ElementSet = Omit<z.infer<typeof elementSet>, 'orbit_class'>;
