import type { z } from 'zod';
import { ommOf } from '../../src/orbit/omm.ts';
import { ommForms } from '../../src/orbit/omm-forms.ts';
import { writeTle } from '../../src/orbit/tle.ts';
import type { elementSet } from '../../src/schema/elements.ts';

type ElementSet = z.infer<typeof elementSet>;

/** An element set as the release holds it. */
export const elementSetOf = (text: string): ElementSet => JSON.parse(text);

/** The text of a TLE; null where its columns can't hold it. */
export function tleOf(elements: ElementSet, name: string): string | null {
  const written = writeTle(elements, name);
  return written.ok ? `${written.name}\n${written.line1}\n${written.line2}\n` : null;
}

/** The JSON text of an OMM that was made at a time. */
export const ommText = (elements: ElementSet, madeAt: string): string => ommForms.json.write(ommOf(elements, madeAt));
