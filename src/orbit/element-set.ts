import type { z } from 'zod';
import type { elementSet } from '../schema/objects/elements.ts';

/** An element set as the catalog stores it, as far as TLE and OMM carry it: numbers are decimal text. */
export type ElementSet = Omit<z.infer<typeof elementSet>, 'orbit_class'>;
