import { columns } from '../schema/field.ts';
import { satellite } from '../schema/objects/satellite.ts';
import { codeWords } from '../schema/vocabulary.ts';
import { formatCount } from './format.ts';

export { codeWords };

/** The full names of the orbit classes. */
export const orbitClassNames: Readonly<Record<string, string>> = {
  LEO: 'Low Earth orbit',
  MEO: 'Medium Earth orbit',
  GEO: 'Geosynchronous orbit',
  HEO: 'Highly elliptical orbit',
  DEEP_SPACE: 'Deep space',
  UNKNOWN: 'Unknown',
};

const labels = new Map(columns(satellite).map(({ name, label }) => [name, label]));

/** A field of the record as a label. */
export const fieldName = (field: string) => labels.get(field) ?? codeWords(field);

/** `1 object`, `2 objects`, the number with thousands separators. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
